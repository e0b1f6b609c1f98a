/**
 * Runs in an observed JVM: programs that print what java.util.concurrent and monitors do in normal, timed, interrupted, cancelled and concurrent
 * use. The results must be the same with and without the agent.
 */
@NullMarked
package org.ompt4j.apps.semantics;

import org.jspecify.annotations.NullMarked;
