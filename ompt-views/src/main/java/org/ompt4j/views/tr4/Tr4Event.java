package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;
import org.ompt4j.views.tr4.Tr4.OmptSetResult;

/**
 * The callbacks that a tool of the TR4 era can register.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_callbacks_t}; numbers are the specification's.
 */
@Tr4Enumerator.Prefix("ompt_callback_")
public enum Tr4Event implements Tr4Enumerator {
    THREAD_BEGIN(Tr4Callback.ThreadBegin.class),
    THREAD_END(Tr4Callback.ThreadEnd.class),
    PARALLEL_BEGIN(Tr4Callback.ParallelBegin.class),
    PARALLEL_END(Tr4Callback.ParallelEnd.class),
    TASK_CREATE(Tr4Callback.TaskCreate.class),
    TASK_SCHEDULE(Tr4Callback.TaskSchedule.class),
    IMPLICIT_TASK(Tr4Callback.ImplicitTask.class),
    TARGET(Tr4Callback.Target.class),
    TARGET_DATA_OP(Tr4Callback.TargetDataOp.class),
    TARGET_SUBMIT(Tr4Callback.TargetSubmit.class),
    CONTROL_TOOL(Tr4Callback.ControlTool.class),
    DEVICE_INITIALIZE(Tr4Callback.DeviceInitialize.class),
    DEVICE_FINALIZE(Tr4Callback.DeviceFinalize.class),
    SYNC_REGION_WAIT(Tr4Callback.SyncRegionWait.class),
    MUTEX_RELEASED(Tr4Callback.MutexReleased.class),
    TASK_DEPENDENCES(Tr4Callback.TaskDependences.class),
    TASK_DEPENDENCE(Tr4Callback.TaskDependence.class),
    WORK(Tr4Callback.Work.class),
    MASTER(Tr4Callback.Master.class),
    TARGET_MAP(Tr4Callback.TargetMap.class),
    SYNC_REGION(Tr4Callback.SyncRegion.class),
    LOCK_INIT(Tr4Callback.LockInit.class),
    LOCK_DESTROY(Tr4Callback.LockDestroy.class),
    MUTEX_ACQUIRE(Tr4Callback.MutexAcquire.class),
    MUTEX_ACQUIRED(Tr4Callback.MutexAcquired.class),
    NEST_LOCK(Tr4Callback.NestLock.class),
    FLUSH(Tr4Callback.Flush.class),
    CANCEL(Tr4Callback.Cancel.class),
    IDLE(Tr4Callback.Idle.class);

    private final Class<? extends Tr4Callback> callbackType;

    Tr4Event(Class<? extends Tr4Callback> callbackType) {
        this.callbackType = callbackType;
    }

    /** The type of the callbacks of this event. */
    public Class<? extends Tr4Callback> callbackType() {
        return callbackType;
    }

    /** Whether the only answer that the specification allows to a registration is {@link OmptSetResult#ALWAYS}. */
    public boolean isMandatory() {
        return compareTo(DEVICE_FINALIZE) <= 0;
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable Tr4Event of(int value) {
        return Enumerator.find(values(), value);
    }
}
