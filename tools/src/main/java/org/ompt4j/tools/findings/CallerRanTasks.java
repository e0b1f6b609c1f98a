package org.ompt4j.tools.findings;

import java.util.List;

/**
 * Tasks that were submitted to a pool at one call site, and that the submitting thread ran itself.
 *
 * @param codeptrRa where they were submitted, 0 if that is not known
 * @param ran how many the submitting threads ran
 * @param submitted how many were submitted there in all
 * @param poolId the only pool that began others of these
 * @param costNanos how long the submitting threads ran them, in sum
 * @param interval the longest of them
 */
public record CallerRanTasks(int codeptrRa, long ran, long submitted, long poolId, long costNanos, Interval interval)
        implements Finding {
    @Override
    public Kind kind() {
        return Kind.CALLER_RAN_TASKS;
    }

    @Override
    public List<Integer> callSites() {
        return List.of(codeptrRa);
    }
}
