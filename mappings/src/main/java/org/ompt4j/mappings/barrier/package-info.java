/** Runs in the agent jar in the observed JVM: how barriers are rewritten. The hooks are in {@code org.ompt4j.emitter.barrier}. */
@NullMarked
package org.ompt4j.mappings.barrier;

import org.jspecify.annotations.NullMarked;
