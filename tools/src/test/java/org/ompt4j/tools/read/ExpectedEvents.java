package org.ompt4j.tools.read;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.tools.testing.EventDraft;

/** A sink that keeps what a reader should answer, in the order of the calls. */
final class ExpectedEvents implements RecordSink {
    final List<TraceEvent> events = new ArrayList<>();
    final Map<Long, Deque<Long>> tasks = new HashMap<>();
    private final long startNanos;

    ExpectedEvents(long startNanos) {
        this.startNanos = startNanos;
    }

    private Deque<Long> tasksOf(OmptThread thread) {
        return tasks.computeIfAbsent(thread.id(), id -> new ArrayDeque<>(List.of(0L)));
    }

    private EventDraft draft(OmptThread thread, long time, Construct construct, Event event) {
        EventDraft draft = new EventDraft();
        draft.timeNanos = time - startNanos;
        draft.threadId = thread.id();
        draft.taskId = tasksOf(thread).getLast();
        draft.construct = construct;
        draft.event = event;
        // What the reader gives where a record has no hint.
        draft.hint = 0;
        return draft;
    }

    private void setTask(OmptThread thread, long task) {
        tasksOf(thread).removeLast();
        tasksOf(thread).addLast(task);
    }

    @Override
    public void defineCallSite(int codeptrRa, String text) {}

    @Override
    public void defineBody(int body, String text) {}

    @Override
    public void defineWaitId(long waitId, Construct construct, String className) {}

    @Override
    public void threadBegin(OmptThread thread, long time, Construct construct, ThreadType threadType) {
        EventDraft draft = draft(thread, time, construct, Event.THREAD_BEGIN);
        draft.threadType = threadType;
        events.add(draft.toEvent());
    }

    @Override
    public void threadEnd(OmptThread thread, long time, Construct construct) {
        events.add(draft(thread, time, construct, Event.THREAD_END).toEvent());
    }

    @Override
    public void parallelBegin(
            OmptThread thread,
            long time,
            Construct construct,
            long encounteringTaskId,
            long parallelId,
            int requestedParallelism,
            int flags,
            int codeptrRa,
            int body) {
        EventDraft draft = draft(thread, time, construct, Event.PARALLEL_BEGIN);
        draft.encounteringTaskId = encounteringTaskId;
        draft.parallelId = parallelId;
        draft.requestedParallelism = requestedParallelism;
        draft.flags = flags;
        draft.codeptrRa = codeptrRa;
        draft.body = body;
        events.add(draft.toEvent());
    }

    @Override
    public void parallelEnd(
            OmptThread thread,
            long time,
            Construct construct,
            long parallelId,
            long encounteringTaskId,
            int flags,
            int codeptrRa) {
        EventDraft draft = draft(thread, time, construct, Event.PARALLEL_END);
        draft.encounteringTaskId = encounteringTaskId;
        draft.parallelId = parallelId;
        draft.flags = flags;
        draft.codeptrRa = codeptrRa;
        events.add(draft.toEvent());
    }

    @Override
    public void implicitTask(
            OmptThread thread,
            long time,
            Construct construct,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int actualParallelism,
            int index,
            int flags) {
        EventDraft draft = draft(thread, time, construct, Event.IMPLICIT_TASK);
        draft.endpoint = endpoint;
        draft.parallelId = parallelId;
        draft.taskId = taskId;
        draft.actualParallelism = actualParallelism;
        draft.index = index;
        draft.flags = flags;
        events.add(draft.toEvent());
        if (endpoint == ScopeEndpoint.BEGIN) {
            tasksOf(thread).addLast(taskId);
        } else if (endpoint == ScopeEndpoint.END) {
            tasksOf(thread).removeLast();
            if (tasksOf(thread).isEmpty()) {
                tasksOf(thread).addLast(0L);
            }
        }
    }

    @Override
    public void work(
            OmptThread thread,
            long time,
            Construct construct,
            WorkType wstype,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long count,
            int codeptrRa) {
        EventDraft draft = draft(thread, time, construct, Event.WORK);
        draft.wstype = wstype;
        draft.endpoint = endpoint;
        draft.parallelId = parallelId;
        draft.taskId = taskId;
        draft.count = count;
        draft.codeptrRa = codeptrRa;
        events.add(draft.toEvent());
    }

