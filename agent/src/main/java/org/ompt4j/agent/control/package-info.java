/**
 * Runs in the agent jar, in the observed JVM and in the command line: requests of other processes and commands to the tools.
 */
@NullMarked
package org.ompt4j.agent.control;

import org.jspecify.annotations.NullMarked;
