package org.ompt4j.tools.findings;

import java.util.List;

/**
 * Tasks that were submitted at one call site, and that the pool rejected by an exception.
 *
 * @param codeptrRa where they were submitted, 0 if that is not known
 * @param rejected how many
 * @param submitted how many were submitted there in all
 * @param afterShutdown how many of these were rejected because the pool had been shut down, according to the exception
 * @param poolId the only pool that began tasks which were submitted there; 0 if there is none, or several
 * @param mostQueued the longest queue in the exceptions' messages; -1 if there is none
 * @param poolState the description of the pool in the last of these exceptions; empty if there is none
 * @param interval from the first to the last of them; of one thread if it submitted all
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
