/** Runs on the bootstrap side of the observed JVM: hooks of the constructs that the user defines in the configuration. */
@NullMarked
package org.ompt4j.emitter.defined;

import org.jspecify.annotations.NullMarked;
