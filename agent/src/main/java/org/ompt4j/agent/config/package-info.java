/**
 * Runs in the agent jar, in {@code premain} of the observed JVM and in the command line: what the user configured.
 *
 * <p>{@code premain} pays for what these classes load: no regular expression, stream, lambda, NIO file system or logger.
 */
@NullMarked
package org.ompt4j.agent.config;

import org.jspecify.annotations.NullMarked;
