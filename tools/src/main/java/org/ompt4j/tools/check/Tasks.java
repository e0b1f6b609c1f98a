package org.ompt4j.tools.check;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.tools.read.TraceEvent;

/** Which tasks were created, run and finished up to one point of the event stream. */
final class Tasks {
    private final IdSet created = new IdSet();
    private final IdSet implicit = new IdSet();
    private final IdSet finished = new IdSet();
    private final IdSet discarded = new IdSet();
    private final IdSet started = new IdSet();
    /** Tasks that run on some thread now, with that thread. */
    private final Map<Long, Long> threadOfRunning = new HashMap<>();

    private long createdCount;
    private long startedCount;
    private long discardedCount;

    /** Whether a task_create was seen for it. */
    boolean wasCreated(long taskId) {
        return taskId != 0 && created.contains(taskId);
    }

    /** Whether it was created or is an implicit task that has begun. */
    boolean isKnown(long taskId) {
        return wasCreated(taskId) || implicit.contains(taskId);
    }

    boolean hasStarted(long taskId) {
        return started.contains(taskId);
    }

    boolean hasFinished(long taskId) {
        return finished.contains(taskId);
    }

    boolean wasDiscarded(long taskId) {
        return discarded.contains(taskId);
    }

    /** The thread on whose stack the task is, or null. */
    @Nullable
    Long runsOn(long taskId) {
        return threadOfRunning.get(taskId);
    }

    /** Created tasks that neither ran nor were discarded. */
    long neverRunCount() {
        return Math.max(0, createdCount - startedCount - discardedCount);
    }

    /** Takes the event's effect into account. */
    void apply(TraceEvent event) {
        Event kind = event.event();
        if (kind == Event.TASK_CREATE) {
            if (created.add(event.newTaskId())) {
                createdCount++;
            }
        } else if (kind == Event.IMPLICIT_TASK && event.endpoint() == ScopeEndpoint.BEGIN) {
            implicit.add(event.taskId());
        } else if (kind == Event.TASK_SCHEDULE) {
            schedule(event);
        } else if (kind == Event.CANCEL && (event.flags() & CancelFlag.DISCARDED_TASK) != 0) {
            if (discarded.add(event.taskId()) && !started.contains(event.taskId())) {
                discardedCount++;
            }
        }
    }

    private void schedule(TraceEvent event) {
        if (RunModel.endsTask(event.priorTaskStatus())) {
            finished.add(event.priorTaskId());
            threadOfRunning.remove(event.priorTaskId());
        }
        long next = event.nextTaskId();
        if (next == 0 || implicit.contains(next)) {
            return;
        }
        threadOfRunning.put(next, event.threadId());
        if (started.add(next) && created.contains(next)) {
            startedCount++;
        }
    }
}
