package org.ompt4j.tools.model;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.TraceEvent;

/**
 * A thread pool that has made a worker.
 *
 * @param begin its begin event; in a trace before version 8 the parallel_begin of the region that stood for the pool
 */
public record PoolModel(TraceEvent begin) {
    public long id() {
        return begin.event() == Event.POOL ? begin.poolId() : begin.parallelId();
    }

    /** The name after which its workers are named; null if the trace does not contain it. */
    public @Nullable String name() {
        return begin.message();
    }
}
