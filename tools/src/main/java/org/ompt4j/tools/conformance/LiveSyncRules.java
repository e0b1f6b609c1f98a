package org.ompt4j.tools.conformance;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.tools.conformance.LiveThread.Frame;
import org.ompt4j.tools.conformance.LiveThread.Sync;

/** B1 to B5, T3, T7, and what R3 says about barriers. Called with the thread's monitor held. */
final class LiveSyncRules {
    private final LiveFindings findings;
    private final LiveData data;

    LiveSyncRules(LiveFindings findings, LiveData data) {
        this.findings = findings;
        this.data = data;
    }

    void region(Heard at, SyncRegionKind kind, @Nullable OmptData region, @Nullable LiveTask task) {
        Frame frame = owner(at, task);
        if (frame == null) {
            findings.report(grammar(kind), at, "a task", "none on this thread");
        } else if (at.ends()) {
            end(at, kind, region, frame);
        } else {
            begin(at, kind, region, frame);
        }
    }

    private void begin(Heard at, SyncRegionKind kind, @Nullable OmptData regionData, Frame frame) {
        if (frame.isWaiting()) {
            findings.report(LiveRule.B3, at, "the open wait to end first", "a sync region begins inside it");
        }
        if (kind == SyncRegionKind.BARRIER_EXPLICIT && at.site() == 0) {
            findings.report(LiveRule.B2, at, "the call site of an explicit barrier", "none");
        }
        if (endsRegion(kind)) {
            regionEnding(at, frame, regionData);
        }
        if (at.begins()) {
            frame.syncs.addLast(new Sync(kind, id(regionData), at.site()));
        }
    }

    private void regionEnding(Heard at, Frame frame, @Nullable OmptData regionData) {
        if (frame != at.thread().top() || !frame.isMembership()) {
            findings.report(LiveRule.R3, at, "the region-ending barrier in the current implicit task", "" + frame.task);
            return;
        }
        LiveRegion region = frame.region;
        if (region == null || region.id() != id(regionData)) {
            findings.report(LiveRule.R3, at, "" + region, "region " + id(regionData));
            return;
        }
        boolean encounters = region.encountering == at.thread();
        int expected = encounters ? region.site : 0;
        if (at.site() != expected) {
            findings.report(
                    LiveRule.B2,
                    at,
                    encounters ? "parallel_begin's call site id " + expected : "no call site on a worker",
                    "call site id " + at.site());
        }
    }

    private void end(Heard at, SyncRegionKind kind, @Nullable OmptData region, Frame frame) {
        Sync sync = frame.innermost();
        if (sync == null) {
            findings.report(grammar(kind), at, "the end of an open " + kind.specName(), "none is open");
            return;
        }
        if (frame != at.thread().top()) {
            findings.report(LiveRule.T3, at, at.thread().currentTask() + " to end inside", "it is still current");
        }
        if (sync.kind != kind) {
            findings.report(
                    LiveRule.B3, at, "the end of the innermost, a " + sync.kind.specName(), "of a " + kind.specName());
            return;
        }
        if (sync.waiting) {
            findings.report(grammar(kind), at, "the open wait to end first", "it is open");
        }
        sameSite(at, kind, sync);
        long expected = endsRegion(kind) ? 0 : sync.regionId;
        if (id(region) != expected) {
            findings.report(grammar(kind), at, "region " + expected, "region " + id(region));
        }
        if (kind == SyncRegionKind.BARRIER_EXPLICIT && sync.waits == 0) {
            findings.report(LiveRule.B4, at, "a sync_region_wait inside the barrier", "none");
        }
        frame.syncs.removeLast();
        if (endsRegion(kind)) {
            leftBarrier(at, frame);
        }
    }

    private static void leftBarrier(Heard at, Frame frame) {
        frame.hasLeftBarrier = true;
        LiveRegion region = frame.region;
        if (region != null && region.encountering == at.thread()) {
            region.barrierEnded(at.timeNanos());
        }
    }

    void waits(Heard at, SyncRegionKind kind, @Nullable OmptData region, @Nullable LiveTask task) {
        Frame frame = owner(at, task);
        Sync sync = frame == null ? null : frame.innermost();
        if (frame == null || sync == null || sync.kind != kind) {
            findings.report(
                    grammar(kind),
                    at,
                    "a wait inside a " + kind.specName(),
                    "the innermost is " + (sync == null ? "none" : sync.kind.specName()));
            return;
        }
        if (frame != at.thread().top()) {
            findings.report(
                    LiveRule.B5, at, "waiting by the current " + at.thread().currentTask(), "" + frame.task);
        }
        if (at.begins() == sync.waiting) {
            findings.report(
                    grammar(kind),
                    at,
                    at.begins() ? "the open wait to end first" : "the end of an open wait",
                    at.begins() ? "another begins" : "none is open");
        }
        sameSite(at, kind, sync);
        boolean mayLackRegion = at.ends() && endsRegion(kind) && region == null;
        if (!mayLackRegion && id(region) != sync.regionId) {
            findings.report(grammar(kind), at, "region " + sync.regionId, "region " + id(region));
        }
        sync.waiting = at.begins();
        sync.waits += at.begins() ? 1 : 0;
    }

    /** A task, by its begin, becomes current. */
    void switchTo(Heard at, @Nullable LiveTask next) {
        Frame top = at.thread().top();
        if (top != null && top.isWaiting() && (next == null || at.thread().find(next) == null)) {
            findings.report(LiveRule.B5, at, "the wait of " + top.task + " to end first", "another task starts");
        }
    }

    /** T7: something new begins. */
    void beginsSomething(Heard at) {
        Frame top = at.thread().top();
        Sync sync = top == null ? null : top.innermost();
        if (sync != null && sync.kind == SyncRegionKind.TASKGROUP && sync.waits > 0 && !at.ends()) {
            findings.report(LiveRule.T7, at, "nothing new in a taskgroup after its wait", "more work begins");
        }
    }

    private void sameSite(Heard at, SyncRegionKind kind, Sync sync) {
        if (at.site() != sync.site) {
            findings.report(grammar(kind), at, "call site id " + sync.site, "call site id " + at.site());
        }
    }

    /* The frame of the event's task, else the current one. */
    private static @Nullable Frame owner(Heard at, @Nullable LiveTask task) {
        Frame frame = at.thread().find(task);
        return frame != null ? frame : at.thread().top();
    }

    private static long id(@Nullable OmptData data) {
        return data == null ? 0 : data.id();
    }

    private static boolean endsRegion(SyncRegionKind kind) {
        return kind == SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;
    }

    private static LiveRule grammar(SyncRegionKind kind) {
        return kind == SyncRegionKind.TASKWAIT || kind == SyncRegionKind.TASKGROUP ? LiveRule.T7 : LiveRule.B1;
    }
}
