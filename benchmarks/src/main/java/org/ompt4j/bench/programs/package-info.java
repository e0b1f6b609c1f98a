/** Runs in the measured JVMs, never shipped: programs that run in rounds, with and without the agent. */
@NullMarked
package org.ompt4j.bench.programs;

import org.jspecify.annotations.NullMarked;
