package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
    final long id;
    private final PoolRegions pools;
    private final List<TaskFrame> frames = new ArrayList<>();
    private boolean isWorker;
    private boolean hasEnded;
    private @Nullable TraceEvent lastEvent;
    private @Nullable TraceEvent openAcquire;

    /** @param pools tells which regions stand for pools */
    ThreadTimeline(long id, PoolRegions pools) {
        this.id = id;
        this.pools = pools;
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

    /** The mutex_acquire that has not been answered, or null. */
    @Nullable
    TraceEvent openAcquire() {
        return openAcquire;
    }

    /** What the thread was doing is not known any more. */
    void forget() {
        frames.clear();
        openAcquire = null;
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
        if (next != null && endsConditionWait(next)) {
            return State.WAIT_CONDITION;
        }
        if (openAcquire != null && (next == null || isAnswer(next))) {
            return waitState(openAcquire.mutexKind());
        }
        TaskFrame top = top();
        if (top == null) {
            return isWorker ? State.IDLE : State.WORK_SERIAL;
        }
        State ownWait = top.openWait == null ? null : top.openWait.state();
        if (ownWait != null) {
            return ownWait;
        }
        if (top.waits && !top.syncs.isEmpty()) {
            return waitState(top.syncs.getLast().syncKind());
        }
        return top.reduces ? State.WORK_REDUCTION : workState(top);
    }

    /* A mutex that is released and acquired again at one call site: Object.wait or Condition.await. */
    private boolean endsConditionWait(TraceEvent next) {
        TraceEvent last = lastEvent;
        return last != null
                && last.event() == Event.MUTEX_RELEASED
                && next.event() == Event.MUTEX_ACQUIRE
                && last.waitId() == next.waitId()
                && last.codeptrRa() == next.codeptrRa();
    }

    private boolean isAnswer(TraceEvent next) {
        return openAcquire != null
                && next.waitId() == openAcquire.waitId()
                && (next.event() == Event.MUTEX_ACQUIRED || next.event() == Event.NEST_LOCK);
    }

    private State workState(TaskFrame top) {
        return switch (top.kind) {
            case INITIAL -> State.WORK_SERIAL;
            case POOL -> State.IDLE;
            case MEMBER -> isWorker ? State.OVERHEAD : State.WORK_PARALLEL;
            case EXPLICIT -> member() == null && pool() == null ? State.WORK_SERIAL : State.WORK_PARALLEL;
        };
    }

    private static State waitState(@Nullable MutexKind kind) {
        if (kind == null) {
            return State.WAIT_MUTEX;
        }
        return switch (kind) {
            case CRITICAL -> State.WAIT_CRITICAL;
            case ATOMIC -> State.WAIT_ATOMIC;
            case ORDERED -> State.WAIT_ORDERED;
            case LOCK, TEST_LOCK, NEST_LOCK, TEST_NEST_LOCK -> State.WAIT_LOCK;
        };
    }

    private static State waitState(@Nullable SyncRegionKind kind) {
        if (kind == null) {
            return State.WAIT_BARRIER_IMPLEMENTATION;
        }
        return switch (kind) {
            case BARRIER_EXPLICIT -> State.WAIT_BARRIER_EXPLICIT;
            case BARRIER_IMPLEMENTATION -> State.WAIT_BARRIER_IMPLEMENTATION;
            case BARRIER_IMPLICIT_WORKSHARE -> State.WAIT_BARRIER_IMPLICIT_WORKSHARE;
            case BARRIER_IMPLICIT_PARALLEL -> State.WAIT_BARRIER_IMPLICIT_PARALLEL;
            case BARRIER_TEAMS -> State.WAIT_BARRIER_TEAMS;
            case TASKWAIT -> State.WAIT_TASKWAIT;
            case TASKGROUP -> State.WAIT_TASKGROUP;
            case REDUCTION -> State.WORK_REDUCTION;
        };
    }

    /** Takes the event's effect into account. */
    void apply(TraceEvent event) {
        lastEvent = event;
        Event kind = event.event();
        if (kind == null) {
            return;
        }
        openAcquire = kind == Event.MUTEX_ACQUIRE ? event : null;
        switch (kind) {
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
            top.waits = false;
        }
    }

    private void syncRegionWait(TraceEvent event) {
        TaskFrame top = top();
        if (top != null) {
            top.waits = event.endpoint() == ScopeEndpoint.BEGIN;
        }
    }

    private void ownWait(TraceEvent event) {
        TaskFrame top = top();
        if (top != null) {
            top.openWait = event.endpoint() == ScopeEndpoint.BEGIN ? event : null;
        }
    }

    private void reduction(TraceEvent event) {
        TaskFrame top = top();
        if (top != null) {
            top.reduces = event.endpoint() == ScopeEndpoint.BEGIN;
        }
    }
}
