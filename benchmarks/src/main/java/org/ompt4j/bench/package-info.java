/** Runs in JVMs of its own, never shipped: what the agent costs, as ratios of runs with it to runs without it. */
@NullMarked
package org.ompt4j.bench;

import org.jspecify.annotations.NullMarked;
