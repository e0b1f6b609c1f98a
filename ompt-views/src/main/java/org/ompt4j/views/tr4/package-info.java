/**
 * Runs in the observed JVM, loaded by the agent's class loader once a tool of this generation is found: OMPT as the overview of OpenMP
 * TR4 (2016) has it, as a view of the present one.
 */
@NullMarked
package org.ompt4j.views.tr4;

import org.jspecify.annotations.NullMarked;
