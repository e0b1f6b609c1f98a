package org.ompt4j.tools.model;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.TraceEvent;

/**
 * A pool of threads that has made a worker.
 *
 * @param begin its begin: of a pool, or in a trace before version 8 the parallel_begin of the region that stood for it
 */
public record PoolModel(TraceEvent begin) {
    public long id() {
        return begin.event() == Event.POOL ? begin.poolId() : begin.parallelId();
    }

    /** What its workers are named after; null if the trace does not say. */
    public @Nullable String name() {
        return begin.message();
    }
}
