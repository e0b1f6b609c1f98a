/**
 * Runs on the bootstrap side of the observed JVM: the tracing interface of the host as device 0. Events become records in the
 * buffers of a tool, off the threads that raise them.
 */
@NullMarked
package org.ompt4j.emitter.tracing;

import org.jspecify.annotations.NullMarked;
