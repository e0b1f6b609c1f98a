package org.ompt4j.tools.model;

import java.util.List;

/** A pool all of whose workers wait, at the end of the trace, for tasks that are in its own queue. */
public record StarvedPool(PoolQueue queue, List<Worker> workers) {
    /**
     * One of its workers.
     *
     * @param waitsAt call site of its wait
     * @param sinceNanos when the wait began
     * @param createdAt where the awaited task was submitted
     */
    public record Worker(long threadId, int waitsAt, long sinceNanos, int createdAt) {}
}
