package org.ompt4j.views.early;

import static org.ompt4j.views.early.OmptEvent.*;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.views.Idleness;
import org.ompt4j.views.early.EarlyInquiries.Answers;

/**
 * Turns events of the present generation into the early ones that a tool registered.
 *
 * <p>Thread safety: as callbacks are called, on the thread of the event.
 */
final class EventTranslation {
    /*
     * Overview. Ids are those of the data objects in the callbacks of the present generation. These objects also store further data, but only
     * if a registered event needs them: the object of a thread has an EarlyThread; the value of an implicit task is the id of its
     * region, which its end event does not have; the value of a region shows whether it is only that of an initial task, which is no region in
     * the early interface.
     *
     * The early interface has a wait only if a thread enters a wait state. If the thread is in that state when its wait begins,
     * the wait is reported at once. Otherwise it is not known yet whether the thread will wait: begin and end are reported together when the
     * wait has ended, if their times differ.
     */

    /** Value of the data of an initial task's region. */
    private static final long NO_REGION = 1;

    /** The states of threads that wait in a sync region. */
    private static final Set<State> SYNC_WAITS = EnumSet.noneOf(State.class);

    static {
        for (SyncRegionKind each : SyncRegionKind.values()) {
            if (each != SyncRegionKind.REDUCTION) {
                SYNC_WAITS.add(each.waitState());
            }
        }
    }

    private final Set<OmptEvent> active;
    private final @Nullable OmptEventCallback[] callbacks = new OmptEventCallback[OmptEvent.values().length];
    private final OmptEntryPoint.All entryPoints;
    private final Ompt4jRuntime runtime;
    private final EarlyInquiries inquiries;
    private final Function<OmptFrame, ?> frames;
    private final @Nullable Idleness idleness;

    /**
     * Prepares the translation.
     *
     * @param frames makes the frame type of the tool's generation
     */
    EventTranslation(
            Registrations registrations,
            OmptEntryPoint.All entryPoints,
            Ompt4jRuntime runtime,
            EarlyInquiries inquiries,
            Function<OmptFrame, ?> frames) {
        this.entryPoints = entryPoints;
        this.runtime = runtime;
        this.inquiries = inquiries;
        this.frames = frames;
        this.active = registrations.active();
        for (OmptEvent each : active) {
            callbacks[each.ordinal()] = registrations.callback(each);
        }
        boolean idle = active.contains(IDLE_BEGIN) || active.contains(IDLE_END);
        idleness = idle ? new Idleness(entryPoints, this::idle) : null;
    }

    /**
     * Registers the callbacks that the tool's events need, and no others.
     *
     * @param asksForRegions the tool may ask for regions: it has to be known which are none
     */
    void register(boolean asksForRegions) {
        Set<Event> needed = EnumSet.noneOf(Event.class);
        for (OmptEvent each : active) {
            needed.addAll(each.needed());
        }
        if (asksForRegions) {
            needed.add(Event.IMPLICIT_TASK);
        }
        needed.forEach(this::register);
    }

