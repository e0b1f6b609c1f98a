/** Runs in the agent jar in the observed JVM: how fences and atomics are rewritten. The hooks are in {@code org.ompt4j.emitter.memory}. */
@NullMarked
package org.ompt4j.mappings.memory;

import org.jspecify.annotations.NullMarked;
