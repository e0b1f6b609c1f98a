package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;
import org.ompt4j.views.tr4.Tr4.OmptSetResult;

/**
 * The callbacks that a tool of the TR4 era can register.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_callbacks_t}; numbers are the specification's.
 */
public enum Tr4Event implements Enumerator {
    THREAD_BEGIN(1, Tr4Callback.ThreadBegin.class),
    THREAD_END(2, Tr4Callback.ThreadEnd.class),
    PARALLEL_BEGIN(3, Tr4Callback.ParallelBegin.class),
    PARALLEL_END(4, Tr4Callback.ParallelEnd.class),
    TASK_CREATE(5, Tr4Callback.TaskCreate.class),
    TASK_SCHEDULE(6, Tr4Callback.TaskSchedule.class),
    IMPLICIT_TASK(7, Tr4Callback.ImplicitTask.class),
    TARGET(8, Tr4Callback.Target.class),
    TARGET_DATA_OP(9, Tr4Callback.TargetDataOp.class),
    TARGET_SUBMIT(10, Tr4Callback.TargetSubmit.class),
    CONTROL_TOOL(11, Tr4Callback.ControlTool.class),
    DEVICE_INITIALIZE(12, Tr4Callback.DeviceInitialize.class),
    DEVICE_FINALIZE(13, Tr4Callback.DeviceFinalize.class),
    SYNC_REGION_WAIT(14, Tr4Callback.SyncRegionWait.class),
    MUTEX_RELEASED(15, Tr4Callback.MutexReleased.class),
    TASK_DEPENDENCES(16, Tr4Callback.TaskDependences.class),
    TASK_DEPENDENCE(17, Tr4Callback.TaskDependence.class),
    WORK(18, Tr4Callback.Work.class),
    MASTER(19, Tr4Callback.Master.class),
    TARGET_MAP(20, Tr4Callback.TargetMap.class),
    SYNC_REGION(21, Tr4Callback.SyncRegion.class),
    LOCK_INIT(22, Tr4Callback.LockInit.class),
    LOCK_DESTROY(23, Tr4Callback.LockDestroy.class),
    MUTEX_ACQUIRE(24, Tr4Callback.MutexAcquire.class),
    MUTEX_ACQUIRED(25, Tr4Callback.MutexAcquired.class),
    NEST_LOCK(26, Tr4Callback.NestLock.class),
    FLUSH(27, Tr4Callback.Flush.class),
    CANCEL(28, Tr4Callback.Cancel.class),
    IDLE(29, Tr4Callback.Idle.class);

    private static final Tr4Event[] ALL = values();

    private final int value;
    private final Class<? extends Tr4Callback> callbackType;

    Tr4Event(int value, Class<? extends Tr4Callback> callbackType) {
        this.value = value;
        this.callbackType = callbackType;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return "ompt_callback_" + Enumerator.super.specName();
    }

    /** The type that a callback of this event has. */
    public Class<? extends Tr4Callback> callbackType() {
        return callbackType;
    }

    /** Whether the only answer that the specification allows to a registration is {@link OmptSetResult#ALWAYS}. */
    public boolean isMandatory() {
        return value <= DEVICE_FINALIZE.value;
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable Tr4Event of(int value) {
        return Enumerator.find(ALL, value);
    }
}
