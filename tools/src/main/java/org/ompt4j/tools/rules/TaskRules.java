package org.ompt4j.tools.rules;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.TaskHistory;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;

/** Explicit tasks are created, scheduled, completed or cancelled. */
final class TaskRules implements RuleFamily {
    private static final EnumSet<Event> CREATE_AND_SCHEDULE = EnumSet.of(Event.TASK_CREATE, Event.TASK_SCHEDULE);
    /* Events that happen in the current task and name it. */
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
            Event.WAKEUP,
            Event.TASK_LATE,
            Event.TASK_CPU_TIME);

    private final Guarantees guarantees;
    private final Findings findings;
    private final DeferredViolations deferred;
    private final Undeferred undeferred;
    private final List<TraceEvent> endsInTheMiddle = new ArrayList<>();

    TaskRules(Guarantees guarantees, Findings findings, DeferredViolations deferred) {
        this.guarantees = guarantees;
        this.findings = findings;
        this.deferred = deferred;
        this.undeferred = new Undeferred(findings);
    }

    static List<Rule> rules() {
        return List.of(
                Rule.of(
                        "T1",
                        "task_create, by the creating task, precedes the task's first task_schedule",
                        CREATE_AND_SCHEDULE,
                        Precondition.STACKS,
                        Precondition.BEGINNING,
                        Precondition.NO_LOSS,
                        Precondition.ALL_CALL_SITES),
                Rule.of(
                        "T2",
                        "a task is scheduled in from the current task and gives back to the one it came from",
                        EnumSet.of(Event.TASK_SCHEDULE),
                        Precondition.STACKS),
                Rule.of(
                        "T4",
                        "an undeferred task is run to its end before its creator's next event",
                        CREATE_AND_SCHEDULE,
                        Precondition.STACKS),
                Rule.of(
                        "T5",
                        "a task ends once, and a task that has started ends before its thread",
                        CREATE_AND_SCHEDULE,
                        Precondition.STACKS),
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
                        Precondition.STACKS,
                        Precondition.NO_LOSS),
                Rule.of(
                        "T8",
                        "a task is created with dependences, then its dependences are told, then a task_dependence from a"
                                + " task that exists",
                        EnumSet.of(Event.TASK_CREATE, Event.DEPENDENCES, Event.TASK_DEPENDENCE),
                        Precondition.STACKS,
                        Precondition.BEGINNING,
                        Precondition.NO_LOSS,
                        Precondition.ALL_CALL_SITES),
                Rule.of(
                        "T10",
                        "a cancel says what is cancelled and how it was noticed; a discarded task never runs",
                        EnumSet.of(Event.CANCEL)),
                Rule.of(
                        "T11",
                        "a task is fulfilled, once and with no next task, after it was detached",
                        EnumSet.of(Event.TASK_SCHEDULE),
                        Precondition.STACKS,
                        Precondition.BEGINNING,
                        Precondition.NO_LOSS),
                Rule.of(
                        "T12",
                        "only an untied task leaves its thread before it ends, and goes on on another; a virtual thread is one",
                        CREATE_AND_SCHEDULE,
                        Precondition.STACKS,
                        Precondition.BEGINNING,
                        Precondition.NO_LOSS));
    }

    @Override
    public void accept(TraceEvent event, Event kind, ThreadModel thread, RunModel before) {
        TaskHistory tasks = before.tasks();
        if (thread.isKnown()) {
            undeferred.accept(event, thread);
            isCurrent(event, kind, thread);
        }
        switch (kind) {
            case TASK_CREATE -> create(event, thread);
            case TASK_SCHEDULE -> schedule(event, thread, before);
            case DEPENDENCES -> dependences(event, before);
            case TASK_DEPENDENCE -> {
                exists(event, event.srcTaskId(), "source task", tasks);
                exists(event, event.sinkTaskId(), "sink task", tasks);
                toldToDepend(event, before);
            }
            case CANCEL -> cancel(event, tasks);
            case SYNC_REGION -> regionEnds(event, thread, before);
            case THREAD_END -> threadEnds(event, thread);
            default -> {}
        }
        if (beginsSomething(kind)) {
            reportThreadsThatEndedInTheMiddle();
        }
    }

    @Override
    public void finish(RunModel end) {
        long neverRun = end.tasks().neverRunCount();
        if (guarantees.hasEnd() && guarantees.hasBeginning() && neverRun > 0) {
            findings.note(Units.plural(neverRun, "task") + wereOrWas(neverRun)
                    + " created and had not run when the program ended (legal)");
        }
        long unfulfilled = end.tasks().unfulfilledCount();
        if (guarantees.hasEnd() && unfulfilled > 0) {
            findings.note(Units.plural(unfulfilled, "task") + " had run and" + wereOrWas(unfulfilled)
                    + " not complete when the program ended (legal)");
        }
    }

    private static String wereOrWas(long number) {
        return number == 1 ? " was" : " were";
    }

    private void create(TraceEvent event, ThreadModel thread) {
        if (TraceEvent.isVirtualThread(event.newTaskId()) && (event.flags() & TaskFlag.UNTIED) == 0) {
            findings.report("T12", event, "virtual thread " + event.newTaskId() + " to be untied", "it is not");
        }
        if (thread.isKnown() && event.encounteringTaskId() != thread.currentTask()) {
            findings.report(
                    "T1",
                    event,
                    "the current task " + thread.currentTask() + " as creator",
                    "task " + event.encounteringTaskId());
        }
    }

    private void schedule(TraceEvent event, ThreadModel thread, RunModel before) {
        if (event.isFulfillment()) {
            fulfilled(event, before.tasks());
        }
        if (event.endsTask() && before.tasks().hasFinished(event.priorTaskId())) {
            findings.report("T5", event, "one end of task " + event.priorTaskId(), "a second one");
        }
        long next = event.nextTaskId();
        if (next != 0 && thread.find(next) == null && thread.isKnown()) {
            starts(event, next, before.tasks());
            runsOnce(event, next, before);
        }
        if (thread.isKnown() && !event.isFulfillment()) {
            priorIsCurrent(event, thread);
            staysOnItsThread(event, next, thread, before.tasks());
        }
    }

    /* A task under the next one is still on the thread; with no next one the prior task has left it. */
    private void staysOnItsThread(TraceEvent event, long next, ThreadModel thread, TaskHistory tasks) {
        long prior = event.priorTaskId();
        if (next == 0 && prior != 0 && !event.endsBody() && tasks.isTied(prior)) {
            findings.report("T12", event, "tied task " + prior + " to end on this thread", "it leaves the thread");
        } else if (next != 0 && thread.find(next) == null && tasks.hasStarted(next) && tasks.isTied(next)) {
            findings.report("T12", event, "tied task " + next + " to run on one thread", "it goes on here");
        }
    }

    private void fulfilled(TraceEvent event, TaskHistory tasks) {
        if (!tasks.wasDetached(event.priorTaskId())) {
            findings.report("T11", event, "a task that was detached", "task " + event.priorTaskId());
        } else if (event.nextTaskId() != 0) {
            findings.report("T11", event, "no next task", "task " + event.nextTaskId());
        }
    }

    private void starts(TraceEvent event, long next, TaskHistory tasks) {
        if (!tasks.isKnown(next)) {
            findings.report("T1", event, "a task_create for task " + next + " first", "none so far");
        } else if (tasks.hasFinished(next)) {
            findings.report("T2", event, "a task that can still run", "task " + next + ", which has ended");
        } else if (tasks.wasDiscarded(next)) {
            findings.report("T10", event, "no run of discarded task " + next, "it is run");
        } else if (event.endsBody()) {
            findings.report("T2", event, "the task that was suspended to be resumed", "task " + next + " is started");
        }
    }

    /* The event with which the task leaves its thread can be delivered after the one with which another thread resumes it. */
    private void runsOnce(TraceEvent event, long next, RunModel before) {
        ThreadModel runner = before.runner(next);
        TaskFrame running = runner == null ? null : runner.find(next);
        if (guarantees.hasBeginning() && runner != null && running != null) {
            deferred.unless(
                    () -> running.leftAtNanos() <= event.timeNanos(),
                    "T2",
                    event,
                    "one thread to run task " + next,
                    "thread " + runner.id() + " runs it too");
        }
    }

    private void priorIsCurrent(TraceEvent event, ThreadModel thread) {
        long current = thread.currentTask();
        if (event.priorTaskId() != current) {
            findings.report("T2", event, "the current task " + current + " as prior", "task " + event.priorTaskId());
            return;
        }
        TaskFrame top = thread.top();
        if (top == null || !event.endsBody()) {
            return;
        }
        if (top.kind() != TaskFrame.Kind.EXPLICIT) {
            findings.report("T2", event, "the end of an explicit task", "implicit task " + top.taskId());
        } else if (event.nextTaskId() != thread.taskBelow()) {
            findings.report("T2", event, "task " + thread.taskBelow() + " to be resumed", "task " + event.nextTaskId());
        } else if (!top.syncs().isEmpty()) {
            findings.report("T2", event, "the task's barriers and taskwaits to end first", "one is open");
        }
    }

    private void isCurrent(TraceEvent event, Event kind, ThreadModel thread) {
        if (OF_CURRENT_TASK.contains(kind) && event.taskId() != thread.currentTask()) {
            findings.report("T2", event, "the current task " + thread.currentTask(), "task " + event.taskId());
        }
    }

    private void dependences(TraceEvent event, RunModel before) {
        TaskHistory tasks = before.tasks();
        long task = event.taskId();
        exists(event, task, "task", tasks);
        if (tasks.wasCreated(task) && !tasks.hasDependences(task)) {
            findings.report("T8", event, "a task that was created with dependences", "task " + task);
        } else if (!before.isInOrderOfTime() && tasks.hasStarted(task)) {
            findings.report("T8", event, "dependences before the task runs", "task " + task + " has run");
        }
    }

    private void toldToDepend(TraceEvent event, RunModel before) {
        long sink = event.sinkTaskId();
        TaskHistory tasks = before.tasks();
        if (!before.tellsWaitsAsDependences() && tasks.isKnown(sink) && !tasks.wasToldToDepend(sink)) {
            findings.report("T8", event, "dependences of the sink first", "none of task " + sink);
        }
    }

    private void exists(TraceEvent event, long task, String role, TaskHistory tasks) {
        if (!tasks.isKnown(task)) {
            findings.report("T8", event, "a task that exists", role + " " + task);
        }
    }

    private void cancel(TraceEvent event, TaskHistory tasks) {
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

    /* The encountering thread leaves the barrier: tasks of the region that other members still run violate the rule. */
    private void regionEnds(TraceEvent event, ThreadModel thread, RunModel before) {
        if (event.endpoint() != ScopeEndpoint.END || !event.endsRegion() || !thread.isKnown()) {
            return;
        }
        TaskFrame membership = thread.frameOf(event.taskId());
        RegionModel region = membership == null ? null : membership.region();
        if (region == null || region.encounteringThread() != event.threadId()) {
            return;
        }
        for (ThreadModel each : before.threads()) {
            TaskFrame running = each == thread ? null : chunkIn(region, each);
            if (running != null) {
                deferred.unless(
                        () -> region.wasAbandoned() || isCutOff(each, running) || hasLeft(running, event, before),
                        "T6",
                        event,
                        "all tasks of region " + region.id() + " to have ended",
                        "task " + running.taskId() + " runs on thread " + each.id());
            }
        }
    }

    /* If the JVM was killed or recording was paused, a thread may not have recorded the end of a completed task. */
    private boolean isCutOff(ThreadModel thread, TaskFrame running) {
        return !guarantees.hasEnd() && thread.frames().contains(running);
    }

    /* The end of the task can be delivered after that of the region. */
    private static boolean hasLeft(TaskFrame running, TraceEvent regionEnds, RunModel run) {
        return !run.isInOrderOfTime() && running.leftAtNanos() <= regionEnds.timeNanos();
    }

    /* Only chunks of streams are certain to be waited for; what a lambda forks without a join may go on. */
    private static @Nullable TaskFrame chunkIn(RegionModel region, ThreadModel thread) {
        if (!region.isJoinedByTheJdk()) {
            return null;
        }
        for (TaskFrame each : thread.frames()) {
            if (each.regionId() == region.id() && each.hasChunk()) {
                return each;
            }
        }
        return null;
    }

    /* A daemon thread can be in the middle of a task when the run is finalized; nothing begins after that. */
    private void threadEnds(TraceEvent event, ThreadModel thread) {
        TaskFrame top = thread.top();
        if (top != null && top.kind() == TaskFrame.Kind.EXPLICIT) {
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
