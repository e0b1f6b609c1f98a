package org.ompt4j.tools.conformance;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.conformance.LiveTask.Kind;
import org.ompt4j.tools.conformance.LiveThread.Frame;

/** T1, T2, T4, T5, T6, T8, T10. Called with the thread's monitor held. */
final class LiveTaskRules {
    private final LiveFindings findings;
    private final LiveData data;

    LiveTaskRules(LiveFindings findings, LiveData data) {
        this.findings = findings;
        this.data = data;
    }

    /** T4, at every event: what was created undeferred is the next thing to run. */
    void anyEvent(Heard at) {
        LiveTask awaited = at.thread().awaitedUndeferred;
        boolean belongs = at.event() == Event.TASK_SCHEDULE
                || at.event() == Event.TASK_DEPENDENCE
                || at.event() == Event.DEPENDENCES
                || at.event() == Event.CANCEL;
        if (awaited != null && !belongs) {
            at.thread().awaitedUndeferred = null;
            findings.report(LiveRule.T4, at, "undeferred " + awaited + " to be run first", "another event");
        }
    }

    /** T2: an event that says in which task it happened. */
    void isCurrent(Heard at, @Nullable LiveTask task) {
        if (at.thread().currentTask() != task) {
            findings.report(LiveRule.T2, at, "the current " + at.thread().currentTask(), "" + task);
        }
    }

    void create(Heard at, @Nullable LiveTask parent, OmptData created, int flags, boolean hasDependences) {
        LiveTask task = new LiveTask(
                created, Kind.EXPLICIT, flags, hasDependences, at.thread().currentRegion());
        data.beginTask(at, created, task);
        if (parent != at.thread().currentTask()) {
            findings.report(LiveRule.T1, at, "the current " + at.thread().currentTask() + " as creator", "" + parent);
        }
        if ((flags & TaskFlag.UNDEFERRED) != 0) {
            at.thread().awaitedUndeferred = task;
        }
    }

    void schedule(Heard at, @Nullable LiveTask prior, TaskStatus status, @Nullable OmptData nextData) {
        LiveThread thread = at.thread();
        LiveTask next = nextData == null ? null : next(at, nextData);
        boolean endsPrior = status == TaskStatus.COMPLETE || status == TaskStatus.CANCEL;
        undeferred(at, next);
        if (next != null && thread.find(next) == null) {
            starts(at, next, endsPrior);
        }
        priorIsCurrent(at, prior, next, endsPrior);
        if (endsPrior && prior != null) {
            end(at, prior);
        }
        if (next == null) {
            return;
        }
        Frame known = thread.find(next);
        if (known != null) {
            thread.popAbove(known);
        } else {
            thread.pushExplicit(next);
            next.hasStarted = true;
        }
    }

    private @Nullable LiveTask next(Heard at, OmptData nextData) {
        if (!data.isKnownTask(nextData)) {
            findings.report(LiveRule.T1, at, "a task_create for task " + nextData.id() + " first", "none so far");
        }
        return data.task(at, nextData);
    }

    private void undeferred(Heard at, @Nullable LiveTask next) {
        LiveTask awaited = at.thread().awaitedUndeferred;
        at.thread().awaitedUndeferred = null;
        if (awaited != null && awaited != next) {
            findings.report(LiveRule.T4, at, "undeferred " + awaited + " to be run first", "" + next);
        }
    }

    private void starts(Heard at, LiveTask next, boolean endsPrior) {
        if (next.hasEnded) {
            findings.report(LiveRule.T2, at, "a task that can still run", next + ", which has ended");
        } else if (next.wasDiscarded) {
            findings.report(LiveRule.T10, at, "no run of discarded " + next, "it is run");
        } else if (endsPrior) {
            findings.report(LiveRule.T2, at, "the task that was suspended to be resumed", next + " is started");
        }
        if (next.runner != null) {
            findings.report(LiveRule.T2, at, "one thread to run " + next, next.runner + " runs it too");
        }
    }

