package org.ompt4j.tools.findings;

import java.util.Comparator;
import java.util.List;
import org.ompt4j.tools.path.Parallelism;
import org.ompt4j.tools.path.PartTime;

/**
 * A run in which for a large part of it more threads worked than there are processors, so that they had to take turns.
 *
 * @param costNanos how long
 * @param mostThreads how many worked at the same time at most
 * @param parts what they all worked in that time, the longest first
 * @param pools the same by the pool that they work for, the longest first
 * @param sampledNanos how much of that time samples tell of
 * @param mostOnProcessorsNanos for how long threads were on processors in that at most, all together
 * @param interval the longest such time
 */
public record Oversubscription(
        long costNanos,
        int mostThreads,
        int processors,
        List<PartTime> parts,
        List<PoolTime> pools,
        long sampledNanos,
        long mostOnProcessorsNanos,
        Interval interval)
        implements Finding {
    /** Of the run; less can be two phases that overlap. */
    static final double LEAST_SHARE = 0.2;

    /** Of the processors' time. Threads that worked and had less of it would have been kept from the processors by other programs. */
    private static final double LEAST_ON_PROCESSORS = 0.25;

    /** What the workers of a pool worked in that time; of no pool with the id 0. */
    public record PoolTime(long poolId, long nanos) {}

    /** The finding, if it is one: none or one. */
    static List<Oversubscription> of(Parallelism run, long runNanos, int processors) {
        long nanos = run.crowdedNanos();
        if (nanos <= Math.max(Threshold.LONG_NANOS, LEAST_SHARE * runNanos)) {
            return List.of();
        }
        List<PoolTime> pools = run.crowdedPools().entrySet().stream()
                .map(each -> new PoolTime(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingLong((PoolTime each) -> -each.nanos).thenComparing(PoolTime::poolId))
                .toList();
        long from = run.longestCrowdedFromNanos();
        Interval interval = new Interval(0, from, from + run.longestCrowdedNanos());
        return List.of(new Oversubscription(
                nanos,
                run.most(),
                processors,
                run.crowdedParts(),
                pools,
                run.sampledCrowdedNanos(),
                run.mostOnProcessorsNanos(),
                interval));
    }

    /** Whether most of these threads cannot have worked: samples show how little they were on processors. */
    public boolean isRefuted() {
        return sampledNanos > Threshold.LONG_NANOS
                && mostOnProcessorsNanos < LEAST_ON_PROCESSORS * processors * sampledNanos;
    }

    @Override
    public Kind kind() {
        return Kind.OVERSUBSCRIPTION;
    }

    @Override
    public List<Integer> callSites() {
        return PartTime.callSites(parts);
    }
}
