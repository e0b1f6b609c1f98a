package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ompt4j.tools.model.LeftPool;

/** Finds call sites that make a new pool at each use and never shut it down. */
final class AbandonedPoolFinder {
    /** Fewer may be meant to stay. */
    static final int FEWEST = 10;

    /** Least time from the first to the last of these pools, as a share of the run: pools that a program makes at its start are meant to stay. */
    static final double LEAST_SHARE = 0.1;

    private AbandonedPoolFinder() {}

    static List<AbandonedPools> find(Collection<LeftPool> left, long runNanos) {
        Map<Integer, List<LeftPool>> sites = new TreeMap<>();
        for (LeftPool each : left) {
            int site = each.pool().begin().codeptrRa();
            if (site != 0) {
                sites.computeIfAbsent(site, any -> new ArrayList<>()).add(each);
            }
        }
        List<AbandonedPools> found = new ArrayList<>();
        sites.forEach((site, pools) -> {
            AbandonedPools all = of(site, pools);
            if (all.abandoned() >= FEWEST && all.interval().nanos() > LEAST_SHARE * runNanos) {
                found.add(all);
            }
        });
        return found;
    }

    private static AbandonedPools of(int site, List<LeftPool> pools) {
        long firstNanos =
                pools.stream().mapToLong(AbandonedPoolFinder::beginNanos).min().orElse(0);
        long lastNanos =
                pools.stream().mapToLong(AbandonedPoolFinder::beginNanos).max().orElse(0);
        return new AbandonedPools(
                site,
                pools.size(),
                pools.stream().mapToLong(LeftPool::workers).sum(),
                (int) pools.stream()
                        .filter(each -> each.freeSinceNanos() < lastNanos)
                        .count(),
                new Interval(0, firstNanos, lastNanos));
    }

    private static long beginNanos(LeftPool left) {
        return left.pool().begin().timeNanos();
    }
}
