package org.ompt4j.emitter.tracing;

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

/**
 * Notes every event in the ring of its thread; {@link RecordCodec} knows which argument is what.
 *
 * <p>Thread safety: as for every sink. Cost: no lock, and no allocation but for a thread's first event, growing rings and the first
 * error of a ring.
 */
final class TracingSink implements RecordSink {
    /** Events are ignored. */
    static final int OFF = 0;

    /** Events are noted. */
    static final int RECORDING = 1;

    /** Events are counted as dropped: the tool has given no buffer. */
    static final int STARVED = 2;

    private final BufferFiller filler;

    /** Read by every thread that raises an event, which may see a change a little late. */
    private int mode;

    TracingSink(BufferFiller filler) {
        this.filler = filler;
    }

    void mode(int chosen) {
        mode = chosen;
    }

    int mode() {
        return mode;
    }

    private void note(
            OmptThread thread, Event event, int count, long time, long a, long b, long c, long d, long e, long f) {
        note(thread, event, count, time, a, b, c, d, e, f, null);
    }

    private void note(
            OmptThread thread,
            Event event,
            int count,
            long time,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f,
            @Nullable String text) {
        int present = mode;
        if (present == OFF) {
            return;
        }
        EventRing ring = thread.sinkSlot instanceof EventRing known ? known : firstEventOf(thread);
        if (present == RECORDING) {
            ring.put(event.value(), count, time, a, b, c, d, e, f, text);
        } else {
            ring.drop();
        }
    }

    private EventRing firstEventOf(OmptThread thread) {
        EventRing made = filler.newRing(thread.id());
        thread.sinkSlot = made;
        return made;
    }

    @Override
    public void defineCallSite(int codeptrRa, String text) {
        // Tools ask for texts when they want them.
    }

    @Override
    public void defineBody(int body, String text) {
        // As above.
    }

    @Override
    public void defineWaitId(long waitId, Construct construct, String className) {
        // As above.
    }

    @Override
    public void threadBegin(OmptThread thread, long timeNanos, Construct construct, ThreadType threadType) {
        note(thread, Event.THREAD_BEGIN, 1, timeNanos, threadType.value(), 0, 0, 0, 0, 0);
    }

    @Override
    public void threadEnd(OmptThread thread, long timeNanos, Construct construct) {
        note(thread, Event.THREAD_END, 0, timeNanos, 0, 0, 0, 0, 0, 0);
    }

    @Override
    public void parallelBegin(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long encounteringTaskId,
            long parallelId,
            int requestedParallelism,
            int flags,
            int codeptrRa,
            int body) {
        note(
                thread,
                Event.PARALLEL_BEGIN,
                5,
                timeNanos,
                encounteringTaskId,
                parallelId,
                requestedParallelism,
                flags,
                codeptrRa,
                0);
    }

    @Override
    public void parallelEnd(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long parallelId,
            long encounteringTaskId,
            int flags,
            int codeptrRa) {
        note(thread, Event.PARALLEL_END, 4, timeNanos, parallelId, encounteringTaskId, flags, codeptrRa, 0, 0);
    }

    @Override
    public void implicitTask(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int actualParallelism,
            int index,
            int flags) {
        note(
                thread,
                Event.IMPLICIT_TASK,
                6,
                timeNanos,
                endpoint.value(),
                parallelId,
                taskId,
                actualParallelism,
                index,
                flags);
    }

    @Override
    public void work(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            WorkType wstype,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long count,
            int codeptrRa) {
        note(thread, Event.WORK, 6, timeNanos, wstype.value(), endpoint.value(), parallelId, taskId, count, codeptrRa);
    }

    @Override
    public void dispatch(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long parallelId,
            long taskId,
            DispatchKind kind,
            long start,
            long iterations,
            int codeptrRa) {
        note(thread, Event.DISPATCH, 5, timeNanos, parallelId, taskId, kind.value(), start, iterations, 0);
    }

    @Override
    public void taskCreate(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long encounteringTaskId,
            long newTaskId,
            int flags,
            boolean hasDependences,
            int codeptrRa,
            int body) {
        note(
                thread,
                Event.TASK_CREATE,
                5,
                timeNanos,
                encounteringTaskId,
                newTaskId,
                flags,
                hasDependences ? 1 : 0,
                codeptrRa,
                0);
    }

    @Override
    public void taskSchedule(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long priorTaskId,
            TaskStatus priorTaskStatus,
            long nextTaskId) {
        note(thread, Event.TASK_SCHEDULE, 3, timeNanos, priorTaskId, priorTaskStatus.value(), nextTaskId, 0, 0, 0);
    }

    @Override
    public void taskDependence(
            OmptThread thread, long timeNanos, Construct construct, long srcTaskId, long sinkTaskId) {
        note(thread, Event.TASK_DEPENDENCE, 2, timeNanos, srcTaskId, sinkTaskId, 0, 0, 0, 0);
    }

