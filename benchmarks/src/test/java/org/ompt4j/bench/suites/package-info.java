/** Runs in Maven's test JVM: tests of the code that measured JVMs load. */
@NullMarked
package org.ompt4j.bench.suites;

import org.jspecify.annotations.NullMarked;
