/**
 * Runs in the observed JVM, loaded by the agent's class loader once a tool of an older generation is found: OMPT TR2 (2014) for tools that were written for it.
 */
@NullMarked
package org.ompt4j.views.tr2;

import org.jspecify.annotations.NullMarked;
