/**
 * Runs in the observed JVM, loaded by the agent's class loader once a tool of an older generation is found: OMPT v2, the draft of chapter 4, for tools that were written for it.
 */
@NullMarked
package org.ompt4j.views.v2;

import org.jspecify.annotations.NullMarked;
