package org.ompt4j.emitter.testing;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Enumerator;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
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

/** Calls a sink like hooks do. The methods have one parameter for each member of the event, and any thread can be passed. */
public final class EventCalls {
    private static final long ONE_MEMBER = 1;

    private final RecordSink sink;

    public EventCalls(RecordSink sink) {
        this.sink = sink;
    }

    public void defineCallSite(int codeptrRa, String text) {
        sink.defineCallSite(codeptrRa, text);
    }

    public void defineBody(int body, String text) {
        sink.defineBody(body, text);
    }

    public void defineWaitId(long waitId, Construct construct, String className) {
        sink.defineWaitId(waitId, construct, className);
    }

    public void threadBegin(OmptThread thread, long time, Construct k, ThreadType threadType) {
        raise(thread, time, k, Event.THREAD_BEGIN, threadType);
    }

    public void threadEnd(OmptThread thread, long time, Construct k) {
        raise(thread, time, k, Event.THREAD_END);
    }

    public void parallelBegin(
            OmptThread thread,
            long time,
            Construct k,
            long encounteringTaskId,
            long parallelId,
            int requestedParallelism,
            int flags,
            int codeptrRa,
            int body) {
        raise(
                thread,
                time,
                k,
                Event.PARALLEL_BEGIN,
                encounteringTaskId,
                parallelId,
                requestedParallelism,
                flags,
                codeptrRa,
                body);
    }

    public void parallelEnd(
            OmptThread thread,
            long time,
            Construct k,
            long parallelId,
            long encounteringTaskId,
            int flags,
            int codeptrRa) {
        raise(thread, time, k, Event.PARALLEL_END, parallelId, encounteringTaskId, flags, codeptrRa, ONE_MEMBER);
    }

    public void implicitTask(
            OmptThread thread,
            long time,
            Construct k,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int actualParallelism,
            int index,
            int flags) {
        raise(thread, time, k, Event.IMPLICIT_TASK, endpoint, parallelId, taskId, actualParallelism, index, flags);
    }

    public void work(
            OmptThread thread,
            long time,
            Construct k,
            WorkType wstype,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long count,
            int codeptrRa) {
        raise(thread, time, k, Event.WORK, wstype, endpoint, parallelId, taskId, count, codeptrRa);
    }

    public void dispatch(
            OmptThread thread,
            long time,
            Construct k,
            long parallelId,
            long taskId,
            DispatchKind kind,
            long start,
            long iterations,
            int codeptrRa) {
        long details = Member.DISPATCH_KIND.bits(kind.value());
        sink.record(
                thread,
                Event.DISPATCH.shape(),
                time,
                details | k.ordinal(),
                taskId,
                parallelId,
                start,
                iterations,
                EventShape.place(codeptrRa, 0));
    }

    public void taskCreate(
            OmptThread thread,
            long time,
            Construct k,
            long encounteringTaskId,
            long newTaskId,
            int flags,
            boolean hasDependences,
            int codeptrRa,
            int body) {
        raise(
                thread,
                time,
                k,
                Event.TASK_CREATE,
                encounteringTaskId,
                newTaskId,
                flags,
                hasDependences,
                codeptrRa,
                body);
    }

    public void taskSchedule(
            OmptThread thread, long time, Construct k, long priorTaskId, TaskStatus priorTaskStatus, long nextTaskId) {
        raise(thread, time, k, Event.TASK_SCHEDULE, priorTaskId, priorTaskStatus, nextTaskId);
    }

    public void dependences(OmptThread thread, long time, Construct k, long taskId, OmptDependence[] deps, int ndeps) {
        sink.recordWith(thread, Event.DEPENDENCES.shape(), time, k.ordinal(), taskId, 0, ndeps, 0, deps);
    }

    public void taskDependence(OmptThread thread, long time, Construct k, long srcTaskId, long sinkTaskId) {
        raise(thread, time, k, Event.TASK_DEPENDENCE, srcTaskId, sinkTaskId);
    }

    public void syncRegion(
            OmptThread thread,
            long time,
            Construct k,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long waitId,
            int codeptrRa) {
        raise(thread, time, k, Event.SYNC_REGION, kind, endpoint, parallelId, taskId, codeptrRa, waitId);
    }

    public void syncRegionWait(
            OmptThread thread,
            long time,
            Construct k,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long waitId,
            int codeptrRa) {
        raise(thread, time, k, Event.SYNC_REGION_WAIT, kind, endpoint, parallelId, taskId, codeptrRa, waitId);
    }

    public void reduction(
            OmptThread thread,
            long time,
            Construct k,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int codeptrRa) {
        raise(thread, time, k, Event.REDUCTION, kind, endpoint, parallelId, taskId, codeptrRa);
    }

    public void masked(
            OmptThread thread,
            long time,
            Construct k,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int codeptrRa) {
        raise(thread, time, k, Event.MASKED, endpoint, parallelId, taskId, codeptrRa);
    }

    public void mutexAcquire(
            OmptThread thread,
            long time,
            Construct k,
            MutexKind kind,
            int hint,
            MutexImpl impl,
            long waitId,
            int codeptrRa) {
        mutexAcquire(thread, time, k, kind, hint, impl, waitId, codeptrRa, 0);
    }

