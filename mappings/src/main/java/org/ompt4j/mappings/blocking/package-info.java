/** Runs in the agent jar in the observed JVM: where the JDK parks, sleeps and blocks. The hooks are in {@code org.ompt4j.emitter.blocking}. */
@NullMarked
package org.ompt4j.mappings.blocking;

import org.jspecify.annotations.NullMarked;
