package org.ompt4j.tools.model;

import java.util.List;

/**
 * A pool all of whose workers wait, at the end of the trace, for tasks that are in its own queue, or for one another; or several pools of which
 * together this is true.
 *
 * @param queue the pool; of several the first one
 * @param others the other pools
 * @param workers those of all these pools
 */
public record StarvedPool(PoolQueue queue, List<PoolQueue> others, List<Worker> workers) {
    /**
     * A worker.
     *
     * @param waitsAt call site of its wait
     * @param sinceNanos when the wait began
     * @param createdAt where the awaited task was submitted; 0 if it is not known
     * @param begunBy the worker that has begun this task and waits itself; 0 if the task is in a queue
     */
    public record Worker(long threadId, int waitsAt, long sinceNanos, int createdAt, long begunBy) {}

    /** Whether a worker waits for another one. */
    public boolean isForOneAnother() {
        return workers.stream().anyMatch(each -> each.begunBy() != 0);
    }
}
