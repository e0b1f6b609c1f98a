/** Runs in the agent jar in the observed JVM: how fork/join tasks and pools are rewritten. The hooks are in {@code org.ompt4j.emitter.forkjoin}. */
@NullMarked
package org.ompt4j.mappings.forkjoin;

import org.jspecify.annotations.NullMarked;
