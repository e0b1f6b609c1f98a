package org.ompt4j.views.early;

import static org.ompt4j.views.early.OmptEvent.*;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CallbackKey;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.views.Idleness;

/**
 * Turns the events of today into the early ones that a tool registered.
 *
 * <p>Thread safety: as callbacks are called, on the thread of the event.
 */
final class EventTranslation {
    /*
     * Overview. Ids are those of the data objects that today's callbacks pass. What has to be remembered sits in the view's own
     * data: in a thread's an EarlyThread, in an implicit task's value the id of its region (which today's ends no longer carry), in
     * a region's value whether it is only that of an initial task, which is no region to the early interface. Such memory is kept
     * only if an event that needs it is registered.
     *
     * Whether a wait is one: the early interface tells of a wait only if the state of waiting is entered. A thread that is told to
     * be in such a state as its wait begins waits now; where nobody could know that before, begin and end come together when it is
     * over, at different times, and are then told together.
     */
    /** Value of the data of an initial task's region. */
    private static final long NO_REGION = 1;

    private static final Set<OmptEvent> IDLE = EnumSet.of(IDLE_BEGIN, IDLE_END);
    private static final Set<OmptEvent> SYNC_REGIONS =
            EnumSet.of(BARRIER_BEGIN, BARRIER_END, TASKWAIT_BEGIN, TASKWAIT_END, TASKGROUP_BEGIN, TASKGROUP_END);
    private static final Set<OmptEvent> WAITS = EnumSet.of(
            WAIT_BARRIER_BEGIN,
            WAIT_BARRIER_END,
            WAIT_TASKWAIT_BEGIN,
            WAIT_TASKWAIT_END,
            WAIT_TASKGROUP_BEGIN,
            WAIT_TASKGROUP_END);
    private static final Set<OmptEvent> MUTEX_WAITS =
            EnumSet.of(WAIT_LOCK, WAIT_NEST_LOCK, WAIT_CRITICAL, WAIT_ATOMIC, WAIT_ORDERED);
    private static final Set<OmptEvent> ACQUIRED =
            EnumSet.of(ACQUIRED_LOCK, ACQUIRED_NEST_LOCK_FIRST, ACQUIRED_CRITICAL, ACQUIRED_ATOMIC, ACQUIRED_ORDERED);
    private static final Set<OmptEvent> RELEASED =
            EnumSet.of(RELEASE_LOCK, RELEASE_NEST_LOCK_LAST, RELEASE_CRITICAL, RELEASE_ATOMIC, RELEASE_ORDERED);
    private static final Set<OmptEvent> WORK = EnumSet.range(LOOP_BEGIN, WORKSHARE_END);
    private static final Set<OmptEvent> IMPLICIT_TASKS = EnumSet.range(IMPLICIT_TASK_BEGIN, INITIAL_TASK_END);
    private static final Set<OmptEvent> IN_REGIONS = EnumSet.range(WAIT_BARRIER_BEGIN, WAIT_TASKGROUP_END);

    static {
        IN_REGIONS.addAll(EnumSet.range(LOOP_BEGIN, TASKGROUP_END));
        IN_REGIONS.addAll(IMPLICIT_TASKS);
    }

    private final Set<OmptEvent> active;
    private final @Nullable OmptEventCallback[] callbacks = new OmptEventCallback[OmptEvent.values().length];
    private final RuntimeEntryPoints entryPoints;
    private final InquiryOverride override;
    private final Function<OmptFrame, ?> frames;
    private final @Nullable Idleness idleness;

    /**
     * Prepares the translation.
     *
     * @param frames makes the frame type of the tool's generation
     */
    EventTranslation(
            Registrations registrations,
            RuntimeEntryPoints entryPoints,
            InquiryOverride override,
            Function<OmptFrame, ?> frames) {
        this.entryPoints = entryPoints;
        this.override = override;
        this.frames = frames;
        this.active = registrations.active();
        for (OmptEvent each : active) {
            callbacks[each.ordinal()] = registrations.callback(each);
        }
        idleness = wants(IDLE)
                ? new Idleness(
                        entryPoints.getThreadData, entryPoints.getEventConstruct, entryPoints.getTaskInfo, this::idle)
                : null;
    }

