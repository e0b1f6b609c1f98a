package org.ompt4j.views.collector;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.views.Idleness;
import org.ompt4j.views.collector.Collector.OmpCollectorEvent;
import org.ompt4j.views.collector.Notifications.Session;

/**
 * The OMPT callbacks from which the collector's events are derived.
 *
 * <p>An end is reported only if its begin was reported: if it began in this session, after the registration, and not in a
 * pause. So the events that a collector gets are well nested.
 *
 * <p>Thread safety: any thread.
 */
final class CollectorEvents {
    /** The callbacks that any event needs. */
    static final Set<Event> ALL = all();

    private final Supplier<@Nullable Session> sessions;
    private final OmptEntryPoint.All runtime;
    private final boolean observesAtomics;

    private volatile Idleness idleness;

    CollectorEvents(OmptEntryPoint.All runtime, RunSettings settings, Supplier<@Nullable Session> sessions) {
        this.runtime = runtime;
        this.sessions = sessions;
        observesAtomics = observesAtomics(settings);
        idleness = newIdleness();
    }

    private Idleness newIdleness() {
        return new Idleness(runtime, endpoint -> tell(OmpCollectorEvent.THR_BEGIN_IDLE, endpoint));
    }

    private static Set<Event> all() {
        Set<Event> all = EnumSet.noneOf(Event.class);
        for (OmpCollectorEvent each : OmpCollectorEvent.values()) {
            all.addAll(of(each));
        }
        return all;
    }

