/**
 * Runs in the agent jar, in the observed JVM and in the command line: samples of the states of threads, for {@code top} and JMX.
 */
@NullMarked
package org.ompt4j.agent.live;

import org.jspecify.annotations.NullMarked;
