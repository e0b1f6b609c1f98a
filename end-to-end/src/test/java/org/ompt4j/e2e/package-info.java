/** Runs in the tests' own JVM: starts observed JVMs like a user, with the shipped jar, and reads their output and traces. */
@NullMarked
package org.ompt4j.e2e;

import org.jspecify.annotations.NullMarked;
