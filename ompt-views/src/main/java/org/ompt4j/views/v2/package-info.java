/**
 * Runs in the observed JVM, loaded by the agent's class loader once a tool of an older generation is found: serves tools of OMPT v2, the draft of
 * chapter 4.
 */
@NullMarked
package org.ompt4j.views.v2;

import org.jspecify.annotations.NullMarked;
