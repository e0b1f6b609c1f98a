package org.ompt4j.tools.model;

import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.read.TraceEvent;

/** Which tasks were created, run and finished up to one point of the event stream, at a few bits per task. */
public final class TaskHistory {
    private final IdSet created = new IdSet();
    private final IdSet untied = new IdSet();
    private final IdSet dependent = new IdSet();
    private final IdSet toldToDepend = new IdSet();
    private final IdSet implicit = new IdSet();
    private final IdSet finished = new IdSet();
    private final IdSet detached = new IdSet();
    private final IdSet discarded = new IdSet();
    private final IdSet started = new IdSet();
    private long createdCount;
    private long startedCount;
    private long discardedCount;
    private long unfulfilledCount;

    TaskHistory() {}

    /** Whether a task_create was seen for it. */
    public boolean wasCreated(long taskId) {
        return taskId != 0 && created.contains(taskId);
    }

    /** Whether it was created with dependences. */
    public boolean hasDependences(long taskId) {
        return dependent.contains(taskId);
    }

    /** Whether its dependences were reported. */
    public boolean wasToldToDepend(long taskId) {
        return toldToDepend.contains(taskId);
    }

    /** Whether it was created or is an implicit task that has begun. */
    public boolean isKnown(long taskId) {
        return wasCreated(taskId) || implicit.contains(taskId);
    }

    /** Whether it was created as a tied task, which stays on the thread on which it starts. */
    public boolean isTied(long taskId) {
        return wasCreated(taskId) && !untied.contains(taskId);
    }

    public boolean hasStarted(long taskId) {
        return started.contains(taskId);
    }

    public boolean hasFinished(long taskId) {
        return finished.contains(taskId);
    }

    /** Whether it was detached: its body is over, and another event had to complete it. */
    public boolean wasDetached(long taskId) {
        return detached.contains(taskId);
    }

    /** Detached tasks that have not ended. */
    public long unfulfilledCount() {
        return unfulfilledCount;
    }

    public boolean wasDiscarded(long taskId) {
        return discarded.contains(taskId);
    }

    /** Created tasks that neither ran nor were discarded. */
    public long neverRunCount() {
        return Math.max(0, createdCount - startedCount - discardedCount);
    }

    void apply(TraceEvent event) {
        if (event.event() == Event.TASK_SCHEDULE) {
            schedule(event);
        } else if (event.event() == Event.TASK_CREATE) {
            create(event);
        } else if (event.event() == Event.IMPLICIT_TASK) {
            begin(event);
        } else if (event.event() == Event.CANCEL) {
            cancel(event);
        } else if (event.event() == Event.DEPENDENCES) {
            toldToDepend.add(event.taskId());
        }
    }

    private void create(TraceEvent task) {
        if ((task.flags() & TaskFlag.UNTIED) != 0) {
            untied.add(task.newTaskId());
        }
        if (created.add(task.newTaskId())) {
            createdCount++;
        }
        if (task.value(Member.HAS_DEPENDENCES) != 0) {
            dependent.add(task.newTaskId());
        }
    }

    private void begin(TraceEvent task) {
        if (task.endpoint() == ScopeEndpoint.BEGIN) {
            implicit.add(task.taskId());
            started.add(task.taskId());
        }
    }

    private void cancel(TraceEvent cancel) {
        if (!cancel.discardsTask()) {
            return;
        }
        if (discarded.add(cancel.taskId()) && !started.contains(cancel.taskId())) {
            discardedCount++;
        }
    }

    private void schedule(TraceEvent schedule) {
        long prior = schedule.priorTaskId();
        if (schedule.endsTask() && finished.add(prior) && detached.contains(prior)) {
            unfulfilledCount--;
        } else if (schedule.priorTaskStatus() == TaskStatus.DETACH
                && detached.add(prior)
                && !finished.contains(prior)) {
            unfulfilledCount++;
        }
        long next = schedule.nextTaskId();
        if (next == 0 || implicit.contains(next)) {
            return;
        }
        if (started.add(next) && created.contains(next)) {
            startedCount++;
        }
    }
}
