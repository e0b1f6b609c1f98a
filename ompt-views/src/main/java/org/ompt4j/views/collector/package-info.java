/**
 * Runs in the observed JVM, loaded by the agent's class loader once a collector is found: the OpenMP Collector API of 2007 (ARB white
 * paper "An OpenMP Runtime API for Profiling") as a view of OMPT.
 */
@NullMarked
package org.ompt4j.views.collector;

import org.jspecify.annotations.NullMarked;
