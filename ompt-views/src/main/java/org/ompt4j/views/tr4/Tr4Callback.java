package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.views.tr4.Tr4.OmptCancelFlag;
import org.ompt4j.views.tr4.Tr4.OmptInvoker;
import org.ompt4j.views.tr4.Tr4.OmptMutexKind;
import org.ompt4j.views.tr4.Tr4.OmptScopeEndpoint;
import org.ompt4j.views.tr4.Tr4.OmptSyncRegionKind;
import org.ompt4j.views.tr4.Tr4.OmptTargetDataOp;
import org.ompt4j.views.tr4.Tr4.OmptTargetMapFlag;
import org.ompt4j.views.tr4.Tr4.OmptTargetType;
import org.ompt4j.views.tr4.Tr4.OmptTaskStatus;
import org.ompt4j.views.tr4.Tr4.OmptTaskType;
import org.ompt4j.views.tr4.Tr4.OmptThreadType;
import org.ompt4j.views.tr4.Tr4.OmptWorkType;

/**
 * A function of the tool that is called when an event happens ({@code ompt_callback_t}): one functional interface for each of {@link
 * Tr4Event}. Those that extend one of {@link OmptCallback} are those of the present generation, unchanged.
 *
 * <p>{@code codeptrRa} is the id of a call site, 0 for none, which {@link org.ompt4j.ompt.Ompt4jRuntime#callSite} turns into text.
 *
 * <p>Other arguments, their ranges, and errors: as {@link OmptCallback} says of those of the same name; {@code requestedTeamSize} and {@code
 * teamSize} are the present generation's parallelism, {@code threadNum} is its index.
 *
 * <p>Thread safety: as {@link OmptCallback}.
 *
 * <p>Spec: OpenMP TR4, the signatures of {@code ompt_callbacks_t}.
 */
public interface Tr4Callback {

    /** {@link Tr4Event#THREAD_BEGIN}. */
    @FunctionalInterface
    interface ThreadBegin extends Tr4Callback {
        void threadBegin(OmptThreadType threadType, OmptData threadData);
    }

    /** {@link Tr4Event#THREAD_END}. */
    @FunctionalInterface
    interface ThreadEnd extends Tr4Callback, OmptCallback.ThreadEnd {}

    /** {@link Tr4Event#PARALLEL_BEGIN}; {@code parentFrame} is null where it is not known. */
    @FunctionalInterface
    interface ParallelBegin extends Tr4Callback {
        void parallelBegin(
                @Nullable OmptData parentTaskData,
                @Nullable OmptFrame parentFrame,
                OmptData parallelData,
                int requestedTeamSize,
                OmptInvoker invoker,
                int codeptrRa);
    }

    /** {@link Tr4Event#PARALLEL_END}. */
    @FunctionalInterface
    interface ParallelEnd extends Tr4Callback {
        void parallelEnd(OmptData parallelData, @Nullable OmptData taskData, OmptInvoker invoker, int codeptrRa);
    }

    /** {@link Tr4Event#TASK_CREATE}; {@code type} is a disjunction of {@link OmptTaskType}. An initial task has no parent and begins with this. */
    @FunctionalInterface
    interface TaskCreate extends Tr4Callback {
        void taskCreate(
                @Nullable OmptData parentTaskData,
                @Nullable OmptFrame parentFrame,
                OmptData newTaskData,
                int type,
                boolean hasDependences,
                int codeptrRa);
    }

    /** {@link Tr4Event#TASK_SCHEDULE}. */
    @FunctionalInterface
    interface TaskSchedule extends Tr4Callback {
        void taskSchedule(
                @Nullable OmptData priorTaskData, OmptTaskStatus priorTaskStatus, @Nullable OmptData nextTaskData);
    }

    /** {@link Tr4Event#IMPLICIT_TASK}; {@code parallelData} is null at the end. */
    @FunctionalInterface
    interface ImplicitTask extends Tr4Callback {
        void implicitTask(
                OmptScopeEndpoint endpoint,
                @Nullable OmptData parallelData,
                OmptData taskData,
                int teamSize,
                int threadNum);
    }

    /** {@link Tr4Event#TARGET}. */
    @FunctionalInterface
    interface Target extends Tr4Callback {
        void target(
                OmptTargetType kind,
                OmptScopeEndpoint endpoint,
                int deviceNum,
                @Nullable OmptData taskData,
                long targetId,
                int codeptrRa);
    }

    /** {@link Tr4Event#TARGET_DATA_OP}. */
    @FunctionalInterface
    interface TargetDataOp extends Tr4Callback {
        void targetDataOp(
                long targetId, long hostOpId, OmptTargetDataOp optype, long hostAddr, long deviceAddr, long bytes);
    }

    /** {@link Tr4Event#TARGET_SUBMIT}. */
    @FunctionalInterface
    interface TargetSubmit extends Tr4Callback {
        void targetSubmit(long targetId, long hostOpId);
    }

    /** {@link Tr4Event#CONTROL_TOOL}; what it returns is the answer to the application. */
    @FunctionalInterface
    interface ControlTool extends Tr4Callback, OmptCallback.ControlTool {}

