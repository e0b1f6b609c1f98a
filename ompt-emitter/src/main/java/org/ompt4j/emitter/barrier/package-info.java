/** Runs in the bootstrap loader of the observed JVM: hooks of barriers. The rewriting is in {@code org.ompt4j.mappings.barrier}. */
@NullMarked
package org.ompt4j.emitter.barrier;

import org.jspecify.annotations.NullMarked;
