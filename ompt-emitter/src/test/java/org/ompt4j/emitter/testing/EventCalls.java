package org.ompt4j.emitter.testing;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DispatchKind;
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

/** Raises events for a sink as hooks do, with an argument for each member, on whatever thread a test says. */
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
        long details = Member.THREAD_TYPE.bits(threadType.value());
        sink.record(thread, Event.THREAD_BEGIN.shape(), time, details | k.ordinal(), 0, 0, 0, 0, 0);
    }

    public void threadEnd(OmptThread thread, long time, Construct k) {
        sink.record(thread, Event.THREAD_END.shape(), time, k.ordinal(), 0, 0, 0, 0, 0);
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
        long details = Member.PARALLEL_FLAGS.bits(flags);
        sink.record(
                thread,
                Event.PARALLEL_BEGIN.shape(),
                time,
                details | k.ordinal(),
                encounteringTaskId,
                parallelId,
                requestedParallelism,
                0,
                EventShape.place(codeptrRa, body));
    }

    public void parallelEnd(
            OmptThread thread,
            long time,
            Construct k,
            long parallelId,
            long encounteringTaskId,
            int flags,
            int codeptrRa) {
        long details = Member.PARALLEL_FLAGS.bits(flags);
        sink.record(
                thread,
                Event.PARALLEL_END.shape(),
                time,
                details | k.ordinal(),
                encounteringTaskId,
                parallelId,
                ONE_MEMBER,
                0,
                EventShape.place(codeptrRa, 0));
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
        long details = Member.ENDPOINT.bits(endpoint.value()) | Member.TASK_FLAGS.bits(flags);
        sink.record(
                thread,
                Event.IMPLICIT_TASK.shape(),
                time,
                details | k.ordinal(),
                taskId,
                parallelId,
                actualParallelism,
                index,
                0);
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
        long details = Member.WSTYPE.bits(wstype.value()) | Member.ENDPOINT.bits(endpoint.value());
        sink.record(
                thread,
                Event.WORK.shape(),
                time,
                details | k.ordinal(),
                taskId,
                parallelId,
                count,
                0,
                EventShape.place(codeptrRa, 0));
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
        long details = Member.TASK_FLAGS.bits(flags) | Member.HAS_DEPENDENCES.bits(hasDependences ? 1 : 0);
        sink.record(
                thread,
                Event.TASK_CREATE.shape(),
                time,
                details | k.ordinal(),
                encounteringTaskId,
                newTaskId,
                0,
                0,
                EventShape.place(codeptrRa, body));
    }

    public void taskSchedule(
            OmptThread thread, long time, Construct k, long priorTaskId, TaskStatus priorTaskStatus, long nextTaskId) {
        long details = Member.PRIOR_TASK_STATUS.bits(priorTaskStatus.value());
        sink.record(thread, Event.TASK_SCHEDULE.shape(), time, details | k.ordinal(), priorTaskId, nextTaskId, 0, 0, 0);
    }

    public void dependences(OmptThread thread, long time, Construct k, long taskId, OmptDependence[] deps, int ndeps) {
        sink.recordWith(thread, Event.DEPENDENCES.shape(), time, k.ordinal(), taskId, 0, ndeps, 0, deps);
    }

    public void taskDependence(OmptThread thread, long time, Construct k, long srcTaskId, long sinkTaskId) {
        sink.record(thread, Event.TASK_DEPENDENCE.shape(), time, k.ordinal(), srcTaskId, sinkTaskId, 0, 0, 0);
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
        long details = Member.SYNC_KIND.bits(kind.value()) | Member.ENDPOINT.bits(endpoint.value());
        sink.record(
                thread,
                Event.SYNC_REGION.shape(),
                time,
                details | k.ordinal(),
                taskId,
                parallelId,
                waitId,
                0,
                EventShape.place(codeptrRa, 0));
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
        long details = Member.SYNC_KIND.bits(kind.value()) | Member.ENDPOINT.bits(endpoint.value());
        sink.record(
                thread,
                Event.SYNC_REGION_WAIT.shape(),
                time,
                details | k.ordinal(),
                taskId,
                parallelId,
                waitId,
                0,
                EventShape.place(codeptrRa, 0));
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
        long details = Member.SYNC_KIND.bits(kind.value()) | Member.ENDPOINT.bits(endpoint.value());
        sink.record(
                thread,
                Event.REDUCTION.shape(),
                time,
                details | k.ordinal(),
                taskId,
                parallelId,
                0,
                0,
                EventShape.place(codeptrRa, 0));
    }

    public void masked(
            OmptThread thread,
            long time,
            Construct k,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int codeptrRa) {
        long details = Member.ENDPOINT.bits(endpoint.value());
        sink.record(
                thread,
                Event.MASKED.shape(),
                time,
                details | k.ordinal(),
                taskId,
                parallelId,
                0,
                0,
                EventShape.place(codeptrRa, 0));
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
        long details = Member.MUTEX_KIND.bits(kind.value()) | Member.HINT.bits(hint) | Member.IMPL.bits(impl.value());
        sink.record(
                thread,
                Event.MUTEX_ACQUIRE.shape(),
                time,
                details | k.ordinal(),
                waitId,
                0,
                0,
                0,
                EventShape.place(codeptrRa, 0));
    }

    public void mutexAcquired(OmptThread thread, long time, Construct k, MutexKind kind, long waitId, int codeptrRa) {
        long details = Member.MUTEX_KIND.bits(kind.value());
        sink.record(
                thread,
                Event.MUTEX_ACQUIRED.shape(),
                time,
                details | k.ordinal(),
                waitId,
                0,
                0,
                0,
                EventShape.place(codeptrRa, 0));
    }

    public void mutexReleased(OmptThread thread, long time, Construct k, MutexKind kind, long waitId, int codeptrRa) {
        long details = Member.MUTEX_KIND.bits(kind.value());
        sink.record(
                thread,
                Event.MUTEX_RELEASED.shape(),
                time,
                details | k.ordinal(),
                waitId,
                0,
                0,
                0,
                EventShape.place(codeptrRa, 0));
    }

    public void nestLock(
            OmptThread thread, long time, Construct k, ScopeEndpoint endpoint, long waitId, int codeptrRa) {
        long details = Member.ENDPOINT.bits(endpoint.value());
        sink.record(
                thread,
                Event.NEST_LOCK.shape(),
                time,
                details | k.ordinal(),
                waitId,
                0,
                0,
                0,
                EventShape.place(codeptrRa, 0));
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
        long details = Member.MUTEX_KIND.bits(kind.value()) | Member.HINT.bits(hint) | Member.IMPL.bits(impl.value());
        sink.record(
                thread,
                Event.LOCK_INIT.shape(),
                time,
                details | k.ordinal(),
                waitId,
                0,
                0,
                0,
                EventShape.place(codeptrRa, 0));
    }

    public void lockDestroy(OmptThread thread, long time, Construct k, MutexKind kind, long waitId, int codeptrRa) {
        long details = Member.MUTEX_KIND.bits(kind.value());
        sink.record(
                thread,
                Event.LOCK_DESTROY.shape(),
                time,
                details | k.ordinal(),
                waitId,
                0,
                0,
                0,
                EventShape.place(codeptrRa, 0));
    }

    public void flush(OmptThread thread, long time, Construct k, int codeptrRa) {
        sink.record(thread, Event.FLUSH.shape(), time, k.ordinal(), 0, 0, 0, 0, EventShape.place(codeptrRa, 0));
    }

    public void cancel(OmptThread thread, long time, Construct k, long taskId, int flags, int codeptrRa) {
        long details = Member.CANCEL_FLAGS.bits(flags);
        sink.record(
                thread,
                Event.CANCEL.shape(),
                time,
                details | k.ordinal(),
                taskId,
                0,
                0,
                0,
                EventShape.place(codeptrRa, 0));
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
        sink.record(
                thread,
                Event.CONTROL_TOOL.shape(),
                time,
                k.ordinal(),
                command,
                modifier,
                0,
                0,
                EventShape.place(codeptrRa, 0));
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
        long details = Member.STATE.bits(state.value()) | Member.ENDPOINT.bits(endpoint.value());
        sink.record(
                thread,
                Event.WAIT.shape(),
                time,
                details | k.ordinal(),
                taskId,
                waitId,
                0,
                0,
                EventShape.place(codeptrRa, 0));
    }

    public void wakeup(OmptThread thread, long time, Construct k, long taskId, long waitId, int codeptrRa) {
        sink.record(
                thread, Event.WAKEUP.shape(), time, k.ordinal(), taskId, waitId, 0, 0, EventShape.place(codeptrRa, 0));
    }
}
