/** Runs in the bootstrap loader of the observed JVM: hooks of threads. The rewriting is in {@code org.ompt4j.mappings.thread}. */
@NullMarked
package org.ompt4j.emitter.thread;

import org.jspecify.annotations.NullMarked;