    /** {@link Tr4Event#DEVICE_INITIALIZE}; {@code lookup} gives the interfaces of {@link Tr4Tracing}, null if the device cannot be traced. */
    @FunctionalInterface
    interface DeviceInitialize extends Tr4Callback {
        void deviceInitialize(
                int deviceNum,
                String type,
                OmptDevice device,
                @Nullable OmptFunctionLookup lookup,
                String documentation);
    }

    /** {@link Tr4Event#DEVICE_FINALIZE}. */
    @FunctionalInterface
    interface DeviceFinalize extends Tr4Callback, OmptCallback.DeviceFinalize {}

    /** {@link Tr4Event#SYNC_REGION_WAIT}. */
    @FunctionalInterface
    interface SyncRegionWait extends Tr4Callback {
        void syncRegionWait(
                OmptSyncRegionKind kind,
                OmptScopeEndpoint endpoint,
                @Nullable OmptData parallelData,
                @Nullable OmptData taskData,
                int codeptrRa);
    }

    /** {@link Tr4Event#MUTEX_RELEASED}. */
    @FunctionalInterface
    interface MutexReleased extends Tr4Callback {
        void mutexReleased(OmptMutexKind kind, long waitId, int codeptrRa);
    }

    /** {@link Tr4Event#TASK_DEPENDENCES}; the first {@code ndeps} entries count. */
    @FunctionalInterface
    interface TaskDependences extends Tr4Callback {
        void taskDependences(OmptData taskData, OmptTaskDependence[] deps, int ndeps);
    }

    /** {@link Tr4Event#TASK_DEPENDENCE}. */
    @FunctionalInterface
    interface TaskDependence extends Tr4Callback, OmptCallback.TaskDependence {}

    /** {@link Tr4Event#WORK}. */
    @FunctionalInterface
    interface Work extends Tr4Callback {
        void work(
                OmptWorkType wstype,
                OmptScopeEndpoint endpoint,
                @Nullable OmptData parallelData,
                @Nullable OmptData taskData,
                long count,
                int codeptrRa);
    }

    /** {@link Tr4Event#MASTER}. */
    @FunctionalInterface
    interface Master extends Tr4Callback {
        void master(
                OmptScopeEndpoint endpoint,
                @Nullable OmptData parallelData,
                @Nullable OmptData taskData,
                int codeptrRa);
    }

    /** {@link Tr4Event#TARGET_MAP}; flags are disjunctions of {@link OmptTargetMapFlag}, the arrays are valid only during the callback. */
    @FunctionalInterface
    interface TargetMap extends Tr4Callback {
        void targetMap(long targetId, int nitems, long[] hostAddr, long[] deviceAddr, long[] bytes, int[] mappingFlags);
    }

    /** {@link Tr4Event#SYNC_REGION}. */
    @FunctionalInterface
    interface SyncRegion extends Tr4Callback {
        void syncRegion(
                OmptSyncRegionKind kind,
                OmptScopeEndpoint endpoint,
                @Nullable OmptData parallelData,
                @Nullable OmptData taskData,
                int codeptrRa);
    }

    /** {@link Tr4Event#LOCK_INIT}; {@code impl} is one of {@code ompt_enumerate_mutex_impls}. */
    @FunctionalInterface
    interface LockInit extends Tr4Callback {
        void lockInit(OmptMutexKind kind, int hint, int impl, long waitId, int codeptrRa);
    }

    /** {@link Tr4Event#LOCK_DESTROY}. */
    @FunctionalInterface
    interface LockDestroy extends Tr4Callback {
        void lockDestroy(OmptMutexKind kind, long waitId, int codeptrRa);
    }

    /** {@link Tr4Event#MUTEX_ACQUIRE}; {@code impl} is one of {@code ompt_enumerate_mutex_impls}. */
    @FunctionalInterface
    interface MutexAcquire extends Tr4Callback {
        void mutexAcquire(OmptMutexKind kind, int hint, int impl, long waitId, int codeptrRa);
    }

    /** {@link Tr4Event#MUTEX_ACQUIRED}. */
    @FunctionalInterface
    interface MutexAcquired extends Tr4Callback {
        void mutexAcquired(OmptMutexKind kind, long waitId, int codeptrRa);
    }

    /** {@link Tr4Event#NEST_LOCK}. */
    @FunctionalInterface
    interface NestLock extends Tr4Callback {
        void nestLock(OmptScopeEndpoint endpoint, long waitId, int codeptrRa);
    }

    /** {@link Tr4Event#FLUSH}. */
    @FunctionalInterface
    interface Flush extends Tr4Callback, OmptCallback.Flush {}

    /** {@link Tr4Event#CANCEL}; {@code flags} is a disjunction of {@link OmptCancelFlag}. */
    @FunctionalInterface
    interface Cancel extends Tr4Callback, OmptCallback.Cancel {}

    /** {@link Tr4Event#IDLE}: a worker of a fork/join pool has nothing to do, or something again. */
    @FunctionalInterface
    interface Idle extends Tr4Callback {
        void idle(OmptScopeEndpoint endpoint);
    }
}