    /**
     * Registers what the tool's events need, and nothing else.
     *
     * @param asksForRegions the tool may ask for regions: it has to be known which are none
     */
    void register(boolean asksForRegions) {
        register(wants(EnumSet.of(THREAD_BEGIN, THREAD_END)), OmptCallback.THREAD_BEGIN, this::threadBegin);
        register(active.contains(THREAD_END), OmptCallback.THREAD_END, this::threadEnd);
        register(active.contains(PARALLEL_BEGIN), OmptCallback.PARALLEL_BEGIN, this::parallelBegin);
        register(active.contains(PARALLEL_END), OmptCallback.PARALLEL_END, this::parallelEnd);
        register(
                wants(IN_REGIONS) || idleness != null || asksForRegions,
                OmptCallback.IMPLICIT_TASK,
                this::implicitTask);
        register(active.contains(TASK_BEGIN), OmptCallback.TASK_CREATE, this::taskCreate);
        register(
                wants(EnumSet.of(TASK_END, TASK_SWITCH)) || idleness != null,
                OmptCallback.TASK_SCHEDULE,
                this::taskSchedule);
        register(active.contains(TASK_END), OmptCallback.CANCEL, this::cancel);
        register(wants(WORK), OmptCallback.WORK, this::work);
        register(wants(EnumSet.of(MASTER_BEGIN, MASTER_END)), OmptCallback.MASKED, this::masked);
        register(wants(SYNC_REGIONS), OmptCallback.SYNC_REGION, this::syncRegion);
        register(wants(WAITS), OmptCallback.SYNC_REGION_WAIT, this::syncRegionWait);
        registerMutexes();
        register(active.contains(FLUSH), OmptCallback.FLUSH, this::flush);
        register(active.contains(CONTROL), OmptCallback.CONTROL_TOOL, this::controlTool);
    }

    private void registerMutexes() {
        register(wants(MUTEX_WAITS), OmptCallback.MUTEX_ACQUIRE, this::mutexAcquire);
        register(wants(MUTEX_WAITS) || wants(ACQUIRED), OmptCallback.MUTEX_ACQUIRED, this::mutexAcquired);
        register(wants(RELEASED), OmptCallback.MUTEX_RELEASED, this::mutexReleased);
        register(
                wants(EnumSet.of(ACQUIRED_NEST_LOCK_NEXT, RELEASE_NEST_LOCK_PREV)),
                OmptCallback.NEST_LOCK,
                this::nestLock);
        register(wants(EnumSet.of(INIT_LOCK, INIT_NEST_LOCK)), OmptCallback.LOCK_INIT, this::lockInit);
        register(wants(EnumSet.of(DESTROY_LOCK, DESTROY_NEST_LOCK)), OmptCallback.LOCK_DESTROY, this::lockDestroy);
    }

    private boolean wants(Set<OmptEvent> events) {
        for (OmptEvent each : events) {
            if (active.contains(each)) {
                return true;
            }
        }
        return false;
    }

    private <C extends OmptCallback> void register(boolean wanted, CallbackKey<C> key, C callback) {
        if (wanted) {
            entryPoints.setCallback.on(key, callback);
        }
    }

    /** The runtime has shut down: no event follows. */
    void shutDown() {
        if (callbacks[RUNTIME_SHUTDOWN.ordinal()] instanceof OmptEventCallback.Plain callback) {
            callback.callback();
        }
    }

    /** Whether the region of these data is only that of an initial task, thus none. */
    static boolean isRegion(@Nullable OmptData parallelData) {
        return parallelData != null && parallelData.value != NO_REGION;
    }

    // ---------------------------------------------------------------- threads, regions, tasks

    private void threadBegin(ThreadType type, OmptData threadData) {
        EarlyThread thread = thread(threadData);
        thread.type = switch (type) {
            case INITIAL -> OmptThreadType.INITIAL;
            case WORKER -> OmptThreadType.WORKER;
            case OTHER, UNKNOWN -> OmptThreadType.OTHER;
        };
        threadType(THREAD_BEGIN, thread.type, threadData.id());
    }

