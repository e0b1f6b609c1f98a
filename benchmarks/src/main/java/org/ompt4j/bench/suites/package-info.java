/** Runs in the measured JVMs, never shipped: JMH suites of single events and single uses of constructs. */
@NullMarked
package org.ompt4j.bench.suites;

import org.jspecify.annotations.NullMarked;
