package org.ompt4j.tools.rules;

import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.tools.model.OpenSync;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.TaskHistory;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Barriers, taskwaits and taskgroups, and the waiting in them. */
final class SyncRules implements RuleFamily {
    private static final EnumSet<Event> REGION = EnumSet.of(Event.SYNC_REGION);
    private static final EnumSet<Event> REGION_AND_WAIT = EnumSet.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT);

    private final Findings findings;

    SyncRules(Findings findings) {
        this.findings = findings;
    }

    static List<Rule> rules() {
        return List.of(
                Rule.of(
                        "B1",
                        "a barrier is begin, waits, end, with one region, task and call site",
                        REGION_AND_WAIT,
                        Precondition.STACKS),
                Rule.of(
                        "B2",
                        "an explicit barrier has its call site; a region-ending one has the region's on the"
                                + " encountering thread and none on others",
                        EnumSet.of(Event.SYNC_REGION, Event.PARALLEL_BEGIN)),
                Rule.of(
                        "B3",
                        "barriers on one thread do not overlap except by nesting",
                        REGION_AND_WAIT,
                        Precondition.STACKS),
                Rule.of(
                        "B4",
                        "every party of an explicit barrier has a wait, the last one too",
                        REGION_AND_WAIT,
                        Precondition.STACKS,
                        Precondition.SHORT_WAITS),
                Rule.of("B5", "no task is run inside an open wait", REGION_AND_WAIT, Precondition.STACKS),
                Rule.of(
                        "T3",
                        "a task that is run in a barrier or taskwait ends inside it",
                        REGION,
                        Precondition.STACKS),
                Rule.of(
                        "T7",
                        "taskwait and taskgroup are begin, waits, end, with one call site; a taskgroup waits at its"
                                + " end",
                        REGION_AND_WAIT,
                        Precondition.STACKS),
                Rule.of(
                        "T9",
                        "all events of a taskwait carry the id of the task that is waited for, which is no dependence: the"
                                + " sink of one was created with dependences",
                        EnumSet.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT, Event.TASK_DEPENDENCE, Event.TASK_CREATE),
                        Precondition.STACKS,
                        Precondition.BEGINNING));
    }

    @Override
    public void accept(TraceEvent event, Event kind, ThreadModel thread, RunModel before) {
        if (!thread.isKnown()) {
            return;
        }
        switch (kind) {
            case SYNC_REGION -> region(event, thread, before);
            case SYNC_REGION_WAIT -> wait(event, thread, before);
            case TASK_SCHEDULE -> switchTo(event, event.nextTaskId(), thread);
            case IMPLICIT_TASK -> {
                if (event.endpoint() == ScopeEndpoint.BEGIN) {
                    switchTo(event, event.taskId(), thread);
                }
            }
            case TASK_CREATE, WORK -> taskgroupIsOver(event, thread);
            case TASK_DEPENDENCE -> dependence(event, before);
            default -> {}
        }
    }

    private void region(TraceEvent event, ThreadModel thread, RunModel before) {
        if (event.endpoint() == ScopeEndpoint.END) {
            end(event, thread, before);
        } else {
            begin(event, thread, before);
        }
    }

    private void begin(TraceEvent event, ThreadModel thread, RunModel before) {
        TaskFrame frame = thread.frameOf(event.taskId());
        if (frame != null && frame.isWaiting()) {
            findings.report("B3", event, "the open wait to end first", "a sync region begins inside it");
        }
        if (event.syncKind() == SyncRegionKind.BARRIER_EXPLICIT && event.codeptrRa() == 0) {
            findings.report("B2", event, "the call site of an explicit barrier", "none");
        }
        if (event.endsRegion()) {
            regionEndingCallSite(event, before.region(event.parallelId()));
        }
    }

    private void regionEndingCallSite(TraceEvent event, @Nullable RegionModel region) {
        if (region == null) {
            return;
        }
        boolean encounters = region.encounteringThread() == event.threadId();
        int expected = encounters ? region.begin().codeptrRa() : 0;
        if (event.codeptrRa() != expected) {
            findings.report(
                    "B2",
                    event,
                    encounters ? "parallel_begin's call site id " + expected : "no call site on a worker",
                    event.codeptrRa() == 0 ? "none" : "call site id " + event.codeptrRa());
        }
    }

    private void end(TraceEvent event, ThreadModel thread, RunModel before) {
        TaskFrame frame = thread.frameOf(event.taskId());
        OpenSync sync = frame == null ? null : frame.innermostSync();
        if (frame == null || sync == null) {
            findings.report(grammar(event), event, "the end of an open " + kind(event), "none is open");
            return;
        }
        if (frame != thread.top()) {
            findings.report("T3", event, "task " + thread.currentTask() + " to end inside", "it is still current");
        }
        if (sync.begin().syncKind() != event.syncKind()) {
            findings.report(
                    "B3", event, "the end of the innermost, a " + kind(sync.begin()), "the end of a " + kind(event));
            return;
        }
        if (sync.isWaiting()) {
            findings.report(grammar(event), event, "the open wait to end first", "it is open");
        }
        matchesBegin(event, sync.begin());
        if (event.endsRegion()) {
            if (event.parallelId() != 0) {
                findings.report("B1", event, "no region at the end", "region " + event.parallelId());
            }
        } else {
            sameRegion(event, sync.begin(), before);
        }
        waits(event, sync);
    }

    private void waits(TraceEvent event, OpenSync sync) {
        if (event.syncKind() == SyncRegionKind.BARRIER_EXPLICIT && sync.waits() == 0) {
            findings.report("B4", event, "a sync_region_wait inside the barrier", "none");
        }
    }

    private void wait(TraceEvent event, ThreadModel thread, RunModel before) {
        TaskFrame frame = thread.frameOf(event.taskId());
        OpenSync sync = frame == null ? null : frame.innermostSync();
        if (frame == null || sync == null || sync.begin().syncKind() != event.syncKind()) {
            findings.report(
                    grammar(event),
                    event,
                    "a wait inside a " + kind(event),
                    "the innermost is " + (sync == null ? "none" : "a " + kind(sync.begin())));
            return;
        }
        if (frame != thread.top()) {
            findings.report(
                    "B5", event, "waiting by the current task " + thread.currentTask(), "task " + frame.taskId());
        }
        boolean begins = event.endpoint() == ScopeEndpoint.BEGIN;
        if (begins == sync.isWaiting()) {
            findings.report(
                    grammar(event),
                    event,
                    begins ? "the open wait to end first" : "the end of an open wait",
                    begins ? "another begins" : "none is open");
        }
        matchesBegin(event, sync.begin());
        // Events do not name a region that has ended.
        if (!event.endsRegion() || event.parallelId() != 0) {
            sameRegion(event, sync.begin(), before);
        }
    }

    private void matchesBegin(TraceEvent event, TraceEvent begin) {
        if (event.taskId() != begin.taskId()) {
            findings.report(grammar(event), event, "task " + begin.taskId(), "task " + event.taskId());
        }
        if (event.codeptrRa() != begin.codeptrRa()) {
            findings.report(
                    grammar(event), event, "call site id " + begin.codeptrRa(), "call site id " + event.codeptrRa());
        }
        if (event.syncKind() == SyncRegionKind.TASKWAIT && event.waitId() != begin.waitId()) {
            findings.report("T9", event, "wait id " + begin.waitId(), "wait id " + event.waitId());
        }
    }

    private void sameRegion(TraceEvent event, TraceEvent begin, RunModel before) {
        if (event.parallelId() != begin.parallelId() && !hasOutlivedItsRegion(event, begin, before)) {
            findings.report(grammar(event), event, "region " + begin.parallelId(), "region " + event.parallelId());
        }
    }

    /* A task that continues after its region names the region around it, if any. The end of an initial task's region is not reported. */
    private static boolean hasOutlivedItsRegion(TraceEvent event, TraceEvent begin, RunModel before) {
        RegionModel region = before.region(begin.parallelId());
        return event.parallelId() == 0 || region != null && (region.hasEnded() || region.wasAbandoned());
    }

    private void switchTo(TraceEvent event, long taskId, ThreadModel thread) {
        TaskFrame top = thread.top();
        if (top != null && top.isWaiting() && thread.find(taskId) == null) {
            findings.report(
                    "B5", event, "the wait of task " + top.taskId() + " to end first", "task " + taskId + " starts");
        }
    }

    private void taskgroupIsOver(TraceEvent event, ThreadModel thread) {
        TaskFrame top = thread.top();
        OpenSync sync = top == null ? null : top.innermostSync();
        boolean isOver = sync != null && sync.begin().syncKind() == SyncRegionKind.TASKGROUP && sync.waits() > 0;
        if (isOver && event.endpoint() != ScopeEndpoint.END) {
            findings.report("T7", event, "nothing new in a taskgroup after its wait", "more work begins");
        }
    }

    private void dependence(TraceEvent event, RunModel before) {
        long sink = event.sinkTaskId();
        TaskHistory tasks = before.tasks();
        if (!before.tellsWaitsAsDependences() && tasks.isKnown(sink) && !tasks.hasDependences(sink)) {
            findings.report("T9", event, "a sink that was created with dependences", "task " + sink);
        }
    }

    private static String grammar(TraceEvent event) {
        SyncRegionKind kind = event.syncKind();
        return kind == SyncRegionKind.TASKWAIT || kind == SyncRegionKind.TASKGROUP ? "T7" : "B1";
    }

    private static String kind(TraceEvent event) {
        SyncRegionKind kind = event.syncKind();
        return kind == null ? "sync region" : kind.specName();
    }
}
