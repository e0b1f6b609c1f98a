/** Runs in the observed JVM (agent jar): the tool that writes every thread's state periodically. */
@NullMarked
package org.ompt4j.tools.sample;

import org.jspecify.annotations.NullMarked;
