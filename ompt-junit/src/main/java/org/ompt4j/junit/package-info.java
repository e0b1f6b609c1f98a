/**
 * Runs in the observed JVM with the tests of an application, in any class loader: a JUnit extension that checks the threads, locks and tasks of a
 * test.
 */
@NullMarked
package org.ompt4j.junit;

import org.jspecify.annotations.NullMarked;