    @Override
    public void dispatch(
            OmptThread thread,
            long time,
            Construct construct,
            long parallelId,
            long taskId,
            DispatchKind kind,
            long start,
            long iterations,
            int codeptrRa) {
        EventDraft draft = draft(thread, time, construct, Event.DISPATCH);
        draft.parallelId = parallelId;
        draft.taskId = taskId;
        draft.dispatchKind = kind;
        draft.start = start;
        draft.iterations = iterations;
        events.add(draft.toEvent());
    }

    @Override
    public void taskCreate(
            OmptThread thread,
            long time,
            Construct construct,
            long encounteringTaskId,
            long newTaskId,
            int flags,
            boolean hasDependences,
            int codeptrRa,
            int body) {
        EventDraft draft = draft(thread, time, construct, Event.TASK_CREATE);
        draft.encounteringTaskId = encounteringTaskId;
        draft.newTaskId = newTaskId;
        draft.flags = flags;
        draft.hasDependences = hasDependences;
        draft.codeptrRa = codeptrRa;
        draft.body = body;
        events.add(draft.toEvent());
    }

    @Override
    public void taskSchedule(
            OmptThread thread,
            long time,
            Construct construct,
            long priorTaskId,
            TaskStatus priorTaskStatus,
            long nextTaskId) {
        EventDraft draft = draft(thread, time, construct, Event.TASK_SCHEDULE);
        draft.priorTaskId = priorTaskId;
        draft.priorTaskStatus = priorTaskStatus;
        draft.nextTaskId = nextTaskId;
        events.add(draft.toEvent());
        switch (priorTaskStatus) {
            case EARLY_FULFILL, LATE_FULFILL, TASKWAIT_COMPLETE -> {}
            default -> setTask(thread, nextTaskId);
        }
    }

    @Override
    public void taskDependence(OmptThread thread, long time, Construct construct, long srcTaskId, long sinkTaskId) {
        EventDraft draft = draft(thread, time, construct, Event.TASK_DEPENDENCE);
        draft.srcTaskId = srcTaskId;
        draft.sinkTaskId = sinkTaskId;
        events.add(draft.toEvent());
    }

    @Override
    public void syncRegion(
            OmptThread thread,
            long time,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long waitId,
            int codeptrRa) {
        sync(draft(thread, time, construct, Event.SYNC_REGION), kind, endpoint, parallelId, taskId, waitId, codeptrRa);
    }

    @Override
    public void syncRegionWait(
            OmptThread thread,
            long time,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long waitId,
            int codeptrRa) {
        EventDraft draft = draft(thread, time, construct, Event.SYNC_REGION_WAIT);
        sync(draft, kind, endpoint, parallelId, taskId, waitId, codeptrRa);
    }

    @Override
    public void reduction(
            OmptThread thread,
            long time,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int codeptrRa) {
        sync(draft(thread, time, construct, Event.REDUCTION), kind, endpoint, parallelId, taskId, 0, codeptrRa);
    }

    @Override
    public void masked(
            OmptThread thread,
            long time,
            Construct construct,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int codeptrRa) {
        EventDraft draft = draft(thread, time, construct, Event.MASKED);
        draft.endpoint = endpoint;
        draft.parallelId = parallelId;
        draft.taskId = taskId;
        draft.codeptrRa = codeptrRa;
        events.add(draft.toEvent());
    }

    private void sync(
            EventDraft draft,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long waitId,
            int codeptrRa) {
        draft.syncKind = kind;
        draft.endpoint = endpoint;
        draft.parallelId = parallelId;
        draft.taskId = taskId;
        draft.waitId = waitId;
        draft.codeptrRa = codeptrRa;
        events.add(draft.toEvent());
    }

    @Override
    public void mutexAcquire(
            OmptThread thread,
            long time,
            Construct construct,
            MutexKind kind,
            int hint,
            MutexImpl impl,
            long waitId,
            int codeptrRa) {
        mutex(draft(thread, time, construct, Event.MUTEX_ACQUIRE), kind, hint, impl, waitId, codeptrRa);
    }

    @Override
    public void mutexAcquired(
            OmptThread thread, long time, Construct construct, MutexKind kind, long waitId, int codeptrRa) {
        mutex(draft(thread, time, construct, Event.MUTEX_ACQUIRED), kind, 0, null, waitId, codeptrRa);
    }

