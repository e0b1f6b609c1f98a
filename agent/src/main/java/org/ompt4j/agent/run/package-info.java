/**
 * Runs in the agent jar, in the observed JVM: the parts of a run that are the same for {@code -javaagent} and attach, from settings and environment
 * to the end of the run.
 */
@NullMarked
package org.ompt4j.agent.run;

import org.jspecify.annotations.NullMarked;
