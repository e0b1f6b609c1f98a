/**
 * Runs in the observed JVM, loaded by the agent's class loader once a tool of an older generation is found: what the views of the
 * older generations share.
 */
@NullMarked
package org.ompt4j.views;

import org.jspecify.annotations.NullMarked;
