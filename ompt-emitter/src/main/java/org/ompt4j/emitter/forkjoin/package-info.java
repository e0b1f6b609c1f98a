/** Runs on the bootstrap side of the observed JVM: what the steps of fork/join tasks and pools mean in OMPT's terms. */
@NullMarked
package org.ompt4j.emitter.forkjoin;

import org.jspecify.annotations.NullMarked;
