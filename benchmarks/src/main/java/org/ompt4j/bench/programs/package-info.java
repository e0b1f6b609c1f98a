/** Runs in the measured JVMs, never shipped: programs that are run round after round, with the agent and without it. */
@NullMarked
package org.ompt4j.bench.programs;

import org.jspecify.annotations.NullMarked;
