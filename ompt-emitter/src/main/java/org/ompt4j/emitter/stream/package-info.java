/** Runs on the bootstrap side of the observed JVM: what the steps of a parallel stream mean in OMPT's terms. */
@NullMarked
package org.ompt4j.emitter.stream;

import org.jspecify.annotations.NullMarked;
