/** Runs on the bootstrap side of the observed JVM: what fences and atomics mean. The rewriting is in {@code org.ompt4j.mappings.memory}. */
@NullMarked
package org.ompt4j.emitter.memory;

import org.jspecify.annotations.NullMarked;
