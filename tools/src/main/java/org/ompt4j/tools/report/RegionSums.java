package org.ompt4j.tools.report;

import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.model.RegionWork;

/** The regions of one call site, in sums. */
final class RegionSums {
    private final Distribution times = new Distribution();
    private final Distribution tasks = new Distribution();
    /** Who worked in them, members and free agents. */
    private long workers;

    private long memberships;
    private double imbalanceTimesNanos;
    private double weight;
    private int requested;
    /** Memberships of which processor time is told, and how long these worked. */
    private long told;

    private long workedNanos;

    /** Negative as long as none is told. */
    private long cpuNanos = -1;

    /** A region has ended. */
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

    /** A member of a region that was added before tells of more. */
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

    /** How long the regions that have ended were. */
    Distribution times() {
        return times;
    }

    /** How long tasks were busy that have ended in them. */
    Distribution tasks() {
        return tasks;
    }

    /** Null if nobody worked in them. */
    @Nullable
    Double imbalance() {
        return weight == 0 ? null : imbalanceTimesNanos / weight;
    }

    /** How many worked in one of them on average. */
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

    /** Of how many memberships processor time is told. */
    long told() {
        return told;
    }

    /** How long these worked; null if processor time is told of none. */
    @Nullable
    Long workedNanos() {
        return cpuNanos < 0 ? null : Long.valueOf(workedNanos);
    }

    /** The processor time that they had; null if it is told of none. */
    @Nullable
    Long cpuNanos() {
        return cpuNanos < 0 ? null : Long.valueOf(cpuNanos);
    }
}
