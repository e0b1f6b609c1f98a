/**
 * Runs in the agent jar: its entry points, as an agent ({@code premain}, {@code agentmain}) and as a command line.
 */
@NullMarked
package org.ompt4j.agent;

import org.jspecify.annotations.NullMarked;
