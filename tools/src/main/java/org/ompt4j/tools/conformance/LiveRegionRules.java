package org.ompt4j.tools.conformance;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.tools.conformance.LiveTask.Kind;
import org.ompt4j.tools.conformance.LiveThread.Frame;

/** R1 to R6, R8, R9. Called with the thread's monitor held. */
final class LiveRegionRules {
    private final LiveFindings findings;
    private final LiveData data;
    private final Ompt4jRuntime runtime;
    private final ConcurrentMap<Integer, Construct> constructOfSite = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Integer> siteOfText = new ConcurrentHashMap<>();
    private final Set<LiveRegion> open = ConcurrentHashMap.newKeySet();
    private final EndedRegions ended = new EndedRegions();

    LiveRegionRules(LiveFindings findings, LiveData data, Ompt4jRuntime runtime) {
        this.findings = findings;
        this.data = data;
        this.runtime = runtime;
    }

    /** R3, at every event: after the region-ending barrier a member only leaves. */
    void anyEvent(Heard at, boolean leaves) {
        Frame top = at.thread().top();
        if (top != null && top.hasLeftBarrier && !leaves) {
            top.hasLeftBarrier = false;
            findings.report(
                    LiveRule.R3, at, "implicit_task end right after the region-ending barrier", "another event");
        }
    }

    void begin(Heard at, @Nullable OmptData parent, OmptData regionData, int requested, int flags) {
        LiveThread thread = at.thread();
        LiveTask task = data.task(at, parent);
        boolean isPool = at.construct() == Construct.FORK_JOIN_POOL;
        if (requested < 1) {
            findings.report(LiveRule.R5, at, "requested_parallelism of at least 1", "" + requested);
        }
        if (!isPool && task != thread.currentTask()) {
            findings.report(LiveRule.R6, at, "the current " + thread.currentTask() + " as parent", "" + task);
        }
        callSite(at, isPool);
        LiveRegion region = new LiveRegion(
                regionData, at.construct(), at.timeNanos(), parent == null ? 0 : parent.id(), flags, at.site(), thread);
        data.beginRegion(at, regionData, region);
        open.add(region);
        if (!isPool) {
            thread.begunRegions.addLast(region);
        }
    }

    private void callSite(Heard at, boolean isPool) {
        if (at.site() == 0) {
            return;
        }
        String text = runtime.callSite(at.site());
        if (text == null) {
            findings.report(LiveRule.R8, at, "a call site with a text", "unnamed id " + at.site());
            return;
        }
        Integer first = siteOfText.putIfAbsent(text, at.site());
        if (first != null && first != at.site()) {
            findings.report(LiveRule.R8, at, "call site id " + first + " for " + text, "another id, " + at.site());
        }
        if (isPool) {
            return; // The first stream of a program starts the common pool on the way.
        }
        Construct construct = constructOfSite.putIfAbsent(at.site(), at.construct());
        if (construct != null && construct != at.construct()) {
            findings.report(
                    LiveRule.R8,
                    at,
                    text + " as a region of " + construct.id(),
                    "one of " + at.construct().id());
        }
    }

    void end(Heard at, OmptData regionData, @Nullable OmptData parent, int flags) {
        LiveRegion region = data.region(at, regionData);
        if (region == null || region.hasEnded()) {
            findings.report(LiveRule.R4, at, "the end of an open region", "region " + regionData.id() + " is not open");
            return;
        }
        same(at, "task", region.encounteringTaskId, parent == null ? 0 : parent.id());
        same(at, "flags", region.flags, flags);
        if (!region.isPool()) {
            same(at, "call site id", region.site, at.site());
            encounteringThreadEnds(at, region);
        }
        region.end(at.timeNanos());
        ended.add(region);
        open.remove(region);
        at.thread().removeBegun(region);
        data.isOver(regionData);
    }

    private void same(Heard at, String what, long begin, long end) {
        if (begin != end) {
            findings.report(LiveRule.R4, at, what + " " + begin + " as at parallel_begin", what + " " + end);
        }
    }

    private void encounteringThreadEnds(Heard at, LiveRegion region) {
        LiveThread thread = at.thread();
        if (region.encountering != thread) {
            findings.report(LiveRule.R6, at, "the end on " + region.encountering, "" + thread);
        } else if (thread.begunRegions.peekLast() != region) {
            findings.report(LiveRule.R6, at, "the end of " + thread.begunRegions.peekLast(), "" + region);
        }
        if (!region.wasJoinedBy(thread)) {
            findings.report(LiveRule.R9, at, "an implicit task on the encountering thread", "none in " + region);
        }
        for (Frame each : thread.frames()) {
            if (each.isMembership() && each.region == region) {
                findings.report(LiveRule.R2, at, "the encountering thread's implicit_task end first", "it is open");
            }
        }
    }

