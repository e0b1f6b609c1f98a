/**
 * Runs on the bootstrap side of the observed JVM, and on the class path of tools: the Java binding of OMPT.
 *
 * <p>A third-party tool compiles against this package alone.
 */
@NullMarked
package org.ompt4j.ompt;

import org.jspecify.annotations.NullMarked;
