package org.ompt4j.tools.report;

import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.model.RegionWork;

/** Sums over the regions of one call site. */
final class RegionSums {
    private final Distribution times = new Distribution();
    private final Distribution tasks = new Distribution();
    /** How many threads worked in the regions, as members and as free agents. */
    private long workers;

    private long memberships;
    private double imbalanceTimesNanos;
    private double weight;
    private int requested;
    /** How many memberships have a processor time, and below how long these worked. */
    private long told;

    private long workedNanos;

    /** Negative as long as no processor time is known. */
    private long cpuNanos = -1;

    /** Adds a region that has ended. */
    void add(RegionWork work, long nanos) {
        times.add(nanos);
        workers += work.workers().size();
        requested = Math.max(requested, work.begin().requestedParallelism());
        Double imbalance = imbalance(work);
        if (imbalance != null) {
            imbalanceTimesNanos += imbalance * nanos;
            weight += nanos;
        }
        for (RegionWork.Worker each : work.workers()) {
            memberships += each.isMember() ? 1 : 0;
            if (each.tellsProcessor()) {
                addProcessor(each.memberNanos(), each.cpuNanos());
            }
        }
    }

    /** Adds processor time of a member of a region that was added before. */
    void addProcessor(RegionWork.Worker member, long cpu) {
        if (member.tellsProcessor()) {
            cpuNanos += cpu;
        } else {
            addProcessor(member.memberNanos(), cpu);
        }
    }

    private void addProcessor(long worked, long cpu) {
        told++;
        workedNanos += worked;
        cpuNanos = Math.max(0, cpuNanos) + cpu;
    }

    private static @Nullable Double imbalance(RegionWork work) {
        long sum = 0;
        long max = 0;
        for (RegionWork.Worker each : work.workers()) {
            sum += each.busyNanos();
            max = Math.max(max, each.busyNanos());
        }
        return sum == 0 ? null : (double) max * work.workers().size() / sum;
    }

    /** The lengths of the regions that have ended. */
    Distribution times() {
        return times;
    }

    /** The busy times of the tasks that have ended in the regions. */
    Distribution tasks() {
        return tasks;
    }

    /** See {@link RegionSection}; null if no thread worked in the regions. */
    @Nullable
    Double imbalance() {
        return weight == 0 ? null : imbalanceTimesNanos / weight;
    }

    /** How many threads worked in one region on average. */
    double threads() {
        return (double) workers / Math.max(1, times.count());
    }

    /** The largest parallelism that was asked for; null if it is not known. */
    @Nullable
    Long requested() {
        return requested > 0 ? Long.valueOf(requested) : null;
    }

    long memberships() {
        return memberships;
    }

    /** How many memberships have a processor time. */
    long told() {
        return told;
    }

    /** How long the memberships with a processor time worked, in nanoseconds; null if there are none. */
    @Nullable
    Long workedNanos() {
        return cpuNanos < 0 ? null : Long.valueOf(workedNanos);
    }

    /** The processor time of these memberships in nanoseconds; null if there are none. */
    @Nullable
    Long cpuNanos() {
        return cpuNanos < 0 ? null : Long.valueOf(cpuNanos);
    }
}
