package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.TraceEvent;

/** One thread's stack of tasks and its state, rebuilt from its events. */
final class ThreadTimeline {
    /*
     * Overview. Each task has its open waits, innermost last: sync_region_wait, waits of ours, and acquisitions of mutexes that have not been
     * answered. The innermost is what the thread does while the task is current; without one the task works. An acquisition lasts until the
     * mutex is acquired or given up, or else until the thread does something else. Nothing of that is an end which is reported on
     * behalf of a thread when the run is over: it can be stuck in there.
     *
     * Before format version 6 nothing said that an attempt failed, or that a thread waited for a condition.
     */
    private static final int FIRST_WITH_WAITS = 6;

    final long id;
    private final PoolRegions pools;
    private final boolean tellsWaits;
    private final TaskFrame outside = new TaskFrame(TaskFrame.Kind.INITIAL, 0, 0);
    private final List<TaskFrame> frames = new ArrayList<>();
    private boolean isWorker;
    private boolean hasEnded;
    private @Nullable TraceEvent lastEvent;

    /**
     * @param pools tells which regions stand for pools
     * @param formatVersion of the trace
     */
    ThreadTimeline(long id, PoolRegions pools, int formatVersion) {
        this.id = id;
        this.pools = pools;
        this.tellsWaits = formatVersion >= FIRST_WITH_WAITS;
    }

    /** The thread's tasks, the current one last. */
    List<TaskFrame> frames() {
        return frames;
    }

    /** The current task, or null outside all tasks. */
    @Nullable
    TaskFrame top() {
        return frames.isEmpty() ? null : frames.get(frames.size() - 1);
    }

