package org.ompt4j.tools.findings;

import java.util.List;

/**
 * Tasks that were submitted at one call site, and that the policy of a pool dropped without an exception to have no more tasks than it has room for.
 *
 * @param codeptrRa where they were submitted, 0 if that is not known
 * @param dropped how many
 * @param submitted how many were submitted there in all
 * @param poolId the only pool that began tasks which were submitted there; 0 if there is none, or several
 * @param waits those for such tasks
 * @param interval from the first to the last of them; of one thread if all were dropped by calls of that
 */
public record DroppedTasks(int codeptrRa, long dropped, long submitted, long poolId, Waits waits, Interval interval)
        implements Finding {

    /**
     * Waits for tasks that were dropped before, or meanwhile.
     *
     * @param count how many
     * @param threads how many threads waited so
     * @param threadId the only one, 0 if there is none, or several
     * @param notEnded how many of the waits lasted when the recording ended
     */
    public record Waits(long count, long threads, long threadId, long notEnded) {}

    @Override
    public Kind kind() {
        return Kind.DROPPED_TASKS;
    }

    /** Who waits for a task that nobody runs may do so for ever. */
    @Override
    public boolean canStopTheProgram() {
        return waits.notEnded > 0;
    }

    /** What a task that does not run costs no event tells. */
    @Override
    public long costNanos() {
        return 0;
    }

    @Override
    public List<Integer> callSites() {
        return List.of(codeptrRa);
    }
}