    private void register(Event event) {
        OmptEntryPoint.SetCallback set = entryPoints;
        switch (event) {
            case THREAD_BEGIN -> set.on(OmptCallback.THREAD_BEGIN, this::threadBegin);
            case THREAD_END ->
                set.on(OmptCallback.THREAD_END, data -> threadType(THREAD_END, thread(data).type, data.id()));
            case PARALLEL_BEGIN -> set.on(OmptCallback.PARALLEL_BEGIN, this::parallelBegin);
            case PARALLEL_END ->
                set.on(
                        OmptCallback.PARALLEL_END,
                        (region, task, flags, codeptrRa) -> parallel(PARALLEL_END, region.id(), id(task)));
            case IMPLICIT_TASK -> set.on(OmptCallback.IMPLICIT_TASK, this::implicitTask);
            case TASK_CREATE -> set.on(OmptCallback.TASK_CREATE, this::taskCreate);
            case TASK_SCHEDULE -> set.on(OmptCallback.TASK_SCHEDULE, this::taskSchedule);
            case POOL_WORKER -> set.on(OmptCallback.POOL_WORKER, this::poolWorker);
            case CANCEL -> set.on(OmptCallback.CANCEL, this::cancel);
            case WORK ->
                set.on(
                        OmptCallback.WORK,
                        (type, endpoint, region, task, count, codeptrRa) ->
                                scope(OmptEvent.of(event, type), endpoint, region(region), id(task)));
            case MASKED ->
                set.on(
                        OmptCallback.MASKED,
                        (endpoint, region, task, codeptrRa) -> scope(MASTER_BEGIN, endpoint, region(region), id(task)));
            case SYNC_REGION ->
                set.on(
                        OmptCallback.SYNC_REGION,
                        (kind, endpoint, region, task, codeptrRa) ->
                                scope(OmptEvent.of(event, kind), endpoint, regionOfSync(kind, region, task), id(task)));
            case SYNC_REGION_WAIT -> set.on(OmptCallback.SYNC_REGION_WAIT, this::syncRegionWait);
            case FLUSH -> set.on(OmptCallback.FLUSH, this::flush);
            case CONTROL_TOOL -> set.on(OmptCallback.CONTROL_TOOL, this::controlTool);
            default -> registerOfMutex(event, set);
        }
    }

    private void registerOfMutex(Event event, OmptEntryPoint.SetCallback set) {
        switch (event) {
            case MUTEX_ACQUIRE -> set.on(OmptCallback.MUTEX_ACQUIRE, this::mutexAcquire);
            case MUTEX_ACQUIRED -> set.on(OmptCallback.MUTEX_ACQUIRED, this::mutexAcquired);
            case MUTEX_RELEASED ->
                set.on(OmptCallback.MUTEX_RELEASED, (kind, waitId, codeptrRa) -> mutex(event, kind, waitId));
            case NEST_LOCK -> set.on(OmptCallback.NEST_LOCK, this::nestLock);
            case LOCK_INIT ->
                set.on(OmptCallback.LOCK_INIT, (kind, hint, impl, waitId, codeptrRa) -> mutex(event, kind, waitId));
            case LOCK_DESTROY ->
                set.on(OmptCallback.LOCK_DESTROY, (kind, waitId, codeptrRa) -> mutex(event, kind, waitId));
            default -> throw new IllegalArgumentException(event + " becomes no early event");
        }
    }

    /** Called when the runtime has shut down: no event follows. */
    void shutDown() {
        if (callbacks[RUNTIME_SHUTDOWN.ordinal()] instanceof OmptEventCallback.Plain callback) {
            callback.callback();
        }
    }

    /** Whether the region of these data is only that of an initial task, which is none to the early interface. */
    static boolean isRegion(@Nullable OmptData parallelData) {
        return parallelData != null && parallelData.value != NO_REGION;
    }

    // ---------------------------------------------------------------- threads, regions, tasks

    private void threadBegin(ThreadType type, OmptData threadData) {
        EarlyThread thread = thread(threadData);
        thread.type = OmptThreadType.of(type);
        threadType(THREAD_BEGIN, thread.type, threadData.id());
    }

    private void parallelBegin(
            @Nullable OmptData encounteringTask,
            @Nullable OmptFrame frame,
            OmptData parallelData,
            int requestedParallelism,
            int flags,
            int codeptrRa) {
        if (callbacks[PARALLEL_BEGIN.ordinal()] instanceof OmptEventCallback.NewParallel<?> callback) {
            typed(callback)
                    .newParallel(
                            id(encounteringTask), early(frame), parallelData.id(), requestedParallelism, eventBody());
        }
    }

    private void implicitTask(
            ScopeEndpoint endpoint,
            @Nullable OmptData parallelData,
            OmptData taskData,
            int actualParallelism,
            int index,
            int flags) {
        boolean initial = (flags & TaskFlag.INITIAL) != 0;
        if (endpoint == ScopeEndpoint.BEGIN) {
            beginImplicitTask(parallelData, taskData, initial);
        } else {
            implicitTask(endpoint, initial ? INITIAL_TASK_END : IMPLICIT_TASK_END, taskData);
        }
    }

