package org.ompt4j.tools.read;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptRecord;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;

/** A {@link TraceEvent} in the making; members that are not set have the value that stands for none. */
final class Draft {
    final long timeNanos;
    long threadId;
    long taskId;

    @Nullable
    Event event;

    Construct construct;

    @Nullable
    ScopeEndpoint endpoint;

    @Nullable
    ThreadType threadType;

    long parallelId;
    long encounteringTaskId;
    long newTaskId;
    long priorTaskId;

    @Nullable
    TaskStatus priorTaskStatus;

    long nextTaskId;
    long srcTaskId;
    long sinkTaskId;
    int requestedParallelism = -1;
    int actualParallelism = -1;
    int index = -1;
    int flags;
    boolean hasDependences;

    @Nullable
    WorkType wstype;

    long count = -1;

    @Nullable
    DispatchKind dispatchKind;

    long start = -1;
    long iterations = -1;

    @Nullable
    SyncRegionKind syncKind;

    @Nullable
    MutexKind mutexKind;

    @Nullable
    MutexImpl impl;

    int hint;
    long waitId;

    @Nullable
    Severity severity;

    @Nullable
    String message;

    @Nullable
    State state;

    @Nullable
    DependenceType dependenceType;

    long variable;
    int ndeps = -1;
    long command = -1;
    long modifier = -1;

    int codeptrRa;
    int body;

    Draft(long timeNanos, long threadId, long taskId, Construct construct) {
        this.timeNanos = timeNanos;
        this.threadId = threadId;
        this.taskId = taskId;
        this.construct = construct;
    }

    TraceEvent finish() {
        return new TraceEvent(timeNanos, threadId, taskId, event, construct, waitId, body, record());
    }

    private @Nullable OmptRecord record() {
        if (event == null) {
            return new OmptRecord.Sample(set(state), parallelId, taskId, waitId);
        }
        return switch (event) {
            case THREAD_BEGIN -> new OmptRecord.ThreadBegin(set(threadType));
            case PARALLEL_BEGIN ->
                new OmptRecord.ParallelBegin(encounteringTaskId, parallelId, requestedParallelism, flags, codeptrRa);
            case PARALLEL_END -> new OmptRecord.ParallelEnd(parallelId, encounteringTaskId, flags, codeptrRa);
            case TASK_CREATE ->
                new OmptRecord.TaskCreate(encounteringTaskId, newTaskId, flags, hasDependences, codeptrRa);
            case TASK_SCHEDULE -> new OmptRecord.TaskSchedule(priorTaskId, set(priorTaskStatus), nextTaskId);
            case IMPLICIT_TASK ->
                new OmptRecord.ImplicitTask(set(endpoint), parallelId, taskId, actualParallelism, index, flags);
            case WORK -> new OmptRecord.Work(set(wstype), set(endpoint), parallelId, taskId, count, codeptrRa);
            case DISPATCH -> new OmptRecord.Dispatch(parallelId, taskId, set(dispatchKind), start, iterations);
            case DEPENDENCES ->
                new OmptRecord.Dependences(taskId, new OmptDependence(variable, set(dependenceType)), ndeps);
            case TASK_DEPENDENCE -> new OmptRecord.TaskDependence(srcTaskId, sinkTaskId);
            case SYNC_REGION, SYNC_REGION_WAIT, REDUCTION ->
                new OmptRecord.SyncRegion(set(syncKind), set(endpoint), parallelId, taskId, codeptrRa);
            case MASKED -> new OmptRecord.Masked(set(endpoint), parallelId, taskId, codeptrRa);
            case MUTEX_ACQUIRE, LOCK_INIT ->
                new OmptRecord.MutexAcquire(set(mutexKind), hint, set(impl), waitId, codeptrRa);
            case MUTEX_ACQUIRED, MUTEX_RELEASED, LOCK_DESTROY ->
                new OmptRecord.Mutex(set(mutexKind), waitId, codeptrRa);
            case NEST_LOCK -> new OmptRecord.NestLock(set(endpoint), waitId, codeptrRa);
            case FLUSH -> new OmptRecord.Flush(codeptrRa);
            case CANCEL -> new OmptRecord.Cancel(taskId, flags, codeptrRa);
            case CONTROL_TOOL -> new OmptRecord.ControlTool(command, modifier, codeptrRa);
            case ERROR ->
                new OmptRecord.RuntimeError(
                        set(severity), set(message), set(message).length(), codeptrRa);
            case WAKEUP -> new OmptRecord.Wakeup(taskId, waitId, codeptrRa);
            case WAIT -> new OmptRecord.Wait(set(state), set(endpoint), taskId, waitId, codeptrRa);
            default -> null;
        };
    }

    private static <T> T set(@Nullable T member) {
        if (member == null) {
            throw new IllegalArgumentException("a member of the record is missing");
        }
        return member;
    }
}
