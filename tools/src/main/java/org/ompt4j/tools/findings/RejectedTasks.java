package org.ompt4j.tools.findings;

import java.util.List;

/**
 * Tasks that were submitted at one call site, and that the pool rejected by an exception.
 *
 * @param codeptrRa where they were submitted, 0 if that is not known
 * @param rejected how many
 * @param submitted how many were submitted there in all
 * @param afterShutdown how many of the rejected ones were, as the exception says, since the pool had been shut down
 * @param poolId the only pool that began tasks which were submitted there; 0 if there is none, or several
 * @param mostQueued the longest queue that an exception tells; -1 if none does
 * @param poolState what the last of these exceptions says of the pool; empty if it does not
 * @param interval from the first to the last of them; of one thread if all were submitted by that
 */
public record RejectedTasks(
        int codeptrRa,
        long rejected,
        long submitted,
        long afterShutdown,
        long poolId,
        long mostQueued,
        String poolState,
        Interval interval)
        implements Finding {
    @Override
    public Kind kind() {
        return Kind.REJECTED_TASKS;
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
