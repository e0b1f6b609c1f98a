/** Runs in an observed JVM: programs for the start, the end and failures of the agent. */
@NullMarked
package org.ompt4j.apps.agent;

import org.jspecify.annotations.NullMarked;
