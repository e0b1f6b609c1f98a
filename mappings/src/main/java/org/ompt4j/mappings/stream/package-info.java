/** Runs in the agent jar in the observed JVM: how parallel streams are rewritten. The hooks are in {@code org.ompt4j.emitter.stream}. */
@NullMarked
package org.ompt4j.mappings.stream;

import org.jspecify.annotations.NullMarked;
