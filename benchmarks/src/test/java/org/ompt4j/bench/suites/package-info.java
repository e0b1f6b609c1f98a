/** Runs in Maven's test JVM: what measured JVMs load. */
@NullMarked
package org.ompt4j.bench.suites;

import org.jspecify.annotations.NullMarked;
