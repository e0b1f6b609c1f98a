package org.ompt4j.views.collector;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.views.EntryPoints;
import org.ompt4j.views.Idleness;
import org.ompt4j.views.collector.Collector.OmpCollectorEvent;
import org.ompt4j.views.collector.Notifications.Session;

/**
 * The callbacks of OMPT that the collector's events come from.
 *
 * <p>An end is told if its begin could have been heard: it began in this session, after it was registered for, and not in a
 * pause. So what a collector hears is well nested.
 *
 * <p>Thread safety: any thread.
 */
final class CollectorEvents {
    /** The callbacks that any event needs. */
    static final Set<Event> ALL = all();

    private final Supplier<@Nullable Session> sessions;
    private final OmptEntryPoint.GetThreadData threadData;
    private final OmptEntryPoint.GetEventConstruct construct;
    private final OmptEntryPoint.GetEventTime eventTime;
    private final OmptEntryPoint.GetTaskInfo taskInfo;
    private final boolean everyAcquisition;

    private volatile Idleness idleness;

    CollectorEvents(EntryPoints entryPoints, Supplier<@Nullable Session> sessions) {
        this.sessions = sessions;
        threadData = entryPoints.required(OmptEntryPoint.GetThreadData.class, OmptEntryPoint.GetThreadData.NAME);
        construct = entryPoints.required(OmptEntryPoint.GetEventConstruct.class, OmptEntryPoint.GetEventConstruct.NAME);
        eventTime = entryPoints.required(OmptEntryPoint.GetEventTime.class, OmptEntryPoint.GetEventTime.NAME);
        taskInfo = entryPoints.required(OmptEntryPoint.GetTaskInfo.class, OmptEntryPoint.GetTaskInfo.NAME);
        everyAcquisition = reportsEveryAcquisition(entryPoints.required(Ompt4jRuntime.class, Ompt4jRuntime.NAME));
        idleness = newIdleness();
    }

    private static boolean reportsEveryAcquisition(Ompt4jRuntime runtime) {
        return runtime.settings().mutexDetail() == RunSettings.MutexDetail.FULL;
    }

    private Idleness newIdleness() {
        return new Idleness(threadData, construct, taskInfo, this::idle);
    }

    private static Set<Event> all() {
        Set<Event> all = EnumSet.noneOf(Event.class);
        for (OmpCollectorEvent each : OmpCollectorEvent.values()) {
            all.addAll(of(each));
        }
        return all;
    }

