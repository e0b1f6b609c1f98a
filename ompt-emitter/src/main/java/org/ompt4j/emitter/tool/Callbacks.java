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
    /** Events of devices: they come from device mappings and from the start and end of the runtime, never as records. */
    static final long DEVICE_EVENTS = Event.TARGET.bit()
            | Event.TARGET_DATA_OP.bit()
            | Event.TARGET_SUBMIT.bit()
            | Event.TARGET_MAP.bit()
            | Event.TARGET_EMI.bit()
            | Event.TARGET_DATA_OP_EMI.bit()
            | Event.TARGET_SUBMIT_EMI.bit()
            | Event.TARGET_MAP_EMI.bit()
            | Event.DEVICE_INITIALIZE.bit()
            | Event.DEVICE_FINALIZE.bit()
            | Event.DEVICE_LOAD.bit()
            | Event.DEVICE_UNLOAD.bit();

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
            | Event.DEPENDENCES.bit()
            | Event.TASK_DEPENDENCE.bit()
            | Event.TARGET.bit()
            | Event.TARGET_EMI.bit()
            | Event.CANCEL.bit()
            | Event.WAKEUP.bit();

    private final @Nullable OmptCallback[] byEvent = new OmptCallback[Event.values().length];
    private long registered;

    /** The type of an event's callbacks; null if it has none. */
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
            case WAIT -> null;
            case DEPENDENCES -> OmptCallback.Dependences.class;
            case FLUSH -> OmptCallback.Flush.class;
            case CONTROL_TOOL -> OmptCallback.ControlTool.class;
            case DEVICE_INITIALIZE -> OmptCallback.DeviceInitialize.class;
            case DEVICE_FINALIZE -> OmptCallback.DeviceFinalize.class;
            case DEVICE_LOAD -> OmptCallback.DeviceLoad.class;
            case DEVICE_UNLOAD -> OmptCallback.DeviceUnload.class;
            case TARGET -> OmptCallback.Target.class;
            case TARGET_EMI -> OmptCallback.TargetEmi.class;
            case TARGET_DATA_OP -> OmptCallback.TargetDataOp.class;
            case TARGET_DATA_OP_EMI -> OmptCallback.TargetDataOpEmi.class;
            case TARGET_SUBMIT -> OmptCallback.TargetSubmit.class;
            case TARGET_SUBMIT_EMI -> OmptCallback.TargetSubmitEmi.class;
            case TARGET_MAP -> OmptCallback.TargetMap.class;
            case TARGET_MAP_EMI -> OmptCallback.TargetMapEmi.class;
        };
    }

    /** Whether only device mappings raise the event. */
    static boolean comesFromMappings(Event event) {
        return (DEVICE_EVENTS & event.bit()) != 0 && event != Event.DEVICE_INITIALIZE && event != Event.DEVICE_FINALIZE;
    }

    /** The older or newer form of a target event, of which a tool may have one; null for other events. */
    static @Nullable Event otherForm(Event event) {
        return switch (event) {
            case TARGET -> Event.TARGET_EMI;
            case TARGET_DATA_OP -> Event.TARGET_DATA_OP_EMI;
            case TARGET_SUBMIT -> Event.TARGET_SUBMIT_EMI;
            case TARGET_MAP -> Event.TARGET_MAP_EMI;
            case TARGET_EMI -> Event.TARGET;
            case TARGET_DATA_OP_EMI -> Event.TARGET_DATA_OP;
            case TARGET_SUBMIT_EMI -> Event.TARGET_SUBMIT;
            case TARGET_MAP_EMI -> Event.TARGET_MAP;
            default -> null;
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

    /** Whether some callback for one of these events can carry data of a region. */
    synchronized boolean useRegions(long availableEvents) {
        return (registered & availableEvents & USE_REGIONS) != 0;
    }

    /** Whether some callback for one of these events can carry data of a task. */
    synchronized boolean useTasks(long availableEvents) {
        return (registered & availableEvents & USE_TASKS) != 0;
    }

    /** The events that have a callback. */
    synchronized long registered() {
        return registered;
    }
}
