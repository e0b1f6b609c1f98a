/** Runs in the agent jar in the observed JVM: the rewriting engine, which knows no construct. */
@NullMarked
package org.ompt4j.mappings.rewrite;

import org.jspecify.annotations.NullMarked;
