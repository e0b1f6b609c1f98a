/** Runs in the agent jar in the observed JVM: how thread pools are rewritten. The hooks are in {@code org.ompt4j.emitter.executor}. */
@NullMarked
package org.ompt4j.mappings.executor;

import org.jspecify.annotations.NullMarked;
