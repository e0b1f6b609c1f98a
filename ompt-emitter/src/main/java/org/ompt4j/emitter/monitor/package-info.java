/** Runs on the bootstrap side of the observed JVM: what the steps of a monitor mean in OMPT's terms. */
@NullMarked
package org.ompt4j.emitter.monitor;

import org.jspecify.annotations.NullMarked;
