/** Runs in the tests' own JVM: forks observed JVMs as a user would, with the shipped jar, and reads what they wrote. */
@NullMarked
package org.ompt4j.e2e;

import org.jspecify.annotations.NullMarked;
