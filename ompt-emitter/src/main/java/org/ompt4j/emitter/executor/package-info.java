/** Runs on the bootstrap side of the observed JVM: what the steps of thread pools mean in OMPT's terms. */
@NullMarked
package org.ompt4j.emitter.executor;

import org.jspecify.annotations.NullMarked;
