package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.model.RegionSite;
import org.ompt4j.tools.model.RegionWork;
import org.ompt4j.tools.model.Rows;

/**
 * Finds call sites of regions whose members have very different shares of the work. Memory grows with call sites, up to a limit: then the least
 * uneven ones are dropped.
 */
final class UnevenRegionFinder {
    /** Members never work for exactly the same time: more than this share of the regions' length is uneven. */
    static final double UNEVEN = 0.2;

    /** A single thread that goes on for more than this share of the regions' length, after all others were done, is uneven too. */
    static final double TAIL = 0.3;

    private static final int CALL_SITES = 20_000;

    private final Rows<RegionSite, Regions> sites =
            new Rows<>(CALL_SITES, site -> new Regions(), each -> each.lostNanos, each -> {});

    private static final class Regions {
        long count;
        long nanos;
        long lostNanos;
        long aloneNanos;
        long worstLostNanos;
        UnevenRegions.@Nullable Worst worst;
    }

    /** A region has ended. */
    void ended(RegionWork work, long endNanos) {
        Regions regions = sites.at(RegionSite.of(work.begin()));
        long nanos = endNanos - work.begin().timeNanos();
        regions.count++;
        regions.nanos += nanos;
        List<RegionWork.Worker> workers = thoseWithTasks(work);
        RegionWork.Worker busiest = null;
        long sum = 0;
        for (RegionWork.Worker each : workers) {
            sum += each.busyNanos();
            if (busiest == null
                    || each.busyNanos() > busiest.busyNanos()
                    || each.busyNanos() == busiest.busyNanos() && each.threadId() < busiest.threadId()) {
                busiest = each;
            }
        }
        if (busiest != null) {
            Interval region = new Interval(busiest.threadId(), work.begin().timeNanos(), endNanos);
            add(regions, workers, busiest, sum / workers.size(), region);
        }
    }

    /**
     * A thread that only waits for the end of the region, such as the caller of an invoke, has no share. In a region without tasks every member has
     * one.
     */
    private static List<RegionWork.Worker> thoseWithTasks(RegionWork work) {
        List<RegionWork.Worker> withTasks = new ArrayList<>();
        for (RegionWork.Worker each : work.workers()) {
            if (each.tasks() > 0) {
                withTasks.add(each);
            }
        }
        return withTasks.isEmpty() ? List.copyOf(work.workers()) : withTasks;
    }

    private static void add(
            Regions regions, List<RegionWork.Worker> workers, RegionWork.Worker busiest, long mean, Interval region) {
        long lost = busiest.busyNanos() - mean;
        long alone = aloneNanos(workers, busiest);
        regions.lostNanos += lost;
        regions.aloneNanos += alone;
        if (lost > regions.worstLostNanos) {
            regions.worstLostNanos = lost;
            regions.worst = new UnevenRegions.Worst(
                    region,
                    workers.size(),
                    busiest.busyNanos(),
                    mean,
                    busiest.tasks(),
                    busiest.longestTaskNanos(),
                    busiest.firstOfLongest(),
                    busiest.elementsOfLongest(),
                    alone);
        }
    }

    /** How long the thread went on after all others had ended their last task; no longer than it worked at all. */
    private static long aloneNanos(List<RegionWork.Worker> workers, RegionWork.Worker busiest) {
        long others = Long.MIN_VALUE;
        for (RegionWork.Worker each : workers) {
            others = each == busiest ? others : Math.max(others, each.lastTaskEndNanos());
        }
        return others == Long.MIN_VALUE || others >= busiest.lastTaskEndNanos()
                ? 0
                : Math.min(busiest.lastTaskEndNanos() - others, busiest.busyNanos());
    }

    /** Whether some call sites were dropped because there were too many. */
    boolean hasForgotten() {
        return sites.given() > 0;
    }

    List<UnevenRegions> find(long runNanos) {
        long least = Threshold.of(runNanos);
        List<UnevenRegions> found = new ArrayList<>();
        sites.kept().forEach((site, each) -> {
            boolean isUneven = each.lostNanos > UNEVEN * each.nanos || each.aloneNanos > TAIL * each.nanos;
            UnevenRegions.Worst worst = each.worst;
            if (isUneven && each.lostNanos > least && worst != null) {
                found.add(new UnevenRegions(
                        site.construct(),
                        site.codeptrRa(),
                        each.count,
                        each.nanos,
                        each.lostNanos,
                        each.aloneNanos,
                        worst));
            }
        });
        return found;
    }
}
