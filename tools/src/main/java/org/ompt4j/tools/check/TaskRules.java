package org.ompt4j.tools.check;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.tools.read.TraceEvent;

/** Explicit tasks are created, scheduled, completed or cancelled. */
final class TaskRules implements RuleFamily {
    private static final EnumSet<Event> CREATE_AND_SCHEDULE = EnumSet.of(Event.TASK_CREATE, Event.TASK_SCHEDULE);
    /* Events that happen in the current task and say which that is. */
    private static final EnumSet<Event> OF_CURRENT_TASK = EnumSet.of(
            Event.WORK,
            Event.DISPATCH,
            Event.SYNC_REGION,
            Event.SYNC_REGION_WAIT,
            Event.REDUCTION,
            Event.MASKED,
            Event.MUTEX_ACQUIRE,
            Event.MUTEX_ACQUIRED,
            Event.MUTEX_RELEASED,
            Event.NEST_LOCK,
            Event.WAIT,
            Event.WAKEUP);

    private final Promises promises;
    private final Findings findings;
    private final Suspicions suspicions;
    private final Tasks tasks;
    private final Undeferred undeferred;
    private final List<TraceEvent> endsInTheMiddle = new ArrayList<>();

    TaskRules(Promises promises, Findings findings, Suspicions suspicions, Tasks tasks) {
        this.promises = promises;
        this.findings = findings;
        this.suspicions = suspicions;
        this.tasks = tasks;
        this.undeferred = new Undeferred(findings);
    }

    static List<Rule> rules() {
        return List.of(
                Rule.of(
                        "T1",
                        "task_create, by the creating task, precedes the task's first task_schedule",
                        CREATE_AND_SCHEDULE,
                        Need.STACKS,
                        Need.BEGINNING,
                        Need.NO_LOSS,
                        Need.ALL_CALL_SITES),
                Rule.of(
                        "T2",
                        "a task is scheduled in from the current task and gives back to the one it came from",
                        EnumSet.of(Event.TASK_SCHEDULE),
                        Need.STACKS),
                Rule.of(
                        "T4",
                        "an undeferred task is run to its end before its creator's next event",
                        CREATE_AND_SCHEDULE,
                        Need.STACKS),
                Rule.of(
                        "T5",
                        "a task ends once, and a task that has started ends before its thread",
                        CREATE_AND_SCHEDULE,
                        Need.STACKS),
                Rule.of(
                        "T6",
                        "the tasks of a region end before its encountering thread leaves the region-ending barrier",
                        EnumSet.of(
                                Event.TASK_SCHEDULE,
                                Event.SYNC_REGION,
                                Event.PARALLEL_BEGIN,
                                Event.DISPATCH,
                                Event.ERROR,
                                Event.CANCEL),
                        Need.STACKS,
                        Need.NO_LOSS),
                Rule.of(
                        "T8",
                        "both tasks of a task_dependence exist, and the task of a dependences event",
                        EnumSet.of(Event.TASK_CREATE, Event.TASK_DEPENDENCE),
                        Need.STACKS,
                        Need.BEGINNING,
                        Need.NO_LOSS,
                        Need.ALL_CALL_SITES),
                Rule.of(
                        "T10",
                        "a cancel says what is cancelled and how it was noticed; a discarded task never runs",
                        EnumSet.of(Event.CANCEL)));
    }

    @Override
    public void accept(TraceEvent event, RunModel before) {
        Event kind = event.event();
        if (kind == null) {
            return;
        }
        ThreadModel thread = before.thread(event);
        if (thread.isKnown) {
            undeferred.accept(event, thread);
            isCurrent(event, kind, thread);
        }
        switch (kind) {
            case TASK_CREATE -> create(event, thread);
            case TASK_SCHEDULE -> schedule(event, thread);
            case DEPENDENCES -> exists(event, event.taskId(), "task");
            case TASK_DEPENDENCE -> dependence(event);
            case CANCEL -> cancel(event);
            case SYNC_REGION -> regionEnds(event, before);
            case THREAD_END -> threadEnds(event, thread);
            default -> {}
        }
        if (beginsSomething(kind)) {
            reportThreadsThatEndedInTheMiddle();
        }
    }

    @Override
    public void finish(RunModel end) {
        if (promises.hasEnd() && promises.hasBeginning() && tasks.neverRunCount() > 0) {
            findings.note(tasks.neverRunCount() + " tasks were created and had not run when the program ended (legal)");
        }
    }

    private void create(TraceEvent event, ThreadModel thread) {
        if (thread.isKnown && event.encounteringTaskId() != thread.currentTask()) {
            findings.report(
                    "T1",
                    event,
                    "the current task " + thread.currentTask() + " as creator",
                    "task " + event.encounteringTaskId());
        }
    }

    private void schedule(TraceEvent event, ThreadModel thread) {
        ended(event);
        long next = event.nextTaskId();
        if (next != 0 && thread.find(next) == null && thread.isKnown) {
            starts(event, next);
        }
        if (thread.isKnown) {
            priorIsCurrent(event, thread);
        }
    }

    private void ended(TraceEvent event) {
        if (!RunModel.endsTask(event.priorTaskStatus())) {
            return;
        }
        if (tasks.hasFinished(event.priorTaskId())) {
            findings.report("T5", event, "one end of task " + event.priorTaskId(), "a second one");
        }
    }