    private void beginImplicitTask(@Nullable OmptData parallelData, OmptData taskData, boolean initial) {
        if (initial && parallelData != null) {
            parallelData.value = NO_REGION;
        }
        taskData.value = region(parallelData);
        implicitTask(ScopeEndpoint.BEGIN, initial ? INITIAL_TASK_BEGIN : IMPLICIT_TASK_BEGIN, taskData);
    }

    private void implicitTask(ScopeEndpoint endpoint, OmptEvent event, OmptData taskData) {
        if (idleness == null) {
            implicitTask(event, taskData);
        } else {
            idleness.implicitTask(endpoint, () -> implicitTask(event, taskData));
        }
    }

    private void implicitTask(OmptEvent event, OmptData taskData) {
        if (event == INITIAL_TASK_BEGIN || event == INITIAL_TASK_END) {
            task(event, taskData.id());
        } else {
            parallel(event, taskData.value, taskData.id());
        }
    }

    private void taskCreate(
            @Nullable OmptData encounteringTask,
            @Nullable OmptFrame frame,
            OmptData newTask,
            int flags,
            boolean hasDependences,
            int codeptrRa) {
        boolean explicit = (flags & TaskFlag.EXPLICIT) != 0;
        if (explicit && callbacks[TASK_BEGIN.ordinal()] instanceof OmptEventCallback.NewTask<?> callback) {
            typed(callback).newTask(id(encounteringTask), early(frame), newTask.id(), eventBody());
        }
    }

    private void taskSchedule(@Nullable OmptData prior, TaskStatus priorStatus, @Nullable OmptData next) {
        if (prior != null && next != null && prior.id() == next.id()) {
            // The task has yielded, but no other task was scheduled.
            return;
        }
        if (idleness == null) {
            endAndSwitch(prior, priorStatus, next);
        } else {
            idleness.taskSchedule(priorStatus, next, () -> endAndSwitch(prior, priorStatus, next));
        }
    }

    private void endAndSwitch(@Nullable OmptData prior, TaskStatus priorStatus, @Nullable OmptData next) {
        boolean ended = priorStatus.endsTask();
        try {
            if (ended) {
                task(TASK_END, id(prior));
            }
        } finally {
            if (!priorStatus.isFulfillment()) {
                taskSwitch(id(prior), id(next), ended);
            }
        }
    }

    private void taskSwitch(long suspended, long resumed, boolean ended) {
        if (callbacks[TASK_SWITCH.ordinal()] instanceof OmptEventCallback.TaskSwitch callback) {
            Answers answers = ended ? Answers.afterTask() : Answers.beforeTask(resumed);
            inquiries.during(answers, () -> callback.taskSwitch(ended ? 0 : suspended, resumed));
        }
    }

    private void cancel(OmptData taskData, int flags, int codeptrRa) {
        if ((flags & CancelFlag.DISCARDED_TASK) != 0) {
            task(TASK_END, taskData.id());
        }
    }

    private void poolWorker(ScopeEndpoint endpoint, long poolId) {
        if (idleness != null) {
            idleness.poolWorker(endpoint);
        }
    }

    private void idle(ScopeEndpoint endpoint) {
        boolean begins = endpoint == ScopeEndpoint.BEGIN;
        if (callbacks[(begins ? IDLE_BEGIN : IDLE_END).ordinal()] instanceof OmptEventCallback.Thread callback) {
            Answers answers = Answers.in(begins ? OmptState.IDLE : OmptState.OVERHEAD, 0);
            inquiries.during(answers, () -> callback.thread(id(entryPoints.getThreadData())));
        }
    }

    // ---------------------------------------------------------------- barriers, taskwaits, taskgroups

    private void syncRegionWait(
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            @Nullable OmptData parallelData,
            @Nullable OmptData taskData,
            int codeptrRa) {
        OmptEvent begin = OmptEvent.of(Event.SYNC_REGION_WAIT, kind);
        if (begin == null) {
            return;
        }
        EarlyThread thread = thread();
        long region = regionOfSync(kind, parallelData, taskData);
        if (endpoint == ScopeEndpoint.BEGIN) {
            waitBegin(thread, begin, kind, region, id(taskData));
        } else {
            waitEnd(thread, begin, kind, region, id(taskData));
        }
    }

