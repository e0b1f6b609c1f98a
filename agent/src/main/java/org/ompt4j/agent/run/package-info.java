/**
 * Runs in the agent jar, in the observed JVM: what an observed run needs however it began, from its settings and its environment to its end.
 */
@NullMarked
package org.ompt4j.agent.run;

import org.jspecify.annotations.NullMarked;