    /** The innermost membership in a region that is no pool, or null. */
    @Nullable
    TaskFrame member() {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (frames.get(i).kind == TaskFrame.Kind.MEMBER) {
                return frames.get(i);
            }
        }
        return null;
    }

    /** The membership in a pool, or null. */
    @Nullable
    TaskFrame pool() {
        for (TaskFrame each : frames) {
            if (each.kind == TaskFrame.Kind.POOL) {
                return each;
            }
        }
        return null;
    }

    /** The mutex_acquire of the current task that the thread is in and that has not been answered, or null. */
    @Nullable
    TraceEvent openAcquire() {
        TraceEvent wait = current().innermostWait();
        return wait != null && wait.event() == Event.MUTEX_ACQUIRE ? wait : null;
    }

    /** The mutex_acquire that this event of the current task answers, or null. */
    @Nullable
    TraceEvent acquireAnsweredBy(TraceEvent event) {
        return current().acquireAnsweredBy(event);
    }

    /** The mutex_acquire that is over with this event though it answers nothing: the attempt failed. Null if there is none. */
    @Nullable
    TraceEvent acquireGivenUpBefore(TraceEvent event) {
        TraceEvent open = openAcquire();
        return open != null && acquireAnsweredBy(event) == null && leavesAcquire(open, event) ? open : null;
    }

    private TaskFrame current() {
        TaskFrame top = top();
        return top == null ? outside : top;
    }

    /** What the thread was doing is not known any more. */
    void forget() {
        frames.clear();
        outside.waits.clear();
        lastEvent = null;
    }

    boolean hasEnded() {
        return hasEnded;
    }

    /** When the thread's last event so far happened. */
    long lastTimeNanos() {
        return lastEvent == null ? 0 : lastEvent.timeNanos();
    }

    boolean isEmpty() {
        return lastEvent == null;
    }

    /** The state from the last event up to this one, or, if null, up to the end of the trace. */
    State stateUntil(@Nullable TraceEvent next) {
        if (!tellsWaits && next != null && canBeConditionWait(next)) {
            return State.UNKNOWN;
        }
        TraceEvent wait = current().innermostWait();
        if (wait != null && (tellsWaits || next == null || !isFailedAttempt(wait, next))) {
            return stateOf(wait);
        }
        TaskFrame top = top();
        if (top == null) {
            return isWorker ? State.IDLE : State.WORK_SERIAL;
        }
        return top.reduces ? State.WORK_REDUCTION : workState(top);
    }

    /** Whether it did wait is unknown too, of a trace without failed attempts. */
    private static boolean isFailedAttempt(TraceEvent wait, TraceEvent next) {
        return wait.event() == Event.MUTEX_ACQUIRE && !TaskFrame.answers(next, wait);
    }

    /* A mutex that is released and acquired again at one call site: Object.wait, Condition.await, or two statements on one line. */
    private boolean canBeConditionWait(TraceEvent next) {
        TraceEvent last = lastEvent;
        return last != null
                && last.event() == Event.MUTEX_RELEASED
                && next.event() == Event.MUTEX_ACQUIRE
                && last.waitId() == next.waitId()
                && last.codeptrRa() == next.codeptrRa();
    }

    /** A lock of the user's is acquired by code of the user's, in which anything can happen. */
    private boolean leavesAcquire(TraceEvent acquire, TraceEvent next) {
        if (acquire.construct().has(Trait.ACQUIRED_IN_CODE) && next.event() != Event.THREAD_END) {
            return false;
        }
        return !tellsWaits || !canBeReportedForAStuckThread(next);
    }

    private static boolean canBeReportedForAStuckThread(TraceEvent event) {
        Event kind = event.event();
        return event.endpoint() == ScopeEndpoint.END
                || kind == Event.PARALLEL_END
                || kind == Event.THREAD_END
                || kind == Event.CANCEL
                || kind == Event.TASK_SCHEDULE && event.priorTaskStatus() == TaskStatus.CANCEL;
    }

    private State workState(TaskFrame top) {
        return switch (top.kind) {
            case INITIAL -> State.WORK_SERIAL;
            case POOL -> State.IDLE;
            case MEMBER -> isWorker ? State.OVERHEAD : State.WORK_PARALLEL;
            case EXPLICIT -> member() == null && pool() == null ? State.WORK_SERIAL : State.WORK_PARALLEL;
        };
    }

    private static State stateOf(TraceEvent wait) {
        MutexKind mutex = wait.mutexKind();
        if (mutex != null) {
            return mutex.waitState();
        }
        SyncRegionKind sync = wait.syncKind();
        State own = sync == null ? wait.state() : sync.waitState();
        return own == null ? State.UNKNOWN : own;
    }

    /** Takes the event's effect into account. */
    void apply(TraceEvent event) {
        lastEvent = event;
        Event kind = event.event();
        if (kind == null) {
            return;
        }
        TraceEvent givenUp = acquireGivenUpBefore(event);
        if (givenUp != null) {
            endWait(givenUp);
        }
        switch (kind) {
            case MUTEX_ACQUIRE -> current().waits.addLast(event);
            case MUTEX_ACQUIRED, NEST_LOCK -> endWait(acquireAnsweredBy(event));

            case THREAD_BEGIN -> isWorker = event.threadType() == ThreadType.WORKER;
            case THREAD_END -> hasEnded = true;
            case IMPLICIT_TASK -> implicitTask(event);
            case TASK_SCHEDULE -> taskSchedule(event);
            case SYNC_REGION -> syncRegion(event);
            case SYNC_REGION_WAIT -> syncRegionWait(event);
            case WAIT -> ownWait(event);
            case REDUCTION -> reduction(event);
            default -> {}
        }
    }

    private void implicitTask(TraceEvent event) {
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            frames.add(new TaskFrame(kind(event), event.taskId(), event.parallelId()));
        } else {
            removeThrough(event.taskId());
        }
    }

    private TaskFrame.Kind kind(TraceEvent event) {
        if ((event.flags() & TaskFlag.INITIAL) != 0) {
            return TaskFrame.Kind.INITIAL;
        }
        return pools.isPool(event.parallelId()) ? TaskFrame.Kind.POOL : TaskFrame.Kind.MEMBER;
    }

    private void taskSchedule(TraceEvent event) {
        if (event.priorTaskStatus() == TaskStatus.COMPLETE || event.priorTaskStatus() == TaskStatus.CANCEL) {
            TaskFrame prior = find(event.priorTaskId());
            if (prior != null && prior.kind == TaskFrame.Kind.EXPLICIT) {
                removeThrough(event.priorTaskId());
            }
        }
        if (event.nextTaskId() == 0) {
            return;
        }
        TaskFrame next = find(event.nextTaskId());
        if (next == null) {
            frames.add(new TaskFrame(TaskFrame.Kind.EXPLICIT, event.nextTaskId(), 0));
        } else {
            while (top() != next) {
                frames.remove(frames.size() - 1);
            }
        }
    }

    /** The frame of this task, or null if it is not on the stack. */
    @Nullable
    TaskFrame find(long taskId) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (frames.get(i).taskId == taskId) {
                return frames.get(i);
            }
        }
        return null;
    }

    private void removeThrough(long taskId) {
        TaskFrame last = find(taskId);
        while (last != null && frames.contains(last)) {
            frames.remove(frames.size() - 1);
        }
    }

    private void syncRegion(TraceEvent event) {
        TaskFrame top = top();
        if (top == null) {
            return;
        }
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            top.syncs.addLast(event);
        } else if (event.endpoint() == ScopeEndpoint.END) {
            top.syncs.pollLast();
            top.endSyncWait();
        }
    }

    private void syncRegionWait(TraceEvent event) {
        TaskFrame top = top();
        if (top != null && event.endpoint() == ScopeEndpoint.BEGIN) {
            top.waits.addLast(event);
        } else if (top != null) {
            top.endSyncWait();
        }
    }

    private void ownWait(TraceEvent event) {
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            current().waits.addLast(event);
        } else {
            endWait(event.endsAttempt() ? acquireAnsweredBy(event) : current().openOwnWait());
        }
    }

    private void endWait(@Nullable TraceEvent wait) {
        if (wait != null) {
            current().waits.removeLastOccurrence(wait);
        }
    }

    private void reduction(TraceEvent event) {
        TaskFrame top = top();
        if (top != null) {
            top.reduces = event.endpoint() == ScopeEndpoint.BEGIN;
        }
    }
}