    /** The callbacks that an event needs; none for an event that never happens in a JVM. */
    static Set<Event> of(OmpCollectorEvent event) {
        return switch (event) {
            case FORK, JOIN -> EnumSet.of(Event.PARALLEL_BEGIN, Event.PARALLEL_END);
            case THR_BEGIN_IDLE, THR_END_IDLE ->
                EnumSet.of(Event.POOL_WORKER, Event.IMPLICIT_TASK, Event.TASK_SCHEDULE);
            case THR_BEGIN_IBAR, THR_END_IBAR, THR_BEGIN_EBAR, THR_END_EBAR -> EnumSet.of(Event.SYNC_REGION_WAIT);
            case THR_BEGIN_LKWT, THR_END_LKWT, THR_BEGIN_CTWT, THR_END_CTWT, THR_BEGIN_ATWT, THR_END_ATWT ->
                EnumSet.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED);
            case THR_BEGIN_ORDERED, THR_END_ORDERED -> EnumSet.of(Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED);
            case THR_BEGIN_MASTER, THR_END_MASTER -> EnumSet.of(Event.MASKED);
            case THR_BEGIN_SINGLE, THR_END_SINGLE -> EnumSet.of(Event.WORK);
            // No thread ever waits for an ordered region.
            case THR_BEGIN_ODWT, THR_END_ODWT -> EnumSet.noneOf(Event.class);
        };
    }

    /** Whether a construct that raises the event is observed, if its callbacks do not show that: waits for atomics are observed on request only. */
    boolean hasConstruct(OmpCollectorEvent event) {
        boolean isOfAtomics = event == OmpCollectorEvent.THR_BEGIN_ATWT || event == OmpCollectorEvent.THR_END_ATWT;
        return !isOfAtomics || observesAtomics;
    }

    private static boolean observesAtomics(RunSettings settings) {
        for (Construct each : Construct.values()) {
            if (each.raised().contains(MutexKind.ATOMIC) && settings.selects(each)) {
                return true;
            }
        }
        return false;
    }

    /** Registers the callbacks for an event of {@link #ALL}. */
    SetResult register(Event event) {
        return switch (event) {
            case PARALLEL_BEGIN ->
                runtime.on(
                        OmptCallback.PARALLEL_BEGIN,
                        (task, frame, region, size, flags, codeptrRa) -> parallelBegin(region));
            case PARALLEL_END ->
                runtime.on(OmptCallback.PARALLEL_END, (region, task, flags, codeptrRa) -> parallelEnd(region));
            case POOL_WORKER -> {
                // The recorded states of the workers are out of date.
                idleness = newIdleness();
                yield runtime.on(OmptCallback.POOL_WORKER, (endpoint, pool) -> idleness.poolWorker(endpoint));
            }
            case IMPLICIT_TASK ->
                runtime.on(
                        OmptCallback.IMPLICIT_TASK,
                        (endpoint, region, task, size, index, flags) -> idleness.implicitTask(endpoint, () -> {}));
            case TASK_SCHEDULE ->
                runtime.on(
                        OmptCallback.TASK_SCHEDULE,
                        (prior, status, next) -> idleness.taskSchedule(status, next, () -> {}));
            case SYNC_REGION_WAIT ->
                runtime.on(
                        OmptCallback.SYNC_REGION_WAIT,
                        (kind, endpoint, region, task, codeptrRa) -> tell(beginOf(kind), endpoint));
            case MUTEX_ACQUIRE ->
                runtime.on(OmptCallback.MUTEX_ACQUIRE, (kind, hint, impl, waitId, codeptrRa) -> mutexAcquire(kind));
            case MUTEX_ACQUIRED ->
                runtime.on(OmptCallback.MUTEX_ACQUIRED, (kind, waitId, codeptrRa) -> mutexAcquired(kind));
            case MUTEX_RELEASED ->
                runtime.on(OmptCallback.MUTEX_RELEASED, (kind, waitId, codeptrRa) -> ordered(kind, ScopeEndpoint.END));
            case MASKED ->
                runtime.on(
                        OmptCallback.MASKED,
                        (endpoint, region, task, codeptrRa) -> tell(OmpCollectorEvent.THR_BEGIN_MASTER, endpoint));
            case WORK ->
                runtime.on(
                        OmptCallback.WORK,
                        (type, endpoint, region, task, count, codeptrRa) -> tell(
                                type == WorkType.SINGLE_EXECUTOR ? OmpCollectorEvent.THR_BEGIN_SINGLE : null,
                                endpoint));
            default -> throw new IllegalArgumentException(event + " is the source of no event of the collector");
        };
    }

    private void parallelBegin(OmptData region) {
        Session session = sessions.get();
        ThreadRecord record = record(session);
        if (session == null || record == null || session.paused) {
            return;
        }
        region.value = session.number;
        record.forking = region.id();
        try {
            session.tell(OmpCollectorEvent.FORK);
        } finally {
            record.forking = 0;
        }
    }

    private void parallelEnd(OmptData region) {
        Session session = sessions.get();
        if (session != null && region.value == session.number) {
            session.tell(OmpCollectorEvent.JOIN);
        }
    }

    private static @Nullable OmpCollectorEvent beginOf(SyncRegionKind kind) {
        return switch (kind) {
            case BARRIER_EXPLICIT -> OmpCollectorEvent.THR_BEGIN_EBAR;
            case REDUCTION -> null;
            case BARRIER_IMPLICIT_PARALLEL,
                    BARRIER_IMPLICIT_WORKSHARE,
                    BARRIER_IMPLEMENTATION,
                    BARRIER_TEAMS,
                    TASKWAIT,
                    TASKGROUP -> OmpCollectorEvent.THR_BEGIN_IBAR;
        };
    }

    // ---------------------------------------------------------------- mutual exclusion

    /*
     * An acquisition is a wait if the thread's state says so when the acquisition is reported. If it is reported after its end, begin and end come
     * together: then it was a wait if their times differ. A try is no wait, since no event would report that it has failed.
     */

    private void mutexAcquire(MutexKind kind) {
        OmpCollectorEvent begin = waitFor(kind);
        ThreadRecord record = begin == null ? null : record(sessions.get());
        if (begin == null || record == null) {
            return;
        }
        endMutexWait(record);
        if (runtime.getState(null).isForMutex()) {
            record.mutexWait = begin;
            tell(begin, ScopeEndpoint.BEGIN);
        } else {
            record.acquiring = begin;
            record.acquireNanos = runtime.getEventTime();
        }
    }

    private void mutexAcquired(MutexKind kind) {
        OmpCollectorEvent begin = waitFor(kind);
        ordered(kind, ScopeEndpoint.BEGIN);
        ThreadRecord record = begin == null ? null : record(sessions.get());
        if (begin == null || record == null) {
            return;
        }
        endMutexWait(record);
        if (record.acquiring == begin && runtime.getEventTime() > record.acquireNanos) {
            tell(begin, ScopeEndpoint.BEGIN);
            tell(begin, ScopeEndpoint.END);
        }
        record.acquiring = null;
    }

    private void ordered(MutexKind kind, ScopeEndpoint endpoint) {
        tell(kind == MutexKind.ORDERED ? OmpCollectorEvent.THR_BEGIN_ORDERED : null, endpoint);
    }

    /** The end of a wait that an interrupt has ended is known at the thread's next acquisition at the latest. */
    private void endMutexWait(ThreadRecord record) {
        OmpCollectorEvent begun = record.mutexWait;
        if (begun != null) {
            record.mutexWait = null;
            tell(begun, ScopeEndpoint.END);
        }
    }

    private static @Nullable OmpCollectorEvent waitFor(MutexKind kind) {
        return switch (kind) {
            case LOCK, NEST_LOCK -> OmpCollectorEvent.THR_BEGIN_LKWT;
            case CRITICAL -> OmpCollectorEvent.THR_BEGIN_CTWT;
            case ATOMIC -> OmpCollectorEvent.THR_BEGIN_ATWT;
            case TEST_LOCK, TEST_NEST_LOCK, ORDERED -> null;
        };
    }

    // ---------------------------------------------------------------- telling

    /** @param begin the event's begin; null to report nothing */
    private void tell(@Nullable OmpCollectorEvent begin, ScopeEndpoint endpoint) {
        Session session = sessions.get();
        ThreadRecord record = record(session);
        if (begin == null || session == null || record == null) {
            return;
        }
        if (endpoint != ScopeEndpoint.END) {
            boolean told = !session.paused;
            record.begin(begin, told);
            session.tell(begin);
        }
        if (endpoint != ScopeEndpoint.BEGIN && record.end(begin)) {
            session.tell(begin.partner());
        }
    }

    /** The record of the thread of the event; null outside a session. */
    private @Nullable ThreadRecord record(@Nullable Session session) {
        OmptData data = session == null ? null : runtime.getThreadData();
        if (session == null || data == null) {
            return null;
        }
        if (!(data.ptr instanceof ThreadRecord)) {
            data.ptr = new ThreadRecord();
        }
        ThreadRecord record = (ThreadRecord) data.ptr;
        record.inSession(session.number);
        return record;
    }

    /**
     * The view's data for one thread, kept as the thread's tool data.
     *
     * <p>Thread safety: the thread's own callbacks and requests only.
     */
    static final class ThreadRecord {
        private static final int EVENTS = OmpCollectorEvent.values().length;
        private static final int MAX_DEPTH = Long.SIZE;

        /** The region whose FORK callback is running on the thread, else 0. */
        long forking;

        /** The present wait for a mutex. */
        @Nullable
        OmpCollectorEvent mutexWait;

        /** An acquisition that may turn out to have been a wait, and the time of its begin. */
        @Nullable
        OmpCollectorEvent acquiring;

        long acquireNanos;

        private long session;

        /** The number of open begins of an event, and for each, the innermost in the lowest bit, whether its end is to be reported. */
        private final int[] depth = new int[EVENTS];

        private final long[] told = new long[EVENTS];

        /** Discards what began in an earlier session. */
        void inSession(long number) {
            if (session != number) {
                session = number;
                mutexWait = null;
                acquiring = null;
                Arrays.fill(depth, 0);
            }
        }

        void begin(OmpCollectorEvent event, boolean isTold) {
            int i = event.ordinal();
            told[i] = told[i] << 1 | (isTold ? 1 : 0);
            depth[i]++;
        }

        /** Whether the end of the last begin is to be reported: it is not if the begin was not reported. */
        boolean end(OmpCollectorEvent beginEvent) {
            int i = beginEvent.ordinal();
            if (depth[i] == 0) {
                return false;
            }
            boolean isTold = depth[i] <= MAX_DEPTH && (told[i] & 1) != 0;
            depth[i]--;
            told[i] >>>= 1;
            return isTold;
        }
    }
}