    private void priorIsCurrent(Heard at, @Nullable LiveTask prior, @Nullable LiveTask next, boolean endsPrior) {
        LiveThread thread = at.thread();
        Frame top = thread.top();
        if (top == null || top.task != prior) {
            findings.report(LiveRule.T2, at, "the current " + thread.currentTask() + " as prior", "" + prior);
        } else if (!endsPrior) {
            boolean suspendsUndeferred =
                    (prior.flags & TaskFlag.UNDEFERRED) != 0 && next != null && next == thread.taskBelow();
            if (suspendsUndeferred) {
                findings.report(LiveRule.T4, at, "undeferred " + prior + " to end first", "its creator is resumed");
            }
        } else if (prior.kind != Kind.EXPLICIT) {
            findings.report(LiveRule.T2, at, "the end of an explicit task", "implicit " + prior);
        } else if (next != thread.taskBelow()) {
            findings.report(LiveRule.T2, at, thread.taskBelow() + " to be resumed", "" + next);
        } else if (!top.syncs.isEmpty()) {
            findings.report(LiveRule.T2, at, "the task's barriers and taskwaits to end first", "one is open");
        }
    }

    private void end(Heard at, LiveTask prior) {
        if (prior.hasEnded) {
            findings.report(LiveRule.T5, at, "one end of " + prior, "a second one");
        }
        prior.hasEnded = true;
        Frame frame = at.thread().find(prior);
        if (frame != null) {
            inTime(at, frame);
            at.thread().popThrough(frame);
        }
        data.isOver(prior.data);
    }

    /* Only chunks of streams are certain to be waited for. */
    private void inTime(Heard at, Frame frame) {
        LiveRegion region = frame.region;
        if (region != null
                && frame.hasChunk
                && region.isJoinedByTheJdk()
                && at.timeNanos() > region.barrierEndTimeNanos()) {
            findings.suspect(
                    region,
                    LiveRule.T6,
                    at,
                    "the task of " + region + " to end before the region's barrier",
                    "it ended " + (at.timeNanos() - region.barrierEndTimeNanos()) + " ns later");
        }
    }

    void threadEnds(Heard at) {
        Frame top = at.thread().top();
        if (top != null && top.task.kind == Kind.EXPLICIT) {
            findings.report(LiveRule.T5, at, "the running task to end before its thread", top.task + " runs");
        }
    }

    /** T8: right after the creation, before the task runs. */
    void dependences(Heard at, @Nullable LiveTask task) {
        if (task == null || !task.hasDependences) {
            findings.report(LiveRule.T8, at, "a task that was created with dependences", "" + task);
        } else if (task.hasStarted) {
            findings.report(LiveRule.T8, at, "dependences before the task runs", task + " has run");
        }
    }

    void dependence(Heard at, OmptData source, OmptData sink) {
        for (OmptData each : new OmptData[] {source, sink}) {
            if (!data.isKnownTask(each)) {
                findings.report(LiveRule.T8, at, "a task that exists", "task " + each.id());
            }
        }
        LiveTask waiting = data.task(at, sink);
        if (waiting != null && waiting != at.thread().currentTask() && !waiting.hasDependences) {
            findings.report(LiveRule.T9, at, "the current " + at.thread().currentTask() + " to wait", "" + waiting);
        }
    }

    void cancel(Heard at, OmptData taskData, int flags) {
        int how = Integer.bitCount(flags & (CancelFlag.ACTIVATED | CancelFlag.DETECTED | CancelFlag.DISCARDED_TASK));
        int what = Integer.bitCount(
                flags & (CancelFlag.PARALLEL | CancelFlag.SECTIONS | CancelFlag.LOOP | CancelFlag.TASKGROUP));
        if (how != 1 || what != 1) {
            findings.report(
                    LiveRule.T10,
                    at,
                    "one of parallel, sections, loop, taskgroup and one of activated, detected, discarded_task",
                    CancelFlag.names(flags).toString());
        }
        LiveTask task = data.task(at, taskData);
        if (task != null && (flags & CancelFlag.DISCARDED_TASK) != 0) {
            if (task.hasStarted) {
                findings.report(LiveRule.T10, at, "a discarded task that never ran", task + " has run");
            }
            task.wasDiscarded = true;
            data.isOver(taskData);
        }
    }
}
