/**
 * Runs in the observed JVM, loaded by the agent's class loader once a tool of an older generation is found: what OMPT TR2 and OMPT v2 have in common, above all events that have a number for their begin and one for
 * their end; types that tools of both use, and the translation from the present interface.
 */
@NullMarked
package org.ompt4j.views.early;

import org.jspecify.annotations.NullMarked;