    @Override
    public void syncRegion(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long waitId,
            int codeptrRa) {
        note(thread, Event.SYNC_REGION, 5, timeNanos, kind.value(), endpoint.value(), parallelId, taskId, codeptrRa, 0);
    }

    @Override
    public void syncRegionWait(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long waitId,
            int codeptrRa) {
        note(
                thread,
                Event.SYNC_REGION_WAIT,
                5,
                timeNanos,
                kind.value(),
                endpoint.value(),
                parallelId,
                taskId,
                codeptrRa,
                0);
    }

    @Override
    public void reduction(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int codeptrRa) {
        note(thread, Event.REDUCTION, 5, timeNanos, kind.value(), endpoint.value(), parallelId, taskId, codeptrRa, 0);
    }

    @Override
    public void masked(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int codeptrRa) {
        note(thread, Event.MASKED, 4, timeNanos, endpoint.value(), parallelId, taskId, codeptrRa, 0, 0);
    }

    @Override
    public void mutexAcquire(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            MutexKind kind,
            int hint,
            MutexImpl impl,
            long waitId,
            int codeptrRa) {
        note(thread, Event.MUTEX_ACQUIRE, 5, timeNanos, kind.value(), hint, impl.value(), waitId, codeptrRa, 0);
    }

    @Override
    public void mutexAcquired(
            OmptThread thread, long timeNanos, Construct construct, MutexKind kind, long waitId, int codeptrRa) {
        note(thread, Event.MUTEX_ACQUIRED, 3, timeNanos, kind.value(), waitId, codeptrRa, 0, 0, 0);
    }

    @Override
    public void mutexReleased(
            OmptThread thread, long timeNanos, Construct construct, MutexKind kind, long waitId, int codeptrRa) {
        note(thread, Event.MUTEX_RELEASED, 3, timeNanos, kind.value(), waitId, codeptrRa, 0, 0, 0);
    }

    @Override
    public void nestLock(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            ScopeEndpoint endpoint,
            long waitId,
            int codeptrRa) {
        note(thread, Event.NEST_LOCK, 3, timeNanos, endpoint.value(), waitId, codeptrRa, 0, 0, 0);
    }

    @Override
    public void lockInit(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            MutexKind kind,
            int hint,
            MutexImpl impl,
            long waitId,
            int codeptrRa) {
        note(thread, Event.LOCK_INIT, 5, timeNanos, kind.value(), hint, impl.value(), waitId, codeptrRa, 0);
    }

    @Override
    public void lockDestroy(
            OmptThread thread, long timeNanos, Construct construct, MutexKind kind, long waitId, int codeptrRa) {
        note(thread, Event.LOCK_DESTROY, 3, timeNanos, kind.value(), waitId, codeptrRa, 0, 0, 0);
    }

    @Override
    public void flush(OmptThread thread, long timeNanos, Construct construct, int codeptrRa) {
        note(thread, Event.FLUSH, 1, timeNanos, codeptrRa, 0, 0, 0, 0, 0);
    }

    @Override
    public void cancel(OmptThread thread, long timeNanos, Construct construct, long taskId, int flags, int codeptrRa) {
        note(thread, Event.CANCEL, 3, timeNanos, taskId, flags, codeptrRa, 0, 0, 0);
    }

    @Override
    public void controlTool(
            OmptThread thread, long timeNanos, Construct construct, long command, long modifier, int codeptrRa) {
        note(thread, Event.CONTROL_TOOL, 3, timeNanos, command, modifier, codeptrRa, 0, 0, 0);
    }

    @Override
    public void wakeup(
            OmptThread thread, long timeNanos, Construct construct, long taskId, long waitId, int codeptrRa) {
        note(thread, Event.WAKEUP, 3, timeNanos, taskId, waitId, codeptrRa, 0, 0, 0);
    }

    @Override
    public void dependences(
            OmptThread thread, long timeNanos, Construct construct, long taskId, OmptDependence[] deps, int ndeps) {
        for (int i = 0; i < ndeps; i++) {
            OmptDependence dep = deps[i];
            long type = dep.dependenceType().value();
            note(thread, Event.DEPENDENCES, 4, timeNanos, taskId, dep.variable(), type, ndeps, 0, 0);
        }
    }

    @Override
    public void error(
            OmptThread thread, long timeNanos, Construct construct, Severity severity, String message, int codeptrRa) {
        int length = message.length();
        note(thread, Event.ERROR, 3, timeNanos, severity.value(), length, codeptrRa, 0, 0, 0, message);
    }

    @Override
    public void wait(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            ScopeEndpoint endpoint,
            State state,
            long taskId,
            long waitId,
            int codeptrRa) {
        // OMPT has neither callback nor record for it.
    }
}
