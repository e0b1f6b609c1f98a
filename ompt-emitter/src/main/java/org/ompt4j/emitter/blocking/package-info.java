/** Runs on the bootstrap side of the observed JVM: called where the JDK parks, sleeps, or blocks for input and output. */
@NullMarked
package org.ompt4j.emitter.blocking;

import org.jspecify.annotations.NullMarked;