    void join(Heard at, @Nullable OmptData regionData, OmptData taskData, int parallelism, int index, int flags) {
        boolean isInitial = (flags & TaskFlag.INITIAL) != 0;
        LiveTask task = new LiveTask(taskData, isInitial ? Kind.INITIAL : Kind.IMPLICIT, flags, false, null);
        data.beginTask(at, taskData, task);
        LiveRegion region = null;
        if (isInitial) {
            if (regionData != null) {
                data.beginInitialRegion(at, regionData);
            }
            if (parallelism != 1 || index != 1) {
                findings.report(
                        LiveRule.R5,
                        at,
                        "parallelism 1 and index 1 for an initial task",
                        parallelism + " and " + index);
            }
        } else {
            region = joined(at, regionData);
            if (region != null || !data.isForgotten(regionData)) {
                member(at, region, parallelism, index);
            }
        }
        at.thread().push(task, region);
        task.hasStarted = true;
        Frame top = at.thread().top();
        if (top != null) {
            top.index = index;
        }
    }

    private @Nullable LiveRegion joined(Heard at, @Nullable OmptData regionData) {
        LiveRegion region = data.region(at, regionData);
        return region == null && regionData != null ? ended.find(regionData.id()) : region;
    }

    private void member(Heard at, @Nullable LiveRegion region, int parallelism, int index) {
        if (region == null || at.timeNanos() < region.beginTimeNanos || at.timeNanos() > region.endTimeNanos()) {
            findings.report(LiveRule.R1, at, "a region that is open", "" + region);
            return;
        }
        if (parallelism <= index) {
            findings.report(LiveRule.R5, at, "actual_parallelism above index " + index, "" + parallelism);
        }
        String problem = region.join(at.thread(), index);
        if (problem != null) {
            findings.report(LiveRule.R5, at, "the order of joining as index", problem);
        }
    }

    void leave(Heard at, @Nullable OmptData regionData, OmptData taskData, int index) {
        LiveThread thread = at.thread();
        Frame frame = thread.find(data.task(at, taskData));
        if (frame == null || frame.task.kind == Kind.EXPLICIT) {
            findings.report(LiveRule.R3, at, "the end of an implicit task of this thread", "task " + taskData.id());
            return;
        }
        if (frame != thread.top()) {
            findings.report(LiveRule.R3, at, "the current " + thread.currentTask() + " to end first", "" + frame.task);
        }
        if (regionData != null) {
            findings.report(LiveRule.R3, at, "no region at the end", "region " + regionData.id());
        }
        LiveRegion region = frame.region;
        if (frame.isMembership() && region != null && !region.isPool()) {
            memberLeaves(at, frame, region, index);
        }
        frame.task.hasEnded = true;
        thread.popThrough(frame);
        data.isOver(taskData);
    }

    private void memberLeaves(Heard at, Frame frame, LiveRegion region, int index) {
        if (!frame.hasLeftBarrier) {
            findings.report(LiveRule.R3, at, "the region-ending barrier before implicit_task end", "none was left");
        }
        if (index != frame.index) {
            findings.report(LiveRule.R3, at, "index " + frame.index + " as at the begin", "" + index);
        }
        if (at.timeNanos() > region.endTimeNanos() && region.isJoinedByTheJdk()) {
            findings.suspect(
                    region,
                    LiveRule.R2,
                    at,
                    "implicit_task end before the end of " + region,
                    (at.timeNanos() - region.endTimeNanos()) + " ns later");
        }
    }

    void threadEnds(Heard at) {
        if (at.thread().top() != null) {
            findings.report(
                    LiveRule.R3,
                    at,
                    "no task on the thread when it ends",
                    "" + at.thread().currentTask());
        }
    }

    /** The end of the run: all regions have ended, and all their members were heard. */
    void finish() {
        for (LiveRegion each : ended.withGap()) {
            findings.report(LiveRule.R5, "indices from 0 on without a gap", "a gap in " + each);
        }
        for (LiveRegion each : List.copyOf(open)) {
            findings.report(LiveRule.R4, "a parallel_end of " + each + " by the end of the run", "none");
        }
    }
}
