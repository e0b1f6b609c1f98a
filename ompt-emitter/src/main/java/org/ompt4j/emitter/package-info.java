/** Runs on the bootstrap side of the observed JVM: the event core, which knows no construct. */
@NullMarked
package org.ompt4j.emitter;

import org.jspecify.annotations.NullMarked;
