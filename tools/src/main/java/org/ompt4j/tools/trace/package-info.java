/** Runs in the observed JVM (agent jar): the tool that writes every event into a memory-mapped trace file. */
@NullMarked
package org.ompt4j.tools.trace;

import org.jspecify.annotations.NullMarked;