    private void threadEnd(OmptData threadData) {
        threadType(THREAD_END, thread(threadData).type, threadData.id());
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
                            id(encounteringTask),
                            early(frame),
                            parallelData.id(),
                            requestedParallelism,
                            entryPoints.eventBody());
        }
    }

    private void parallelEnd(OmptData parallelData, @Nullable OmptData encounteringTask, int flags, int codeptrRa) {
        parallel(PARALLEL_END, parallelData.id(), id(encounteringTask));
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

    /** Idleness ends before what ends it and begins after what precedes it. */
    private void implicitTask(ScopeEndpoint endpoint, OmptEvent event, OmptData taskData) {
        try {
            if (idleness != null) {
                idleness.beforeImplicitTask(endpoint, taskData);
            }
        } finally {
            try {
                implicitTask(event, taskData);
            } finally {
                if (idleness != null) {
                    idleness.afterImplicitTask(endpoint, taskData);
                }
            }
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
            typed(callback).newTask(id(encounteringTask), early(frame), newTask.id(), entryPoints.eventBody());
        }
    }

    private void taskSchedule(@Nullable OmptData prior, TaskStatus priorStatus, @Nullable OmptData next) {
        if (prior != null && next != null && prior.id() == next.id()) {
            // It lets others go first, but nobody came.
            return;
        }
        try {
            if (idleness != null) {
                idleness.beforeTaskSchedule(priorStatus);
            }
        } finally {
            try {
                endAndSwitch(prior, priorStatus, next);
            } finally {
                if (idleness != null) {
                    idleness.afterTaskSchedule(priorStatus);
                }
            }
        }
    }

    private void endAndSwitch(@Nullable OmptData prior, TaskStatus priorStatus, @Nullable OmptData next) {
        boolean ended = priorStatus == TaskStatus.COMPLETE || priorStatus == TaskStatus.CANCEL;
        try {
            if (ended) {
                task(TASK_END, id(prior));
            }
        } finally {
            taskSwitch(id(prior), id(next), ended);
        }
    }

    private void taskSwitch(long suspended, long resumed, boolean ended) {
        if (callbacks[TASK_SWITCH.ordinal()] instanceof OmptEventCallback.TaskSwitch callback) {
            InquiryOverride.Answers before = override.enter(
                    ended ? InquiryOverride.Answers.afterTask() : InquiryOverride.Answers.beforeTask(resumed));
            try {
                callback.taskSwitch(ended ? 0 : suspended, resumed);
            } finally {
                override.leave(before);
            }
        }
    }

    private void cancel(OmptData taskData, int flags, int codeptrRa) {
        if ((flags & CancelFlag.DISCARDED_TASK) != 0) {
            task(TASK_END, taskData.id());
        }
    }

    private void idle(ScopeEndpoint endpoint) {
        boolean begins = endpoint == ScopeEndpoint.BEGIN;
        if (callbacks[(begins ? IDLE_BEGIN : IDLE_END).ordinal()] instanceof OmptEventCallback.Thread callback) {
            InquiryOverride.Answers before =
                    override.enter(InquiryOverride.Answers.in(begins ? OmptState.IDLE : OmptState.OVERHEAD, 0));
            try {
                callback.thread(id(entryPoints.getThreadData.getThreadData()));
            } finally {
                override.leave(before);
            }
        }
    }

    // ---------------------------------------------------------------- work

    private void work(
            WorkType type,
            ScopeEndpoint endpoint,
            @Nullable OmptData parallelData,
            @Nullable OmptData taskData,
            long count,
            int codeptrRa) {
        OmptEvent begin = switch (type) {
            case LOOP, LOOP_STATIC, LOOP_DYNAMIC, LOOP_GUIDED, LOOP_OTHER, TASKLOOP, DISTRIBUTE -> LOOP_BEGIN;
            case SECTIONS -> SECTIONS_BEGIN;
            case SINGLE_EXECUTOR -> SINGLE_IN_BLOCK_BEGIN;
            case SINGLE_OTHER -> SINGLE_OTHERS_BEGIN;
            case WORKSHARE -> WORKSHARE_BEGIN;
            case SCOPE -> null;
        };
        if (begin != null) {
            scope(begin, endpoint, region(parallelData), id(taskData));
        }
    }

    private void masked(
            ScopeEndpoint endpoint, @Nullable OmptData parallelData, @Nullable OmptData taskData, int codeptrRa) {
        scope(MASTER_BEGIN, endpoint, region(parallelData), id(taskData));
    }

    // ---------------------------------------------------------------- barriers, taskwaits, taskgroups

    private void syncRegion(
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            @Nullable OmptData parallelData,
            @Nullable OmptData taskData,
            int codeptrRa) {
        OmptEvent begin = switch (kind) {
            case TASKWAIT -> TASKWAIT_BEGIN;
            case TASKGROUP -> TASKGROUP_BEGIN;
            case REDUCTION -> null;
            default -> BARRIER_BEGIN;
        };
        if (begin != null) {
            scope(begin, endpoint, regionOfSync(kind, parallelData, taskData), id(taskData));
        }
    }

    private void syncRegionWait(
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            @Nullable OmptData parallelData,
            @Nullable OmptData taskData,
            int codeptrRa) {
        if (kind == SyncRegionKind.REDUCTION) {
            return;
        }
        EarlyThread thread = thread();
        long region = regionOfSync(kind, parallelData, taskData);
        if (endpoint == ScopeEndpoint.BEGIN) {
            waitBegin(thread, kind, region, id(taskData));
        } else {
            waitEnd(thread, kind, region, id(taskData));
        }
    }

    private void waitBegin(EarlyThread thread, SyncRegionKind kind, long region, long taskId) {
        long[] waitId = new long[1];
        if (isSyncWait(entryPoints.getState.getState(waitId))) {
            thread.wait = EarlyThread.Wait.TOLD;
            waits(waitBeginOf(kind), kind, waitId[0], region, taskId);
        } else {
            thread.wait = EarlyThread.Wait.HELD;
            thread.waitFromNanos = entryPoints.getEventTime.getEventTime();
        }
    }

    private void waitEnd(EarlyThread thread, SyncRegionKind kind, long region, long taskId) {
        EarlyThread.Wait told = thread.wait;
        thread.wait = EarlyThread.Wait.NONE;
        boolean late = told == EarlyThread.Wait.HELD && entryPoints.getEventTime.getEventTime() > thread.waitFromNanos;
        OmptEvent begin = waitBeginOf(kind);
        try {
            if (late) {
                waits(begin, kind, 0, region, taskId);
            }
        } finally {
            if (late || told == EarlyThread.Wait.TOLD) {
                parallel(endOf(begin), region, taskId);
            }
        }
    }

    private void waits(OmptEvent begin, SyncRegionKind kind, long waitId, long region, long taskId) {
        InquiryOverride.Answers before = override.enter(InquiryOverride.Answers.in(stateOf(kind), waitId));
        try {
            parallel(begin, region, taskId);
        } finally {
            override.leave(before);
        }
    }

    private static boolean isSyncWait(State state) {
        return switch (state) {
            case WAIT_BARRIER_IMPLICIT_PARALLEL,
                    WAIT_BARRIER_IMPLICIT_WORKSHARE,
                    WAIT_BARRIER_EXPLICIT,
                    WAIT_BARRIER_IMPLEMENTATION,
                    WAIT_BARRIER_TEAMS,
                    WAIT_TASKWAIT,
                    WAIT_TASKGROUP -> true;
            default -> false;
        };
    }

    private static OmptEvent waitBeginOf(SyncRegionKind kind) {
        return switch (kind) {
            case TASKWAIT -> WAIT_TASKWAIT_BEGIN;
            case TASKGROUP -> WAIT_TASKGROUP_BEGIN;
            default -> WAIT_BARRIER_BEGIN;
        };
    }

    private static OmptState stateOf(SyncRegionKind kind) {
        return switch (kind) {
            case TASKWAIT -> OmptState.WAIT_TASKWAIT;
            case TASKGROUP -> OmptState.WAIT_TASKGROUP;
            case BARRIER_EXPLICIT -> OmptState.WAIT_BARRIER_EXPLICIT;
            case BARRIER_IMPLEMENTATION, REDUCTION -> OmptState.WAIT_BARRIER;
            case BARRIER_IMPLICIT_WORKSHARE, BARRIER_IMPLICIT_PARALLEL, BARRIER_TEAMS ->
                OmptState.WAIT_BARRIER_IMPLICIT;
        };
    }

    /** At the end of a region-ending barrier today's events name no region; the implicit task remembers it. */
    private static long regionOfSync(
            SyncRegionKind kind, @Nullable OmptData parallelData, @Nullable OmptData taskData) {
        boolean endsRegion = kind == SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;
        return parallelData == null && endsRegion && taskData != null ? taskData.value : region(parallelData);
    }

    // ---------------------------------------------------------------- mutual exclusion

    private void mutexAcquire(MutexKind kind, int hint, MutexImpl impl, long waitId, int codeptrRa) {
        EarlyThread thread = thread();
        if (isMutexWait(entryPoints.getState.getState(null))) {
            thread.heldMutex = 0;
            waitsForMutex(kind, waitId);
        } else {
            thread.heldMutex = waitId;
            thread.acquireFromNanos = entryPoints.getEventTime.getEventTime();
        }
    }

    private void mutexAcquired(MutexKind kind, long waitId, int codeptrRa) {
        try {
            EarlyThread thread = thread();
            boolean held = thread.heldMutex == waitId;
            thread.heldMutex = 0;
            if (held && entryPoints.getEventTime.getEventTime() > thread.acquireFromNanos) {
                waitsForMutex(kind, waitId);
            }
        } finally {
            lockEvent(
                    of(
                            kind,
                            ACQUIRED_LOCK,
                            ACQUIRED_NEST_LOCK_FIRST,
                            ACQUIRED_CRITICAL,
                            ACQUIRED_ATOMIC,
                            ACQUIRED_ORDERED),
                    waitId);
        }
    }

    private void waitsForMutex(MutexKind kind, long waitId) {
        OmptState state = switch (kind) {
            case LOCK, TEST_LOCK -> OmptState.WAIT_LOCK;
            case NEST_LOCK, TEST_NEST_LOCK -> OmptState.WAIT_NEST_LOCK;
            case CRITICAL -> OmptState.WAIT_CRITICAL;
            case ATOMIC -> OmptState.WAIT_ATOMIC;
            case ORDERED -> OmptState.WAIT_ORDERED;
        };
        InquiryOverride.Answers before = override.enter(InquiryOverride.Answers.in(state, waitId));
        try {
            lockEvent(of(kind, WAIT_LOCK, WAIT_NEST_LOCK, WAIT_CRITICAL, WAIT_ATOMIC, WAIT_ORDERED), waitId);
        } finally {
            override.leave(before);
        }
    }

    private static boolean isMutexWait(State state) {
        return switch (state) {
            case WAIT_MUTEX, WAIT_LOCK, WAIT_CRITICAL, WAIT_ATOMIC, WAIT_ORDERED -> true;
            default -> false;
        };
    }

    private void mutexReleased(MutexKind kind, long waitId, int codeptrRa) {
        lockEvent(
                of(kind, RELEASE_LOCK, RELEASE_NEST_LOCK_LAST, RELEASE_CRITICAL, RELEASE_ATOMIC, RELEASE_ORDERED),
                waitId);
    }

    /** Monitors are critical constructs here, of which the early interface does not know that they can be entered again. */
    private void nestLock(ScopeEndpoint endpoint, long waitId, int codeptrRa) {
        if (entryPoints.getEventConstruct.getEventConstruct().raised().contains(MutexKind.NEST_LOCK)) {
            lockEvent(endpoint == ScopeEndpoint.BEGIN ? ACQUIRED_NEST_LOCK_NEXT : RELEASE_NEST_LOCK_PREV, waitId);
        }
    }

    private void lockInit(MutexKind kind, int hint, MutexImpl impl, long waitId, int codeptrRa) {
        lock(kind, INIT_LOCK, INIT_NEST_LOCK, waitId);
    }

    private void lockDestroy(MutexKind kind, long waitId, int codeptrRa) {
        lock(kind, DESTROY_LOCK, DESTROY_NEST_LOCK, waitId);
    }

    private void lock(MutexKind kind, OmptEvent ofLock, OmptEvent ofNestLock, long waitId) {
        switch (kind) {
            case LOCK, TEST_LOCK -> lockEvent(ofLock, waitId);
            case NEST_LOCK, TEST_NEST_LOCK -> lockEvent(ofNestLock, waitId);
            case CRITICAL, ATOMIC, ORDERED -> {
                // Nobody makes these.
            }
        }
    }

    private static OmptEvent of(
            MutexKind kind,
            OmptEvent lock,
            OmptEvent nestLock,
            OmptEvent critical,
            OmptEvent atomic,
            OmptEvent ordered) {
        return switch (kind) {
            case LOCK, TEST_LOCK -> lock;
            case NEST_LOCK, TEST_NEST_LOCK -> nestLock;
            case CRITICAL -> critical;
            case ATOMIC -> atomic;
            case ORDERED -> ordered;
        };
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
    private void scope(OmptEvent begin, ScopeEndpoint endpoint, long region, long taskId) {
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
                parallel(endOf(begin), region, taskId);
            }
        }
    }

    private static OmptEvent endOf(OmptEvent begin) {
        return OmptEvent.of(begin.value() + 1);
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
        OmptData data = entryPoints.getThreadData.getThreadData();
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
}
