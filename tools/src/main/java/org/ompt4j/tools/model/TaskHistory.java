package org.ompt4j.tools.model;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.OmptRecord;
import org.ompt4j.ompt.ScopeEndpoint;

/** Which tasks were created, run and finished up to one point of the event stream, at a few bits per task. */
public final class TaskHistory {
    private final IdSet created = new IdSet();
    private final IdSet dependent = new IdSet();
    private final IdSet implicit = new IdSet();
    private final IdSet finished = new IdSet();
    private final IdSet discarded = new IdSet();
    private final IdSet started = new IdSet();
    /** The region in which each task was created that has not started; tasks that were created in none are left out. */
    private final Map<Long, Long> creationRegion = new HashMap<>();

    private long createdCount;
    private long startedCount;
    private long discardedCount;

    TaskHistory() {}

    /** Whether a task_create was seen for it. */
    public boolean wasCreated(long taskId) {
        return taskId != 0 && created.contains(taskId);
    }

    /** Whether it was created with dependences. */
    public boolean hasDependences(long taskId) {
        return dependent.contains(taskId);
    }

    /** Whether it was created or is an implicit task that has begun. */
    public boolean isKnown(long taskId) {
        return wasCreated(taskId) || implicit.contains(taskId);
    }

    public boolean hasStarted(long taskId) {
        return started.contains(taskId);
    }

    public boolean hasFinished(long taskId) {
        return finished.contains(taskId);
    }

    public boolean wasDiscarded(long taskId) {
        return discarded.contains(taskId);
    }

    /** Created tasks that neither ran nor were discarded. */
    public long neverRunCount() {
        return Math.max(0, createdCount - startedCount - discardedCount);
    }

    /** The region in which a task that has not started was created, 0 if none. */
    long creationRegion(long taskId) {
        return creationRegion.getOrDefault(taskId, 0L);
    }

    /** @param current the task that is current after the event, or null */
    void apply(OmptRecord record, @Nullable TaskFrame current) {
        if (record instanceof OmptRecord.TaskSchedule schedule) {
            schedule(schedule);
        } else if (record instanceof OmptRecord.TaskCreate task) {
            create(task, current);
        } else if (record instanceof OmptRecord.ImplicitTask task) {
            begin(task);
        } else if (record instanceof OmptRecord.Cancel cancel) {
            cancel(cancel);
        }
    }

    private void create(OmptRecord.TaskCreate task, @Nullable TaskFrame creator) {
        if (created.add(task.newTaskId())) {
            createdCount++;
        }
        if (task.hasDependences()) {
            dependent.add(task.newTaskId());
        }
        if (creator != null && creator.regionId() != 0) {
            creationRegion.put(task.newTaskId(), creator.regionId());
        }
    }

    private void begin(OmptRecord.ImplicitTask task) {
        if (task.endpoint() == ScopeEndpoint.BEGIN) {
            implicit.add(task.taskId());
            started.add(task.taskId());
        }
    }

    private void cancel(OmptRecord.Cancel cancel) {
        if ((cancel.flags() & CancelFlag.DISCARDED_TASK) == 0) {
            return;
        }
        creationRegion.remove(cancel.taskId());
        if (discarded.add(cancel.taskId()) && !started.contains(cancel.taskId())) {
            discardedCount++;
        }
    }

    private void schedule(OmptRecord.TaskSchedule schedule) {
        if (schedule.priorTaskStatus().endsTask()) {
            finished.add(schedule.priorTaskId());
        }
        long next = schedule.nextTaskId();
        if (next == 0 || implicit.contains(next)) {
            return;
        }
        creationRegion.remove(next);
        if (started.add(next) && created.contains(next)) {
            startedCount++;
        }
    }
}