    public void mutexAcquire(
            OmptThread thread,
            long time,
            Construct k,
            MutexKind kind,
            int hint,
            MutexImpl impl,
            long waitId,
            int codeptrRa,
            long owner) {
        raise(thread, time, k, Event.MUTEX_ACQUIRE, kind, hint, impl, waitId, codeptrRa, owner);
    }

    public void mutexAcquired(OmptThread thread, long time, Construct k, MutexKind kind, long waitId, int codeptrRa) {
        raise(thread, time, k, Event.MUTEX_ACQUIRED, kind, waitId, codeptrRa);
    }

    public void mutexReleased(OmptThread thread, long time, Construct k, MutexKind kind, long waitId, int codeptrRa) {
        raise(thread, time, k, Event.MUTEX_RELEASED, kind, waitId, codeptrRa);
    }

    public void nestLock(
            OmptThread thread, long time, Construct k, ScopeEndpoint endpoint, long waitId, int codeptrRa) {
        raise(thread, time, k, Event.NEST_LOCK, endpoint, waitId, codeptrRa);
    }

    public void lockInit(
            OmptThread thread,
            long time,
            Construct k,
            MutexKind kind,
            int hint,
            MutexImpl impl,
            long waitId,
            int codeptrRa) {
        raise(thread, time, k, Event.LOCK_INIT, kind, hint, impl, waitId, codeptrRa);
    }

    public void lockDestroy(OmptThread thread, long time, Construct k, MutexKind kind, long waitId, int codeptrRa) {
        raise(thread, time, k, Event.LOCK_DESTROY, kind, waitId, codeptrRa);
    }

    public void flush(OmptThread thread, long time, Construct k, int codeptrRa) {
        // Does not allocate: tests measure how much receivers allocate.
        sink.record(thread, Event.FLUSH.shape(), time, k.ordinal(), 0, 0, 0, 0, EventShape.place(codeptrRa, 0));
    }

    public void cancel(OmptThread thread, long time, Construct k, long taskId, int flags, int codeptrRa) {
        raise(thread, time, k, Event.CANCEL, taskId, flags, codeptrRa);
    }

    public void error(OmptThread thread, long time, Construct k, Severity severity, String message, int codeptrRa) {
        long details = Member.SEVERITY.bits(severity.value());
        sink.recordWith(
                thread,
                Event.ERROR.shape(),
                time,
                details | k.ordinal(),
                0,
                0,
                0,
                EventShape.place(codeptrRa, 0),
                message);
    }

    public void controlTool(OmptThread thread, long time, Construct k, long command, long modifier, int codeptrRa) {
        raise(thread, time, k, Event.CONTROL_TOOL, command, modifier, codeptrRa);
    }

    public void wait(
            OmptThread thread,
            long time,
            Construct k,
            ScopeEndpoint endpoint,
            State state,
            long taskId,
            long waitId,
            int codeptrRa) {
        raise(thread, time, k, Event.WAIT, state, endpoint, taskId, waitId, codeptrRa);
    }

    public void pool(
            OmptThread thread,
            long time,
            Construct k,
            ScopeEndpoint endpoint,
            String name,
            long poolId,
            int requestedParallelism,
            int codeptrRa) {
        long details = k.ordinal() | Member.ENDPOINT.bits(endpoint.value());
        long place = EventShape.place(codeptrRa, 0);
        sink.recordWith(thread, Event.POOL.shape(), time, details, 0, poolId, requestedParallelism, place, name);
    }

    public void poolWorker(OmptThread thread, long time, Construct k, ScopeEndpoint endpoint, long poolId) {
        raise(thread, time, k, Event.POOL_WORKER, endpoint, poolId);
    }

    public void taskCpuTime(OmptThread thread, long time, Construct k, long taskId, long cpuTime) {
        raise(thread, time, k, Event.TASK_CPU_TIME, taskId, cpuTime);
    }

    public void taskLate(OmptThread thread, long time, Construct k, long taskId, long lateness, long period) {
        raise(thread, time, k, Event.TASK_LATE, taskId, lateness, period);
    }

    public void wakeup(OmptThread thread, long time, Construct k, long taskId, long waitId, int codeptrRa) {
        raise(thread, time, k, Event.WAKEUP, taskId, waitId, codeptrRa);
    }

    /** @param values the values of the event's members, in their order */
    private void raise(OmptThread thread, long time, Construct k, Event event, Object... values) {
        long details = k.ordinal();
        long place = 0;
        long[] numbers = new long[4];
        for (int i = 0; i < values.length; i++) {
            Member member = event.members().get(i);
            long value = number(values[i]);
            if (member.type().isDetail()) {
                details |= member.bits((int) value);
            } else if (member.type().isNumber()) {
                numbers[event.numbers().indexOf(member)] = value;
            } else {
                place |= member == Member.BODY ? EventShape.place(0, (int) value) : EventShape.place((int) value, 0);
            }
        }
        sink.record(thread, event.shape(), time, details, numbers[0], numbers[1], numbers[2], numbers[3], place);
    }

    private static long number(Object value) {
        if (value instanceof Enumerator enumerator) {
            return enumerator.value();
        }
        if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        return ((Number) value).longValue();
    }
}
