/** Runs in Maven's test JVM: the arithmetic, the plan and the page of the benchmarks. */
@NullMarked
package org.ompt4j.bench;

import org.jspecify.annotations.NullMarked;
