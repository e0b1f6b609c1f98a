/** Runs in the observed JVM with the tests of an application, in any class loader: a JUnit extension that judges what a test did. */
@NullMarked
package org.ompt4j.junit;

import org.jspecify.annotations.NullMarked;
