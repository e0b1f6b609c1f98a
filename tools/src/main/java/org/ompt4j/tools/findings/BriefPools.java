package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.ompt4j.tools.model.PoolSite;

/**
 * Many pools that were made at one place, most of which lasted hardly longer than it takes to begin their threads.
 *
 * @param madeAt where they were made
 * @param pools how many have ended
 * @param brief how many of these lasted for less than {@link PoolSite#LITTLE_NANOS}
 * @param threads how many threads these pools made
 * @param lastedNanos how long they lasted, all together
 * @param costNanos how long at least one task waited for a thread of theirs that began for it
 * @param interval from the begin of the first of them to the end of the last; of no thread
 */
public record BriefPools(
        int madeAt, long pools, long brief, long threads, long lastedNanos, long costNanos, Interval interval)
        implements Finding {
    static final int MANY = 100;

    /** To be asked only if no event is missing: a pool whose end is missing would seem to last. */
    static List<BriefPools> of(Collection<PoolSite> sites, long leastNanos) {
        List<BriefPools> found = new ArrayList<>();
        for (PoolSite each : sites) {
            if (each.pools() >= MANY && 2 * each.brief() > each.pools() && each.awaitedNanos() > leastNanos) {
                found.add(new BriefPools(
                        each.codeptrRa(),
                        each.pools(),
                        each.brief(),
                        each.workers(),
                        each.lastedNanos(),
                        each.awaitedNanos(),
                        new Interval(0, each.firstNanos(), each.lastNanos())));
            }
        }
        found.sort(
                Comparator.comparingLong((BriefPools each) -> -each.costNanos()).thenComparing(BriefPools::madeAt));
        return found;
    }

    public long meanLastedNanos() {
        return lastedNanos / pools;
    }

    @Override
    public Kind kind() {
        return Kind.BRIEF_POOLS;
    }

    @Override
    public List<Integer> callSites() {
        return List.of(madeAt);
    }
}