    @Override
    public void mutexReleased(
            OmptThread thread, long time, Construct construct, MutexKind kind, long waitId, int codeptrRa) {
        mutex(draft(thread, time, construct, Event.MUTEX_RELEASED), kind, 0, null, waitId, codeptrRa);
    }

    @Override
    public void nestLock(
            OmptThread thread, long time, Construct construct, ScopeEndpoint endpoint, long waitId, int codeptrRa) {
        EventDraft draft = draft(thread, time, construct, Event.NEST_LOCK);
        draft.endpoint = endpoint;
        mutex(draft, null, 0, null, waitId, codeptrRa);
    }

    @Override
    public void lockInit(
            OmptThread thread,
            long time,
            Construct construct,
            MutexKind kind,
            int hint,
            MutexImpl impl,
            long waitId,
            int codeptrRa) {
        mutex(draft(thread, time, construct, Event.LOCK_INIT), kind, hint, impl, waitId, codeptrRa);
    }

    @Override
    public void lockDestroy(
            OmptThread thread, long time, Construct construct, MutexKind kind, long waitId, int codeptrRa) {
        mutex(draft(thread, time, construct, Event.LOCK_DESTROY), kind, 0, null, waitId, codeptrRa);
    }

    private void mutex(
            EventDraft draft,
            @Nullable MutexKind kind,
            int hint,
            @Nullable MutexImpl impl,
            long waitId,
            int codeptrRa) {
        draft.mutexKind = kind;
        draft.hint = hint;
        draft.impl = impl;
        draft.waitId = waitId;
        draft.codeptrRa = codeptrRa;
        events.add(draft.toEvent());
    }

    @Override
    public void cancel(OmptThread thread, long time, Construct construct, long taskId, int flags, int codeptrRa) {
        EventDraft draft = draft(thread, time, construct, Event.CANCEL);
        draft.taskId = taskId;
        draft.flags = flags;
        draft.codeptrRa = codeptrRa;
        events.add(draft.toEvent());
    }

    @Override
    public void error(
            OmptThread thread, long time, Construct construct, Severity severity, String message, int codeptrRa) {
        EventDraft draft = draft(thread, time, construct, Event.ERROR);
        draft.severity = severity;
        draft.message = message;
        draft.codeptrRa = codeptrRa;
        events.add(draft.toEvent());
    }

    @Override
    public void wakeup(OmptThread thread, long time, Construct construct, long taskId, long waitId, int codeptrRa) {
        EventDraft draft = draft(thread, time, construct, Event.WAKEUP);
        draft.taskId = taskId;
        draft.waitId = waitId;
        draft.codeptrRa = codeptrRa;
        events.add(draft.toEvent());
    }

    @Override
    public void dependences(
            OmptThread thread, long time, Construct construct, long taskId, OmptDependence[] deps, int ndeps) {
        for (int i = 0; i < ndeps; i++) {
            EventDraft draft = draft(thread, time, construct, Event.DEPENDENCES);
            draft.taskId = taskId;
            draft.variable = deps[i].variable();
            draft.dependenceType = deps[i].dependenceType();
            draft.ndeps = ndeps;
            events.add(draft.toEvent());
        }
    }

    @Override
    public void flush(OmptThread thread, long time, Construct construct, int codeptrRa) {
        EventDraft draft = draft(thread, time, construct, Event.FLUSH);
        draft.codeptrRa = codeptrRa;
        events.add(draft.toEvent());
    }

    @Override
    public void controlTool(
            OmptThread thread, long time, Construct construct, long command, long modifier, int codeptrRa) {
        EventDraft draft = draft(thread, time, construct, Event.CONTROL_TOOL);
        draft.command = command;
        draft.modifier = modifier;
        draft.codeptrRa = codeptrRa;
        events.add(draft.toEvent());
    }

    @Override
    public void wait(
            OmptThread thread,
            long time,
            Construct construct,
            ScopeEndpoint endpoint,
            State state,
            long taskId,
            long waitId,
            int codeptrRa) {
        EventDraft draft = draft(thread, time, construct, Event.WAIT);
        draft.endpoint = endpoint;
        draft.state = state;
        draft.taskId = taskId;
        draft.waitId = waitId;
        draft.codeptrRa = codeptrRa;
        events.add(draft.toEvent());
    }
}
