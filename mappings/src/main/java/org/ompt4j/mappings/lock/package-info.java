/** Runs in the agent jar in the observed JVM: how java.util.concurrent locks are rewritten. The hooks are in {@code org.ompt4j.emitter.lock}. */
@NullMarked
package org.ompt4j.mappings.lock;

import org.jspecify.annotations.NullMarked;
