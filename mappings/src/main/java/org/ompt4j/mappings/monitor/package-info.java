/** Runs in the agent jar in the observed JVM: how monitors are rewritten. The hooks are in {@code org.ompt4j.emitter.monitor}. */
@NullMarked
package org.ompt4j.mappings.monitor;

import org.jspecify.annotations.NullMarked;
