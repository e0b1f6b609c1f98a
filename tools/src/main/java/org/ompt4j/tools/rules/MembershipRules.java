package org.ompt4j.tools.rules;

import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** One membership of a thread in a region: it joins, works, waits in the region-ending barrier and leaves. */
final class MembershipRules implements RuleFamily {
    private final Findings findings;

    MembershipRules(Findings findings) {
        this.findings = findings;
    }

    static List<Rule> rules() {
        return List.of(Rule.of(
                "R3",
                "a membership is implicit_task begin, body, region-ending barrier, implicit_task end; memberships do"
                        + " not cross",
                EnumSet.of(Event.IMPLICIT_TASK, Event.PARALLEL_BEGIN, Event.SYNC_REGION),
                Precondition.STACKS));
    }

    @Override
    public void accept(TraceEvent event, Event kind, ThreadModel thread, RunModel before) {
        if (!thread.isKnown()) {
            return;
        }
        if (kind == Event.IMPLICIT_TASK && event.endpoint() == ScopeEndpoint.END) {
            leave(event, thread);
        } else {
            nothingAfterBarrier(event, thread);
        }
        if (kind == Event.SYNC_REGION && event.endsRegion()) {
            barrier(event, thread);
        }
        if (kind == Event.THREAD_END && thread.top() != null) {
            findings.report("R3", event, "no task on the thread when it ends", "task " + thread.currentTask());
        }
    }

    private void leave(TraceEvent event, ThreadModel thread) {
        TaskFrame frame = thread.find(event.taskId());
        if (frame == null || frame.kind() == TaskFrame.Kind.EXPLICIT) {
            findings.report("R3", event, "the end of an implicit task of this thread", "task " + event.taskId());
            return;
        }
        if (frame != thread.top()) {
            findings.report(
                    "R3",
                    event,
                    "the current task " + thread.currentTask() + " to end first",
                    "task " + frame.taskId());
        }
        if (event.parallelId() != 0) {
            findings.report("R3", event, "no region at the end", "region " + event.parallelId());
        }
        if (frame.isMembership()) {
            member(event, frame, frame.region());
        }
    }

    private void member(TraceEvent event, TaskFrame frame, @Nullable RegionModel region) {
        if (region == null || region.isPool()) {
            return;
        }
        if (!frame.hasLeftBarrier()) {
            findings.report("R3", event, "the region-ending barrier before implicit_task end", "none was left");
        }
        if (event.index() >= 0 && event.index() != frame.index()) {
            findings.report("R3", event, "index " + frame.index() + " as at the begin", "" + event.index());
        }
    }

    private void barrier(TraceEvent event, ThreadModel thread) {
        TaskFrame top = thread.top();
        if (top == null || !top.isMembership() || top.taskId() != event.taskId()) {
            findings.report(
                    "R3",
                    event,
                    "the region-ending barrier in the current implicit task",
                    "task " + event.taskId() + " while task " + thread.currentTask() + " is current");
        } else if (event.endpoint() == ScopeEndpoint.BEGIN && !names(event, top)) {
            findings.report("R3", event, "region " + top.regionId(), "region " + event.parallelId());
        }
    }

    /* An event of a worker that is delivered after the end of the region does not name the region, even if its time is before that. */
    private static boolean names(TraceEvent begin, TaskFrame membership) {
        RegionModel region = membership.region();
        boolean canBeLate = region != null && region.encounteringThread() != begin.threadId();
        return begin.parallelId() == membership.regionId() || canBeLate && begin.parallelId() == 0;
    }

    private void nothingAfterBarrier(TraceEvent event, ThreadModel thread) {
        TaskFrame top = thread.top();
        if (top != null && top.hasLeftBarrier()) {
            findings.report("R3", event, "implicit_task end right after the region-ending barrier", "another event");
            top.goesOnAfterBarrier();
        }
    }
}
