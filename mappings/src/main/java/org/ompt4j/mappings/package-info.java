/** Runs in the agent jar in the observed JVM: which JVM constructs are mapped, and the transformer that rewrites classes for them. */
@NullMarked
package org.ompt4j.mappings;

import org.jspecify.annotations.NullMarked;
