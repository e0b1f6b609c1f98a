package org.ompt4j.tools.trace;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DispatchKind;
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
 * Writes every event as a record of its thread's log.
 *
 * <p>Cost: no allocation but for the first event of a thread and of a call site and for new error messages; no lock and no system call but
 * to wake the thread that makes room for chunks.
 */
final class TraceSink implements RecordSink {
    private final Recording recording;

    TraceSink(Recording recording) {
        this.recording = recording;
    }

    @Override
    public void defineCallSite(int codeptrRa, String text) {
        recording.callSites.put(codeptrRa, text);
    }

    @Override
    public void defineBody(int body, String text) {
        recording.waitForDefinitions();
        recording.definitions.define(RecordLayout.DEFINE_BODY, body & 0xFFFF_FFFFL, 0, 0, text);
    }

    @Override
    public void defineWaitId(long waitId, Construct construct, String className) {
        recording.waitForDefinitions();
        recording.definitions.defineWaitObject(waitId, construct.ordinal(), className);
    }

    private ThreadLog logOf(OmptThread thread) {
        return thread.sinkSlot instanceof ThreadLog log ? log : firstEventOf(thread);
    }

    private ThreadLog firstEventOf(OmptThread thread) {
        ThreadLog log = recording.newThreadLog(thread);
        thread.sinkSlot = log;
        return log;
    }

    private static long attributes(Construct construct, int kind, int impl, int flags) {
        return (long) flags << 32
                | (long) impl << RecordLayout.IMPL_SHIFT
                | (long) kind << RecordLayout.KIND_SHIFT
                | construct.ordinal();
    }

    private static long place(int codeptrRa, int body) {
        return (long) body << 32 | codeptrRa & 0xFFFF_FFFFL;
    }

    private static int scoped(int tag, ScopeEndpoint endpoint) {
        return tag - 1 + endpoint.value();
    }

