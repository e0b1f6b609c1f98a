package org.ompt4j.emitter.tool;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;

/**
 * The registered callbacks of one tool, by event.
 *
 * <p>Thread safety: any thread; a thread that delivers an event sees a change soon after it was made.
 */
final class Callbacks {
    private static final long USE_REGIONS = Event.PARALLEL_BEGIN.bit()
            | Event.PARALLEL_END.bit()
            | Event.IMPLICIT_TASK.bit()
            | Event.WORK.bit()
            | Event.DISPATCH.bit()
            | Event.SYNC_REGION.bit()
            | Event.SYNC_REGION_WAIT.bit()
            | Event.REDUCTION.bit()
            | Event.MASKED.bit();
    private static final long USE_TASKS = USE_REGIONS
            | Event.TASK_CREATE.bit()
            | Event.TASK_SCHEDULE.bit()
            | Event.TASK_DEPENDENCE.bit()
            | Event.CANCEL.bit()
            | Event.WAKEUP.bit();

    private final @Nullable OmptCallback[] byEvent = new OmptCallback[Event.values().length];
    private long registered;

    /** The type of an event's callbacks, or null if this release has none for it. */
    static @Nullable Class<? extends OmptCallback> typeOf(Event event) {
        return switch (event) {
            case THREAD_BEGIN -> OmptCallback.ThreadBegin.class;
            case THREAD_END -> OmptCallback.ThreadEnd.class;
            case PARALLEL_BEGIN -> OmptCallback.ParallelBegin.class;
            case PARALLEL_END -> OmptCallback.ParallelEnd.class;
            case TASK_CREATE -> OmptCallback.TaskCreate.class;
            case TASK_SCHEDULE -> OmptCallback.TaskSchedule.class;
            case IMPLICIT_TASK -> OmptCallback.ImplicitTask.class;
            case SYNC_REGION_WAIT -> OmptCallback.SyncRegionWait.class;
            case MUTEX_RELEASED -> OmptCallback.MutexReleased.class;
            case TASK_DEPENDENCE -> OmptCallback.TaskDependence.class;
            case WORK -> OmptCallback.Work.class;
            case SYNC_REGION -> OmptCallback.SyncRegion.class;
            case LOCK_INIT -> OmptCallback.LockInit.class;
            case LOCK_DESTROY -> OmptCallback.LockDestroy.class;
            case MUTEX_ACQUIRE -> OmptCallback.MutexAcquire.class;
            case MUTEX_ACQUIRED -> OmptCallback.MutexAcquired.class;
            case NEST_LOCK -> OmptCallback.NestLock.class;
            case CANCEL -> OmptCallback.Cancel.class;
            case REDUCTION -> OmptCallback.Reduction.class;
            case MASKED -> OmptCallback.Masked.class;
            case DISPATCH -> OmptCallback.Dispatch.class;
            case ERROR -> OmptCallback.RuntimeError.class;
            case WAKEUP -> OmptCallback.Wakeup.class;
            case CONTROL_TOOL, DEPENDENCES, FLUSH -> null;
        };
    }

    /** The callback of an event, or null. Callers cast to {@link #typeOf} the event: nothing else is ever registered. */
    @Nullable
    OmptCallback get(Event event) {
        return byEvent[event.ordinal()];
    }

    synchronized void set(Event event, @Nullable OmptCallback callback) {
        byEvent[event.ordinal()] = callback;
        registered = callback == null ? registered & ~event.bit() : registered | event.bit();
    }

    synchronized boolean useRegions() {
        return (registered & USE_REGIONS) != 0;
    }

    synchronized boolean useTasks() {
        return (registered & USE_TASKS) != 0;
    }

    /** The events that have a callback. */
    synchronized long registered() {
        return registered;
    }
}
