/** Runs on the bootstrap side of the observed JVM: what the steps of a java.util.concurrent lock mean in OMPT's terms. */
@NullMarked
package org.ompt4j.emitter.lock;

import org.jspecify.annotations.NullMarked;
