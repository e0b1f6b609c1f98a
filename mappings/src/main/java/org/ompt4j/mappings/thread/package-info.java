/** Runs in the agent jar in the observed JVM: how threads are rewritten. The hooks are in {@code org.ompt4j.emitter.thread}. */
@NullMarked
package org.ompt4j.mappings.thread;

import org.jspecify.annotations.NullMarked;
