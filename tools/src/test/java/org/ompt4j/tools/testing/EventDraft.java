package org.ompt4j.tools.testing;

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
import org.ompt4j.tools.read.TraceEvent;

/** A trace event whose members can still be set; what is not set has the value that stands for none. */
public final class EventDraft {
    public long timeNanos;
    public long threadId;
    public long taskId;
    public @Nullable Event event;
    public Construct construct = Construct.NONE;
    public @Nullable ScopeEndpoint endpoint;
    public @Nullable ThreadType threadType;
    public long parallelId;
    public long encounteringTaskId;
    public long newTaskId;
    public long priorTaskId;
    public @Nullable TaskStatus priorTaskStatus;
    public long nextTaskId;
    public long srcTaskId;
    public long sinkTaskId;
    public int requestedParallelism = -1;
    public int actualParallelism = -1;
    public int index = -1;
    public int flags;
    public boolean hasDependences;
    public @Nullable WorkType wstype;
    public long count = -1;
    public @Nullable DispatchKind dispatchKind;
    public long start = -1;
    public long iterations = -1;
    public @Nullable SyncRegionKind syncKind;
    public @Nullable MutexKind mutexKind;
    public @Nullable MutexImpl impl;
    public int hint = -1;
    public long waitId;
    public @Nullable Severity severity;
    public @Nullable String message;
    public @Nullable State state;
    public @Nullable DependenceType dependenceType;
    public long variable;
    public int ndeps = -1;
    public long command = -1;
    public long modifier = -1;
    public int codeptrRa;
    public int body;

    /** A draft with all members of this event. */
    public static EventDraft of(TraceEvent from) {
        EventDraft draft = new EventDraft();
        draft.timeNanos = from.timeNanos();
        draft.threadId = from.threadId();
        draft.taskId = from.taskId();
        draft.event = from.event();
        draft.construct = from.construct();
        draft.endpoint = from.endpoint();
        draft.threadType = from.threadType();
        draft.parallelId = from.parallelId();
        draft.encounteringTaskId = from.encounteringTaskId();
        draft.newTaskId = from.newTaskId();
        draft.priorTaskId = from.priorTaskId();
        draft.priorTaskStatus = from.priorTaskStatus();
        draft.nextTaskId = from.nextTaskId();
        draft.srcTaskId = from.srcTaskId();
        draft.sinkTaskId = from.sinkTaskId();
        draft.requestedParallelism = from.requestedParallelism();
        draft.actualParallelism = from.actualParallelism();
        draft.index = from.index();
        draft.flags = from.flags();
        draft.hasDependences = from.hasDependences();
        draft.wstype = from.wstype();
        draft.count = from.count();
        draft.dispatchKind = from.dispatchKind();
        draft.start = from.start();
        draft.iterations = from.iterations();
        draft.syncKind = from.syncKind();
        draft.mutexKind = from.mutexKind();
        draft.impl = from.impl();
        draft.hint = from.hint();
        draft.waitId = from.waitId();
        draft.severity = from.severity();
        draft.message = from.message();
        draft.state = from.state();
        draft.dependenceType = from.dependenceType();
        draft.variable = from.variable();
        draft.ndeps = from.ndeps();
        draft.command = from.command();
        draft.modifier = from.modifier();
        draft.codeptrRa = from.codeptrRa();
        draft.body = from.body();
        return draft;
    }

    public TraceEvent toEvent() {
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
