package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ompt4j.tools.model.LeftPool;

/** Finds call sites that make a pool for each of their uses and leave it there. */
final class AbandonedPoolFinder {
    /** Fewer may be meant to stay. */
    static final int FEWEST = 10;

    /** Of the run, from the first of them to the last: a program that makes its pools as it starts does not make more and more. */
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