    private void waitBegin(EarlyThread thread, OmptEvent begin, SyncRegionKind kind, long region, long taskId) {
        long[] waitId = new long[1];
        if (SYNC_WAITS.contains(entryPoints.getState(waitId))) {
            thread.wait = EarlyThread.Wait.TOLD;
            waits(begin, kind, waitId[0], region, taskId);
        } else {
            thread.wait = EarlyThread.Wait.HELD;
            thread.waitFromNanos = entryPoints.getEventTime();
        }
    }

    private void waitEnd(EarlyThread thread, OmptEvent begin, SyncRegionKind kind, long region, long taskId) {
        EarlyThread.Wait told = thread.wait;
        thread.wait = EarlyThread.Wait.NONE;
        boolean late = told == EarlyThread.Wait.HELD && entryPoints.getEventTime() > thread.waitFromNanos;
        try {
            if (late) {
                waits(begin, kind, 0, region, taskId);
            }
        } finally {
            if (late || told == EarlyThread.Wait.TOLD) {
                parallel(begin.end(), region, taskId);
            }
        }
    }

    private void waits(OmptEvent begin, SyncRegionKind kind, long waitId, long region, long taskId) {
        Answers state = Answers.in(OmptState.of(kind.waitState()), waitId);
        inquiries.during(state, () -> parallel(begin, region, taskId));
    }

    /** The end of a region-ending barrier names no region; the implicit task remembers it. */
    private static long regionOfSync(
            SyncRegionKind kind, @Nullable OmptData parallelData, @Nullable OmptData taskData) {
        return parallelData == null && kind.endsRegion() && taskData != null ? taskData.value : region(parallelData);
    }

    // ---------------------------------------------------------------- mutual exclusion

    private void mutexAcquire(MutexKind kind, int hint, MutexImpl impl, long waitId, int codeptrRa) {
        EarlyThread thread = thread();
        if (entryPoints.getState(null).isForMutex()) {
            thread.heldMutex = 0;
            waitsForMutex(kind, waitId);
        } else {
            thread.heldMutex = waitId;
            thread.acquireFromNanos = entryPoints.getEventTime();
        }
    }

    private void mutexAcquired(MutexKind kind, long waitId, int codeptrRa) {
        try {
            EarlyThread thread = thread();
            boolean held = thread.heldMutex == waitId;
            thread.heldMutex = 0;
            if (held && entryPoints.getEventTime() > thread.acquireFromNanos) {
                waitsForMutex(kind, waitId);
            }
        } finally {
            mutex(Event.MUTEX_ACQUIRED, kind, waitId);
        }
    }

    private void waitsForMutex(MutexKind kind, long waitId) {
        OmptState state =
                kind.withoutTest() == MutexKind.NEST_LOCK ? OmptState.WAIT_NEST_LOCK : OmptState.of(kind.waitState());
        inquiries.during(Answers.in(state, waitId), () -> mutex(Event.MUTEX_ACQUIRE, kind, waitId));
    }

    /** Monitors are critical constructs here, of which the early interface does not know that they can be entered again. */
    private void nestLock(ScopeEndpoint endpoint, long waitId, int codeptrRa) {
        if (entryPoints.getEventConstruct().raised().contains(MutexKind.NEST_LOCK)) {
            lockEvent(endpoint == ScopeEndpoint.BEGIN ? ACQUIRED_NEST_LOCK_NEXT : RELEASE_NEST_LOCK_PREV, waitId);
        }
    }

    /** An event of that kind, if the early interface has one: it has none for making a mutex that is no lock. */
    private void mutex(Event source, MutexKind kind, long waitId) {
        OmptEvent event = OmptEvent.of(source, kind.withoutTest());
        if (event != null) {
            lockEvent(event, waitId);
        }
    }

    // ---------------------------------------------------------------- others

    private void flush(OmptData threadData, int codeptrRa) {
        if (callbacks[FLUSH.ordinal()] instanceof OmptEventCallback.Thread callback) {
            callback.thread(threadData.id());
        }
    }

