package org.ompt4j.tools.findings;

import java.util.List;

/**
 * Tasks that were submitted at one call site and that the policy of a pool dropped without an exception, since the pool had no room for more tasks.
 *
 * @param codeptrRa where they were submitted, 0 if that is not known
 * @param dropped how many
 * @param submitted how many were submitted there in all
 * @param poolId the only pool that began tasks which were submitted there; 0 if there is none, or several
 * @param waits the waits for these tasks
 * @param interval from the first to the last of them; of one thread if all were dropped by its calls
 */
public record DroppedTasks(int codeptrRa, long dropped, long submitted, long poolId, Waits waits, Interval interval)
        implements Finding {

    /**
     * Waits for tasks that were dropped before or during the wait.
     *
     * @param count how many
     * @param threads how many threads waited so
     * @param threadId the only one, 0 if there is none, or several
     * @param notEnded how many of the waits had not ended when the recording ended
     */
    public record Waits(long count, long threads, long threadId, long notEnded) {}

    @Override
    public Kind kind() {
        return Kind.DROPPED_TASKS;
    }

    /** True if threads still waited: the wait for a task that never runs may last for ever. */
    @Override
    public boolean canStopTheProgram() {
        return waits.notEnded > 0;
    }

    /** 0: no event shows the cost of a task that does not run. */
    @Override
    public long costNanos() {
        return 0;
    }

    @Override
    public List<Integer> callSites() {
        return List.of(codeptrRa);
    }
}
