/** Runs in a JVM of its own, never shipped: starts the JVMs that are measured, and makes tables and charts of their results. */
@NullMarked
package org.ompt4j.bench;

import org.jspecify.annotations.NullMarked;
