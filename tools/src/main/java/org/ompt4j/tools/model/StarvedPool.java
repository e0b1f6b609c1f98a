package org.ompt4j.tools.model;

import java.util.List;

/** A pool all of whose workers wait, when the trace ends, for tasks that are in its own queue. */
public record StarvedPool(PoolQueue queue, List<Worker> workers) {
    /**
     * One of its workers.
     *
     * @param waitsAt call site of its wait
     * @param sinceNanos when that began
     * @param createdAt where the task was submitted that it waits for
     */
    public record Worker(long threadId, int waitsAt, long sinceNanos, int createdAt) {}
}
