package org.ompt4j.tools.blame;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Regions and pools: a thread that waits for one waits for all threads that work in it. */
final class Groups {
    private static final int CAUSES = 64;

    /** The largest depth at which the regions of a thread are searched. */
    private static final int FRAMES = 64;

    private final RunModel run;
    private final BlameListeners listeners;
    private final Map<Long, EqualParts> regions = new HashMap<>();
    private final Map<Long, EqualParts> pools = new HashMap<>();

    Groups(RunModel run, BlameListeners listeners) {
        this.run = run;
        this.listeners = listeners;
    }

    /** The group that is awaited in the wait that begins with this event; null if the wait is for something else. */
    @Nullable
    EqualParts waitedFor(TraceEvent begin) {
        SyncRegionKind kind = begin.syncKind();
        if (kind == SyncRegionKind.BARRIER_IMPLEMENTATION) {
            return begin.waitId() == 0 ? null : pool(begin.waitId());
        }
        boolean isOfRegion = kind == SyncRegionKind.TASKGROUP
                || kind == SyncRegionKind.BARRIER_IMPLICIT_PARALLEL
                || kind == SyncRegionKind.BARRIER_IMPLICIT_WORKSHARE;
        // A wait for a whole region has the id of the region, or none; other waits are for submitted tasks.
        boolean isWhole = begin.waitId() == 0 || begin.waitId() == begin.parallelId();
        return isOfRegion && isWhole && run.region(begin.parallelId()) != null ? region(begin.parallelId()) : null;
    }

    /** The groups in which the thread does something for which others wait. */
    List<EqualParts> workedIn(ThreadModel thread, State state) {
        if (state == State.IDLE) {
            return List.of();
        }
        List<EqualParts> groups = regionsWorkedIn(thread, regionWaitedFor(thread, state));
        boolean isAtEnd = state == State.WAIT_BARRIER_IMPLICIT_PARALLEL;
        // A virtual worker is in a task of its own, all other workers are in none, between those that they run.
        boolean isInPool = thread.poolId() != 0 && thread.frames().size() > (thread.isVirtual() ? 1 : 0);
        return isInPool && !isAtEnd ? with(groups, pool(thread.poolId())) : groups;
    }

    private static long regionWaitedFor(ThreadModel thread, State state) {
        TraceEvent wait = thread.innermostWait();
        boolean isForRegion = state == State.WAIT_BARRIER_IMPLICIT_PARALLEL
                || state == State.WAIT_TASKGROUP
                || state == State.WAIT_BARRIER_IMPLICIT_WORKSHARE;
        return wait != null && isForRegion ? wait.parallelId() : 0;
    }

    private List<EqualParts> regionsWorkedIn(ThreadModel thread, long waitedFor) {
        List<EqualParts> groups = List.of();
        List<TaskFrame> frames = thread.frames();
        long before = 0;
        for (int i = frames.size() - 1; i >= Math.max(0, frames.size() - FRAMES); i--) {
            RegionModel region = frames.get(i).region();
            if (region != null && region.id() != before && region.id() != waitedFor && !region.hasEnded()) {
                groups = with(groups, region(region.id()));
                before = region.id();
            }
        }
        return groups;
    }

    private static List<EqualParts> with(List<EqualParts> groups, EqualParts more) {
        if (groups.isEmpty()) {
            return List.of(more);
        }
        if (groups.contains(more)) {
            return groups;
        }
        List<EqualParts> all = new ArrayList<>(groups);
        all.add(more);
        return all;
    }

    private EqualParts region(long id) {
        return regions.computeIfAbsent(id, key -> new EqualParts(CAUSES, run.missingUntilNanos()));
    }

    private EqualParts pool(long id) {
        return pools.computeIfAbsent(id, key -> new EqualParts(CAUSES, run.missingUntilNanos()));
    }

    /** The region may be over. */
    void regionLeft(long regionId, long nowNanos) {
        EqualParts group = regions.get(regionId);
        if (group != null && run.region(regionId) == null) {
            settle(group, nowNanos);
            regions.remove(regionId);
        }
    }

    /** The pool may be over, or have lost its last worker. */
    void poolLeft(long poolId, long nowNanos) {
        EqualParts group = pools.get(poolId);
        if (group != null && group.isEmpty()) {
            settle(group, nowNanos);
            pools.remove(poolId);
        }
    }

    void settleAll(long nowNanos) {
        regions.values().forEach(each -> settle(each, nowNanos));
        pools.values().forEach(each -> settle(each, nowNanos));
    }

    private void settle(EqualParts group, long nowNanos) {
        group.settle(nowNanos, (place, cause, nanos) -> listeners.blames(place, 0, cause, nanos));
    }

    void clear() {
        regions.clear();
        pools.clear();
    }
}