    /** The early callback answers nothing: a tool that has one has taken the command. */
    private int controlTool(long command, long modifier, @Nullable Object arg, int codeptrRa) {
        if (callbacks[CONTROL.ordinal()] instanceof OmptEventCallback.Control callback) {
            callback.control(command, modifier);
        }
        return 0;
    }

    // ---------------------------------------------------------------- calling

    /** Begin, end, or one right after the other; the number of an end follows that of its begin. */
    private void scope(@Nullable OmptEvent begin, ScopeEndpoint endpoint, long region, long taskId) {
        if (begin == null) {
            return;
        }
        try {
            if (endpoint != ScopeEndpoint.END) {
                if (callbacks[begin.ordinal()] instanceof OmptEventCallback.NewWorkshare callback) {
                    callback.newWorkshare(region, taskId, null);
                } else {
                    parallel(begin, region, taskId);
                }
            }
        } finally {
            if (endpoint != ScopeEndpoint.BEGIN) {
                parallel(begin.end(), region, taskId);
            }
        }
    }

    private void threadType(OmptEvent event, OmptThreadType type, long threadId) {
        if (callbacks[event.ordinal()] instanceof OmptEventCallback.ThreadType callback) {
            callback.threadType(type, threadId);
        }
    }

    private void parallel(OmptEvent event, long region, long taskId) {
        if (callbacks[event.ordinal()] instanceof OmptEventCallback.Parallel callback) {
            callback.parallel(region, taskId);
        }
    }

    private void task(OmptEvent event, long taskId) {
        if (callbacks[event.ordinal()] instanceof OmptEventCallback.Task callback) {
            callback.task(taskId);
        }
    }

    private void lockEvent(OmptEvent event, long waitId) {
        if (callbacks[event.ordinal()] instanceof OmptEventCallback.Wait callback) {
            callback.waits(waitId);
        }
    }

    /** The code that the region or task runs whose begin is being told, null if that is not known. */
    private @Nullable String eventBody() {
        int body = entryPoints.getEventBody();
        return body == 0 ? null : runtime.body(body);
    }

    private @Nullable Object early(@Nullable OmptFrame frame) {
        return frame == null ? null : frames.apply(frame);
    }

    /** A tool's callback takes the frame type of its own generation, which is what {@link #frames} makes. */
    @SuppressWarnings("unchecked")
    private static OmptEventCallback.NewParallel<Object> typed(OmptEventCallback.NewParallel<?> callback) {
        return (OmptEventCallback.NewParallel<Object>) callback;
    }

    @SuppressWarnings("unchecked")
    private static OmptEventCallback.NewTask<Object> typed(OmptEventCallback.NewTask<?> callback) {
        return (OmptEventCallback.NewTask<Object>) callback;
    }

    private static long id(@Nullable OmptData data) {
        return data == null ? 0 : data.id();
    }

    private static long region(@Nullable OmptData parallelData) {
        return parallelData == null || !isRegion(parallelData) ? 0 : parallelData.id();
    }

    private EarlyThread thread() {
        OmptData data = entryPoints.getThreadData();
        return data == null ? new EarlyThread() : thread(data);
    }

    private static EarlyThread thread(OmptData threadData) {
        if (threadData.ptr instanceof EarlyThread known) {
            return known;
        }
        EarlyThread made = new EarlyThread();
        threadData.ptr = made;
        return made;
    }

    /**
     * The data of the translation for one observed thread.
     *
     * <p>Thread safety: the observed thread only, and the one that reports its last events for it.
     */
    private static final class EarlyThread {
        /** How much of the wait of the present barrier, taskwait or taskgroup has been reported. */
        enum Wait {
            NONE,
            /** Begun, but it is not known yet whether the thread waits. */
            HELD,
            TOLD
        }

        OmptThreadType type = OmptThreadType.OTHER;

        Wait wait = Wait.NONE;

        /** When a held wait began. */
        long waitFromNanos;

        /** The mutex whose acquisition may turn out to have been a wait; 0 for none. */
        long heldMutex;

        /** When that acquisition began. */
        long acquireFromNanos;
    }
}
