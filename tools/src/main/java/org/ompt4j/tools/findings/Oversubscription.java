package org.ompt4j.tools.findings;

import java.util.Comparator;
import java.util.List;
import org.ompt4j.tools.path.Parallelism;
import org.ompt4j.tools.path.PartTime;

/**
 * A run in which for a large part of the time more threads worked than there are processors, so that they had to share these.
 *
 * @param costNanos how long
 * @param mostThreads how many worked at the same time at most
 * @param parts the work of all threads in that time, the longest first  * @param pools the same work by the pool of the threads, the longest first  *
 *     @param sampledNanos the part of that time that samples cover  * @param mostOnProcessorsNanos upper bound of the processor time of all threads
 *     together in the sampled part
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
    /** Least share of the run for a finding; less can come from two overlapping phases. */
    static final double LEAST_SHARE = 0.2;

    /** Least share of the processors' time for threads that work: with less, other programs would have had to occupy the processors. */
    private static final double LEAST_ON_PROCESSORS = 0.25;

    /** The work of a pool's workers in that time; id 0 for threads without a pool. */
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
