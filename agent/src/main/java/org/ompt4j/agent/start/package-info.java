/**
 * Runs in the agent jar, in the observed JVM: the agent that is started with the program ({@code premain}).
 */
@NullMarked
package org.ompt4j.agent.start;

import org.jspecify.annotations.NullMarked;
