package org.ompt4j.tools.findings;

import java.util.List;

/**
 * Pools that were made at one call site, each after earlier ones had done their last task, and that still existed when the run ended.
 *
 * @param madeAt where they were made
 * @param pools how many were there at the end, none of which had a task
 * @param workers how many threads these pools had then
 * @param abandoned how many of these pools had done their last task before another one was made
 * @param interval from when the first of them began until the last one did; of no thread
 */
public record AbandonedPools(int madeAt, int pools, long workers, int abandoned, Interval interval) implements Finding {
    @Override
    public Kind kind() {
        return Kind.ABANDONED_POOLS;
    }

    /** 0: a thread without work takes memory, but no time. */
    @Override
    public long costNanos() {
        return 0;
    }

    @Override
    public List<Integer> callSites() {
        return List.of(madeAt);
    }
}
