/**
 * Runs in the agent jar, in {@code premain} of the observed JVM and in the command line: the settings of the user.
 *
 * <p>Whatever these classes load delays {@code premain}: so they use no regular expression, stream, lambda, NIO file system or logger.
 */
@NullMarked
package org.ompt4j.agent.config;

import org.jspecify.annotations.NullMarked;