    private void starts(TraceEvent event, long next) {
        if (!tasks.isKnown(next)) {
            findings.report("T1", event, "a task_create for task " + next + " first", "none so far");
        } else if (tasks.hasFinished(next)) {
            findings.report("T2", event, "a task that can still run", "task " + next + ", which has ended");
        } else if (tasks.wasDiscarded(next)) {
            findings.report("T10", event, "no run of discarded task " + next, "it is run");
        } else if (event.priorTaskStatus() != null && RunModel.endsTask(event.priorTaskStatus())) {
            findings.report("T2", event, "the task that was suspended to be resumed", "task " + next + " is started");
        }
    }

    private void priorIsCurrent(TraceEvent event, ThreadModel thread) {
        long current = thread.currentTask();
        if (event.priorTaskId() != current) {
            findings.report("T2", event, "the current task " + current + " as prior", "task " + event.priorTaskId());
            return;
        }
        Frame top = thread.top();
        if (top == null || !RunModel.endsTask(event.priorTaskStatus())) {
            return;
        }
        if (top.kind != Frame.Kind.EXPLICIT) {
            findings.report("T2", event, "the end of an explicit task", "implicit task " + top.taskId);
        } else if (event.nextTaskId() != thread.taskBelow()) {
            findings.report("T2", event, "task " + thread.taskBelow() + " to be resumed", "task " + event.nextTaskId());
        } else if (!top.syncs.isEmpty()) {
            findings.report("T2", event, "the task's barriers and taskwaits to end first", "one is open");
        }
    }

    private void isCurrent(TraceEvent event, Event kind, ThreadModel thread) {
        if (OF_CURRENT_TASK.contains(kind) && event.taskId() != thread.currentTask()) {
            findings.report("T2", event, "the current task " + thread.currentTask(), "task " + event.taskId());
        }
    }

    private void dependence(TraceEvent event) {
        exists(event, event.srcTaskId(), "source task");
        exists(event, event.sinkTaskId(), "sink task");
    }

    private void exists(TraceEvent event, long task, String role) {
        if (!tasks.isKnown(task)) {
            findings.report("T8", event, "a task that exists", role + " " + task);
        }
    }

    private void cancel(TraceEvent event) {
        int flags = event.flags();
        int how = Integer.bitCount(flags & (CancelFlag.ACTIVATED | CancelFlag.DETECTED | CancelFlag.DISCARDED_TASK));
        int what = Integer.bitCount(
                flags & (CancelFlag.PARALLEL | CancelFlag.SECTIONS | CancelFlag.LOOP | CancelFlag.TASKGROUP));
        if (how != 1 || what != 1) {
            findings.report(
                    "T10",
                    event,
                    "one of parallel, sections, loop, taskgroup and one of activated, detected, discarded_task",
                    CancelFlag.names(flags).toString());
        }
        boolean discards = (flags & CancelFlag.DISCARDED_TASK) != 0;
        if (discards && tasks.hasStarted(event.taskId())) {
            findings.report("T10", event, "a discarded task that never ran", "task " + event.taskId() + " has run");
        }
    }

    /* The encountering thread leaves the barrier: tasks of the region that other members still run are too late. */
    private void regionEnds(TraceEvent event, RunModel before) {
        ThreadModel thread = before.thread(event);
        if (event.endpoint() != ScopeEndpoint.END || !Frame.endsRegion(event.syncKind()) || !thread.isKnown) {
            return;
        }
        Frame membership = RunModel.owner(event, thread);
        RegionModel region = membership == null ? null : before.region(membership.regionId);
        if (region == null || region.begin.threadId() != event.threadId()) {
            return;
        }
        for (ThreadModel each : before.threads()) {
            Frame running = each == thread ? null : chunkIn(region, each);
            if (running != null) {
                suspicions.unlessAbandonedOr(
                        () -> isCutOff(each, running),
                        region,
                        "T6",
                        event,
                        "all tasks of region " + region.id() + " to have ended",
                        "task " + running.taskId + " runs on thread " + each.id);
            }
        }
    }

    /* A JVM that was killed, or a pause, may have kept a thread from writing down the end that its task already had. */
    private boolean isCutOff(ThreadModel thread, Frame running) {
        return !promises.hasEnd() && thread.frames().contains(running);
    }

    /* Only chunks of streams are certain to be waited for; what a lambda forks and nobody joins may go on. */
    private static @Nullable Frame chunkIn(RegionModel region, ThreadModel thread) {
        if (!region.isJoinedByTheJdk()) {
            return null;
        }
        for (Frame each : thread.frames()) {
            if (each.regionId == region.id() && each.hasChunk) {
                return each;
            }
        }
        return null;
    }

    /* A daemon thread can be in the middle of a task when the run is finalized; nothing begins after that. */
    private void threadEnds(TraceEvent event, ThreadModel thread) {
        Frame top = thread.top();
        if (top != null && top.kind == Frame.Kind.EXPLICIT) {
            endsInTheMiddle.add(event);
        }
    }

    private void reportThreadsThatEndedInTheMiddle() {
        for (TraceEvent each : endsInTheMiddle) {
            findings.report("T5", each, "the running task to end before its thread", "task " + each.taskId() + " runs");
        }
        endsInTheMiddle.clear();
    }

    private static boolean beginsSomething(Event kind) {
        return kind == Event.THREAD_BEGIN || kind == Event.TASK_CREATE || kind == Event.PARALLEL_BEGIN;
    }

    static boolean isUndeferred(TraceEvent create) {
        return (create.flags() & TaskFlag.UNDEFERRED) != 0;
    }
}