    @Override
    public void threadBegin(OmptThread thread, long timeNanos, Construct construct, ThreadType threadType) {
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            long attributes = attributes(construct, threadType.value(), 0, 0);
            log.record(RecordLayout.THREAD_BEGIN, timeNanos, attributes, 0, 0, 0, 0, 0, 0);
        }
    }

    @Override
    public void threadEnd(OmptThread thread, long timeNanos, Construct construct) {
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            log.record(RecordLayout.THREAD_END, timeNanos, attributes(construct, 0, 0, 0), 0, 0, 0, 0, 0, 0);
        }
        recording.endOf(log);
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
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            log.record(
                    RecordLayout.PARALLEL_BEGIN,
                    timeNanos,
                    attributes(construct, 0, 0, flags),
                    place(codeptrRa, body),
                    3,
                    log.task(encounteringTaskId),
                    log.region(parallelId),
                    RecordLayout.signed(requestedParallelism),
                    0);
        }
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
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            log.record(
                    RecordLayout.PARALLEL_END,
                    timeNanos,
                    attributes(construct, 0, 0, flags),
                    place(codeptrRa, 0),
                    2,
                    log.task(encounteringTaskId),
                    log.region(parallelId),
                    0,
                    0);
        }
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
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            log.record(
                    scoped(RecordLayout.IMPLICIT_TASK, endpoint),
                    timeNanos,
                    attributes(construct, 0, 0, flags),
                    0,
                    4,
                    log.task(taskId),
                    log.region(parallelId),
                    RecordLayout.signed(actualParallelism),
                    RecordLayout.signed(index));
        }
        if (endpoint == ScopeEndpoint.BEGIN) {
            log.enterTask(taskId);
        } else if (endpoint == ScopeEndpoint.END) {
            log.leaveTask();
        }
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
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            log.record(
                    scoped(RecordLayout.WORK, endpoint),
                    timeNanos,
                    attributes(construct, wstype.value(), 0, 0),
                    place(codeptrRa, 0),
                    3,
                    log.task(taskId),
                    log.region(parallelId),
                    RecordLayout.signed(count),
                    0);
        }
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
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            if (log.throttle != null) {
                log.throttle.beforeDispatch(timeNanos, construct, codeptrRa);
            }
            log.record(
                    RecordLayout.DISPATCH,
                    timeNanos,
                    attributes(construct, kind.value(), 0, 0),
                    0,
                    4,
                    log.task(taskId),
                    log.region(parallelId),
                    RecordLayout.signed(start),
                    RecordLayout.signed(iterations));
        }
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
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            log.record(
                    RecordLayout.TASK_CREATE,
                    timeNanos,
                    attributes(construct, 0, 0, flags) | (hasDependences ? 1L << RecordLayout.DEPENDENCES_SHIFT : 0),
                    place(codeptrRa, body),
                    2,
                    log.task(encounteringTaskId),
                    log.created(newTaskId),
                    0,
                    0);
        }
    }

    @Override
    public void taskSchedule(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long priorTaskId,
            TaskStatus priorTaskStatus,
            long nextTaskId) {
        ThreadLog log = logOf(thread);
        boolean ready = log.ready(timeNanos);
        if (priorTaskStatus == TaskStatus.SWITCH) {
            if (ready) {
                if (!log.joinBegins(timeNanos, construct.ordinal(), priorTaskId, nextTaskId)) {
                    long prior = log.task(priorTaskId);
                    long next = log.next(nextTaskId);
                    long attributes = attributes(construct, 0, 0, 0);
                    log.record(RecordLayout.TASK_SCHEDULE_SWITCH, timeNanos, attributes, 0, 2, prior, next, 0, 0);
                }
                log.prior(priorTaskId);
            }
            log.currentTask(nextTaskId);
        } else if (priorTaskStatus == TaskStatus.COMPLETE) {
            if (ready && !log.joinedTaskEnds(timeNanos, construct.ordinal(), priorTaskId, nextTaskId)) {
                long prior = log.task(priorTaskId);
                long next = log.resumed(nextTaskId);
                long attributes = attributes(construct, 0, 0, 0);
                log.record(RecordLayout.TASK_SCHEDULE_COMPLETE, timeNanos, attributes, 0, 2, prior, next, 0, 0);
            }
            log.currentTask(nextTaskId);
        } else {
            if (ready) {
                long prior = log.task(priorTaskId);
                long next = log.task(nextTaskId);
                long attributes = attributes(construct, priorTaskStatus.value(), 0, 0);
                log.taskEnded(priorTaskId);
                log.record(RecordLayout.TASK_SCHEDULE, timeNanos, attributes, 0, 2, prior, next, 0, 0);
            }
            if (RecordLayout.switchesTask(priorTaskStatus)) {
                log.currentTask(nextTaskId);
            }
        }
    }

    @Override
    public void taskDependence(
            OmptThread thread, long timeNanos, Construct construct, long srcTaskId, long sinkTaskId) {
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            long attributes = attributes(construct, 0, 0, 0);
            long src = log.task(srcTaskId);
            long sink = log.task(sinkTaskId);
            log.record(RecordLayout.TASK_DEPENDENCE, timeNanos, attributes, 0, 2, src, sink, 0, 0);
        }
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
        sync(
                RecordLayout.SYNC_REGION,
                thread,
                timeNanos,
                construct,
                kind,
                endpoint,
                parallelId,
                taskId,
                waitId,
                codeptrRa);
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
        sync(
                RecordLayout.SYNC_REGION_WAIT,
                thread,
                timeNanos,
                construct,
                kind,
                endpoint,
                parallelId,
                taskId,
                waitId,
                codeptrRa);
    }

    private void sync(
            int tag,
            OmptThread thread,
            long timeNanos,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long waitId,
            int codeptrRa) {
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            long attributes = attributes(construct, kind.value(), 0, 0);
            long place = place(codeptrRa, 0);
            if (tag != RecordLayout.SYNC_REGION
                    || endpoint != ScopeEndpoint.END
                    || !log.joinEnds(timeNanos, attributes, place, parallelId, taskId, waitId)) {
                log.record(
                        scoped(tag, endpoint),
                        timeNanos,
                        attributes,
                        place,
                        3,
                        log.task(taskId),
                        log.region(parallelId),
                        log.waitId(waitId),
                        0);
            }
        }
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
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            log.record(
                    scoped(RecordLayout.REDUCTION, endpoint),
                    timeNanos,
                    attributes(construct, kind.value(), 0, 0),
                    place(codeptrRa, 0),
                    2,
                    log.task(taskId),
                    log.region(parallelId),
                    0,
                    0);
        }
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
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            log.record(
                    scoped(RecordLayout.MASKED, endpoint),
                    timeNanos,
                    attributes(construct, 0, 0, 0),
                    place(codeptrRa, 0),
                    2,
                    log.task(taskId),
                    log.region(parallelId),
                    0,
                    0);
        }
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
        long attributes = attributes(construct, kind.value(), impl.ordinal(), hint);
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            if (log.throttle != null) {
                log.throttle.beforeAcquire(timeNanos, construct, waitId, codeptrRa);
            }
            mutexReady(log, RecordLayout.MUTEX_ACQUIRE, timeNanos, attributes, waitId, codeptrRa);
        }
    }

    @Override
    public void mutexAcquired(
            OmptThread thread, long timeNanos, Construct construct, MutexKind kind, long waitId, int codeptrRa) {
        Throttle throttle = logOf(thread).throttle;
        if (throttle != null && throttle.countsAcquired(timeNanos, construct, waitId, codeptrRa)) {
            return;
        }
        long attributes = attributes(construct, kind.value(), 0, 0);
        mutex(RecordLayout.MUTEX_ACQUIRED, thread, timeNanos, attributes, waitId, codeptrRa);
    }

    @Override
    public void mutexReleased(
            OmptThread thread, long timeNanos, Construct construct, MutexKind kind, long waitId, int codeptrRa) {
        Throttle throttle = logOf(thread).throttle;
        if (throttle != null && throttle.countsReleased(timeNanos, construct, waitId, codeptrRa)) {
            return;
        }
        long attributes = attributes(construct, kind.value(), 0, 0);
        mutex(RecordLayout.MUTEX_RELEASED, thread, timeNanos, attributes, waitId, codeptrRa);
    }

    @Override
    public void nestLock(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            ScopeEndpoint endpoint,
            long waitId,
            int codeptrRa) {
        Throttle throttle = logOf(thread).throttle;
        if (throttle != null && throttle.countsNestLock(timeNanos, endpoint, construct, waitId, codeptrRa)) {
            return;
        }
        long attributes = attributes(construct, 0, 0, 0);
        mutex(scoped(RecordLayout.NEST_LOCK, endpoint), thread, timeNanos, attributes, waitId, codeptrRa);
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
        long attributes = attributes(construct, kind.value(), impl.ordinal(), hint);
        mutex(RecordLayout.LOCK_INIT, thread, timeNanos, attributes, waitId, codeptrRa);
    }

    @Override
    public void lockDestroy(
            OmptThread thread, long timeNanos, Construct construct, MutexKind kind, long waitId, int codeptrRa) {
        long attributes = attributes(construct, kind.value(), 0, 0);
        mutex(RecordLayout.LOCK_DESTROY, thread, timeNanos, attributes, waitId, codeptrRa);
    }

    private void mutex(int tag, OmptThread thread, long timeNanos, long attributes, long waitId, int codeptrRa) {
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            mutexReady(log, tag, timeNanos, attributes, waitId, codeptrRa);
        }
    }

    private static void mutexReady(
            ThreadLog log, int tag, long timeNanos, long attributes, long waitId, int codeptrRa) {
        log.record(tag, timeNanos, attributes, place(codeptrRa, 0), 1, log.waitId(waitId), 0, 0, 0);
    }

    @Override
    public void cancel(OmptThread thread, long timeNanos, Construct construct, long taskId, int flags, int codeptrRa) {
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            long attributes = attributes(construct, 0, 0, flags);
            log.record(RecordLayout.CANCEL, timeNanos, attributes, place(codeptrRa, 0), 1, log.task(taskId), 0, 0, 0);
        }
    }

    @Override
    public void error(
            OmptThread thread, long timeNanos, Construct construct, Severity severity, String message, int codeptrRa) {
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            long attributes = attributes(construct, severity.value(), 0, 0);
            recording.waitForDefinitions();
            int text = recording.definitions.message(message);
            log.record(RecordLayout.ERROR, timeNanos, attributes, place(codeptrRa, 0), 1, text, 0, 0, 0);
        }
    }

    @Override
    public void wakeup(
            OmptThread thread, long timeNanos, Construct construct, long taskId, long waitId, int codeptrRa) {
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            long task = log.task(taskId);
            long attributes = attributes(construct, 0, 0, 0);
            log.record(
                    RecordLayout.WAKEUP, timeNanos, attributes, place(codeptrRa, 0), 2, task, log.waitId(waitId), 0, 0);
        }
    }

    @Override
    public void dependences(
            OmptThread thread, long timeNanos, Construct construct, long taskId, OmptDependence[] deps, int ndeps) {
        ThreadLog log = logOf(thread);
        for (int i = 0; i < ndeps; i++) {
            if (log.ready(timeNanos)) {
                OmptDependence dep = deps[i];
                log.record(
                        RecordLayout.DEPENDENCES,
                        timeNanos,
                        attributes(construct, dep.dependenceType().value(), 0, 0),
                        0,
                        3,
                        log.task(taskId),
                        RecordLayout.signed(dep.variable()),
                        ndeps,
                        0);
            }
        }
    }

    @Override
    public void flush(OmptThread thread, long timeNanos, Construct construct, int codeptrRa) {
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            long attributes = attributes(construct, 0, 0, 0);
            log.record(RecordLayout.FLUSH, timeNanos, attributes, place(codeptrRa, 0), 0, 0, 0, 0, 0);
        }
    }

    @Override
    public void controlTool(
            OmptThread thread, long timeNanos, Construct construct, long command, long modifier, int codeptrRa) {
        ThreadLog log = logOf(thread);
        if (log.ready(timeNanos)) {
            long attributes = attributes(construct, 0, 0, 0);
            log.record(
                    RecordLayout.CONTROL_TOOL, timeNanos, attributes, place(codeptrRa, 0), 2, command, modifier, 0, 0);
        }
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
        ThreadLog log = logOf(thread);
        int tag = scoped(RecordLayout.WAIT, endpoint);
        Throttle throttle = log.throttle;
        if (throttle != null
                && endpoint == ScopeEndpoint.END
                && throttle.countsWait(timeNanos, construct, waitId, codeptrRa)) {
            return;
        }
        if (!log.ready(timeNanos)) {
            return;
        }
        if (throttle != null && endpoint == ScopeEndpoint.BEGIN) {
            throttle.beforeWait(timeNanos, construct, waitId, codeptrRa);
        }
        long attributes = attributes(construct, state.value(), 0, 0);
        log.record(tag, timeNanos, attributes, place(codeptrRa, 0), 2, log.task(taskId), log.waitId(waitId), 0, 0);
    }
}
