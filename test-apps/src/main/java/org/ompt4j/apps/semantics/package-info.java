/**
 * Runs in an observed JVM: what java.util.concurrent and monitors promise, asked in normal, timed, interrupted, cancelled and racing
 * use. A program prints the answers; they must be the same with and without the agent.
 */
@NullMarked
package org.ompt4j.apps.semantics;

import org.jspecify.annotations.NullMarked;