    /** The callbacks that an event needs; none for what never happens in a JVM. */
    static Set<Event> of(OmpCollectorEvent event) {
        return switch (event) {
            case FORK, JOIN -> EnumSet.of(Event.PARALLEL_BEGIN, Event.PARALLEL_END);
            case THR_BEGIN_IDLE, THR_END_IDLE -> EnumSet.of(Event.IMPLICIT_TASK, Event.TASK_SCHEDULE);
            case THR_BEGIN_IBAR, THR_END_IBAR, THR_BEGIN_EBAR, THR_END_EBAR -> EnumSet.of(Event.SYNC_REGION_WAIT);
            case THR_BEGIN_LKWT, THR_END_LKWT, THR_BEGIN_CTWT, THR_END_CTWT ->
                EnumSet.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED);
            case THR_BEGIN_ORDERED, THR_END_ORDERED -> EnumSet.of(Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED);
            case THR_BEGIN_MASTER, THR_END_MASTER -> EnumSet.of(Event.MASKED);
            case THR_BEGIN_SINGLE, THR_END_SINGLE -> EnumSet.of(Event.WORK);
            // Nobody ever waits for an ordered region or an atomic update.
            case THR_BEGIN_ODWT, THR_END_ODWT, THR_BEGIN_ATWT, THR_END_ATWT -> EnumSet.noneOf(Event.class);
        };
    }

    /** Registers what an event of {@link #ALL} becomes. */
    SetResult register(Event event, OmptEntryPoint.SetCallback set) {
        return switch (event) {
            case PARALLEL_BEGIN -> set.on(OmptCallback.PARALLEL_BEGIN, this::parallelBegin);
            case PARALLEL_END -> set.on(OmptCallback.PARALLEL_END, this::parallelEnd);
            case IMPLICIT_TASK -> {
                // What was known of the workers is out of date.
                idleness = newIdleness();
                yield set.on(OmptCallback.IMPLICIT_TASK, this::implicitTask);
            }
            case TASK_SCHEDULE -> set.on(OmptCallback.TASK_SCHEDULE, this::taskSchedule);
            case SYNC_REGION_WAIT -> set.on(OmptCallback.SYNC_REGION_WAIT, this::syncRegionWait);
            case MUTEX_ACQUIRE ->
                set.on(OmptCallback.MUTEX_ACQUIRE, (kind, hint, impl, waitId, codeptrRa) -> mutexAcquire(kind));
            case MUTEX_ACQUIRED ->
                set.on(OmptCallback.MUTEX_ACQUIRED, (kind, waitId, codeptrRa) -> mutexAcquired(kind));
            case MUTEX_RELEASED ->
                set.on(OmptCallback.MUTEX_RELEASED, (kind, waitId, codeptrRa) -> mutexReleased(kind));
            case MASKED ->
                set.on(
                        OmptCallback.MASKED,
                        (endpoint, region, task, codeptrRa) -> tell(OmpCollectorEvent.THR_BEGIN_MASTER, endpoint));
            case WORK -> set.on(OmptCallback.WORK, this::work);
            default -> throw new IllegalArgumentException(event + " is the source of no event of the collector");
        };
    }

    // ---------------------------------------------------------------- regions

    private void parallelBegin(
            @Nullable OmptData task, @Nullable OmptFrame frame, OmptData region, int size, int flags, int codeptrRa) {
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

    private void parallelEnd(OmptData region, @Nullable OmptData task, int flags, int codeptrRa) {
        Session session = sessions.get();
        if (session != null && region.value == session.number) {
            session.tell(OmpCollectorEvent.JOIN);
        }
    }

    // ---------------------------------------------------------------- workers

    private void implicitTask(
            ScopeEndpoint endpoint, @Nullable OmptData region, OmptData task, int size, int index, int flags) {
        Idleness workers = idleness;
        workers.beforeImplicitTask(endpoint, task);
        workers.afterImplicitTask(endpoint, task);
    }

    private void taskSchedule(@Nullable OmptData prior, TaskStatus status, @Nullable OmptData next) {
        Idleness workers = idleness;
        workers.beforeTaskSchedule(status);
        workers.afterTaskSchedule(status);
    }

    private void idle(ScopeEndpoint endpoint) {
        tell(OmpCollectorEvent.THR_BEGIN_IDLE, endpoint);
    }

    // ---------------------------------------------------------------- barriers, masked and single

    private void syncRegionWait(
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            @Nullable OmptData region,
            @Nullable OmptData task,
            int codeptrRa) {
        OmpCollectorEvent begin = beginOf(kind);
        if (begin != null) {
            tell(begin, endpoint);
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

    private void work(
            WorkType type,
            ScopeEndpoint endpoint,
            @Nullable OmptData region,
            @Nullable OmptData task,
            long count,
            int codeptrRa) {
        if (type == WorkType.SINGLE_EXECUTOR) {
            tell(OmpCollectorEvent.THR_BEGIN_SINGLE, endpoint);
        }
    }

    // ---------------------------------------------------------------- mutual exclusion

    /*
     * Where only acquisitions that wait are reported, the report is the begin of the wait. Where all of them are, those that waited
     * are known afterwards, by their two times: their begin is told late, together with their end. A try is no wait, since nobody
     * would say that it was given up.
     */

    private void mutexAcquire(MutexKind kind) {
        OmpCollectorEvent begin = waitFor(kind);
        ThreadRecord record = begin == null ? null : record(sessions.get());
        if (begin == null || record == null) {
            return;
        }
        endMutexWait(record);
        if (everyAcquisition) {
            record.acquiring = begin;
            record.acquireNanos = eventTime.getEventTime();
        } else {
            record.mutexWait = begin;
            tell(begin, ScopeEndpoint.BEGIN);
        }
    }

    private void mutexAcquired(MutexKind kind) {
        OmpCollectorEvent begin = waitFor(kind);
        if (kind == MutexKind.ORDERED) {
            tell(OmpCollectorEvent.THR_BEGIN_ORDERED, ScopeEndpoint.BEGIN);
        }
        ThreadRecord record = begin == null ? null : record(sessions.get());
        if (begin == null || record == null) {
            return;
        }
        endMutexWait(record);
        if (record.acquiring == begin && eventTime.getEventTime() > record.acquireNanos) {
            tell(begin, ScopeEndpoint.BEGIN);
            tell(begin, ScopeEndpoint.END);
        }
        record.acquiring = null;
    }

    private void mutexReleased(MutexKind kind) {
        if (kind == MutexKind.ORDERED) {
            tell(OmpCollectorEvent.THR_BEGIN_ORDERED, ScopeEndpoint.END);
        }
    }

    /** A wait that was given up, by an interrupt, is known to be over with the thread's next acquisition at the latest. */
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
            case TEST_LOCK, TEST_NEST_LOCK, ATOMIC, ORDERED -> null;
        };
    }

    // ---------------------------------------------------------------- telling

    private void tell(OmpCollectorEvent begin, ScopeEndpoint endpoint) {
        Session session = sessions.get();
        ThreadRecord record = record(session);
        if (session == null || record == null) {
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

    /** The record of the thread whose event it is; null outside a session. */
    private @Nullable ThreadRecord record(@Nullable Session session) {
        OmptData data = session == null ? null : threadData.getThreadData();
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
}
