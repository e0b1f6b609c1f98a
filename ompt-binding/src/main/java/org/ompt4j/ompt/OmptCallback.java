package org.ompt4j.ompt;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A function of the tool that is called when an event happens: one functional interface per event, with the arguments of the
 * specification in its order.
 *
 * <p>Arguments that mean the same in all of them:
 *
 * <ul>
 *   <li>{@code ...Data}: the tool's own {@link OmptData} of that thread, region or task, in place of a pointer to it; null where the
 *       specification passes NULL
 *   <li>{@code ...Frame}: the position of a task's code on the stack, to be read inside the callback; null if it is not known
 *   <li>{@code codeptrRa}: the id of a call site, 0 for none, which {@link Ompt4jRuntime#callSite} turns into text
 *   <li>{@code waitId}, {@code poolId}: the id of an object, below 2^53; 0 for none
 *   <li>{@code requestedParallelism}: how many threads may take part, at least 1; of a pool 0 if it has no limit
 *   <li>{@code actualParallelism}, {@code index}: at the begin of an implicit task the number of threads that were offered to the region, not all
 * of which need join it, and the member's index, from 0 on; 1 and 1 for an initial task. At the end {@code actualParallelism} is 0 <li>{@code
 * hint}: always 0 in this release <li>{@code targetId}, {@code hostOpId}: ids of a region and an operation on a device; 0 for none. Addresses and
 * numbers of bytes are those of the device mapping
 * </ul>
 *
 * <p>Thread safety: a callback runs on the thread on which its event happened, so on several threads at once. The last events of a thread that
 * ended without reporting them are reported on the finalizing thread. A callback should not block and should not throw: exceptions
 * are counted and swallowed, and after 100 failures the tool is switched off. The callback's own actions are not observed.
 *
 * <p>Spec: OpenMP 5.1, section 4.5.2, to which the numbers of sections below belong too.
 */
public interface OmptCallback {
    CallbackKey<ThreadBegin> THREAD_BEGIN = new CallbackKey<>(Event.THREAD_BEGIN);
    CallbackKey<ThreadEnd> THREAD_END = new CallbackKey<>(Event.THREAD_END);
    CallbackKey<ParallelBegin> PARALLEL_BEGIN = new CallbackKey<>(Event.PARALLEL_BEGIN);
    CallbackKey<ParallelEnd> PARALLEL_END = new CallbackKey<>(Event.PARALLEL_END);
    CallbackKey<TaskCreate> TASK_CREATE = new CallbackKey<>(Event.TASK_CREATE);
    CallbackKey<TaskSchedule> TASK_SCHEDULE = new CallbackKey<>(Event.TASK_SCHEDULE);
    CallbackKey<ImplicitTask> IMPLICIT_TASK = new CallbackKey<>(Event.IMPLICIT_TASK);
    CallbackKey<Target> TARGET = new CallbackKey<>(Event.TARGET);
    CallbackKey<TargetDataOp> TARGET_DATA_OP = new CallbackKey<>(Event.TARGET_DATA_OP);
    CallbackKey<TargetSubmit> TARGET_SUBMIT = new CallbackKey<>(Event.TARGET_SUBMIT);
    CallbackKey<ControlTool> CONTROL_TOOL = new CallbackKey<>(Event.CONTROL_TOOL);
    CallbackKey<DeviceInitialize> DEVICE_INITIALIZE = new CallbackKey<>(Event.DEVICE_INITIALIZE);
    CallbackKey<DeviceFinalize> DEVICE_FINALIZE = new CallbackKey<>(Event.DEVICE_FINALIZE);
    CallbackKey<DeviceLoad> DEVICE_LOAD = new CallbackKey<>(Event.DEVICE_LOAD);
    CallbackKey<DeviceUnload> DEVICE_UNLOAD = new CallbackKey<>(Event.DEVICE_UNLOAD);
    CallbackKey<SyncRegionWait> SYNC_REGION_WAIT = new CallbackKey<>(Event.SYNC_REGION_WAIT);
    CallbackKey<MutexReleased> MUTEX_RELEASED = new CallbackKey<>(Event.MUTEX_RELEASED);
    CallbackKey<Dependences> DEPENDENCES = new CallbackKey<>(Event.DEPENDENCES);
    CallbackKey<TaskDependence> TASK_DEPENDENCE = new CallbackKey<>(Event.TASK_DEPENDENCE);
    CallbackKey<Work> WORK = new CallbackKey<>(Event.WORK);
    CallbackKey<Masked> MASKED = new CallbackKey<>(Event.MASKED);
    CallbackKey<TargetMap> TARGET_MAP = new CallbackKey<>(Event.TARGET_MAP);
    CallbackKey<SyncRegion> SYNC_REGION = new CallbackKey<>(Event.SYNC_REGION);
    CallbackKey<LockInit> LOCK_INIT = new CallbackKey<>(Event.LOCK_INIT);
    CallbackKey<LockDestroy> LOCK_DESTROY = new CallbackKey<>(Event.LOCK_DESTROY);
    CallbackKey<MutexAcquire> MUTEX_ACQUIRE = new CallbackKey<>(Event.MUTEX_ACQUIRE);
    CallbackKey<MutexAcquired> MUTEX_ACQUIRED = new CallbackKey<>(Event.MUTEX_ACQUIRED);
    CallbackKey<NestLock> NEST_LOCK = new CallbackKey<>(Event.NEST_LOCK);
    CallbackKey<Flush> FLUSH = new CallbackKey<>(Event.FLUSH);
    CallbackKey<Cancel> CANCEL = new CallbackKey<>(Event.CANCEL);
    CallbackKey<Reduction> REDUCTION = new CallbackKey<>(Event.REDUCTION);
    CallbackKey<Dispatch> DISPATCH = new CallbackKey<>(Event.DISPATCH);
    CallbackKey<TargetEmi> TARGET_EMI = new CallbackKey<>(Event.TARGET_EMI);
    CallbackKey<TargetDataOpEmi> TARGET_DATA_OP_EMI = new CallbackKey<>(Event.TARGET_DATA_OP_EMI);
    CallbackKey<TargetSubmitEmi> TARGET_SUBMIT_EMI = new CallbackKey<>(Event.TARGET_SUBMIT_EMI);
    CallbackKey<TargetMapEmi> TARGET_MAP_EMI = new CallbackKey<>(Event.TARGET_MAP_EMI);
    CallbackKey<RuntimeError> ERROR = new CallbackKey<>(Event.ERROR);
    CallbackKey<TaskCpuTime> TASK_CPU_TIME = new CallbackKey<>(Event.TASK_CPU_TIME);
    CallbackKey<TaskLate> TASK_LATE = new CallbackKey<>(Event.TASK_LATE);
    CallbackKey<Wait> WAIT = new CallbackKey<>(Event.WAIT);
    CallbackKey<Wakeup> WAKEUP = new CallbackKey<>(Event.WAKEUP);
    CallbackKey<Pool> POOL = new CallbackKey<>(Event.POOL);
    CallbackKey<PoolWorker> POOL_WORKER = new CallbackKey<>(Event.POOL_WORKER);

    /** {@link Event#THREAD_BEGIN}. Spec: section 4.5.2.1. */
    @FunctionalInterface
    interface ThreadBegin extends OmptCallback {
        void threadBegin(ThreadType threadType, OmptData threadData);
    }

    /** {@link Event#THREAD_END}. Spec: section 4.5.2.2. */
    @FunctionalInterface
    interface ThreadEnd extends OmptCallback {
        void threadEnd(OmptData threadData);
    }

    /** {@link Event#PARALLEL_BEGIN}; {@code flags} is a disjunction of {@link ParallelFlag}. Spec: section 4.5.2.3. */
    @FunctionalInterface
    interface ParallelBegin extends OmptCallback {
        void parallelBegin(
                @Nullable OmptData encounteringTaskData,
                @Nullable OmptFrame encounteringTaskFrame,
                OmptData parallelData,
                int requestedParallelism,
                int flags,
                int codeptrRa);
    }

    /** {@link Event#PARALLEL_END}. Spec: section 4.5.2.4. */
    @FunctionalInterface
    interface ParallelEnd extends OmptCallback {
        void parallelEnd(OmptData parallelData, @Nullable OmptData encounteringTaskData, int flags, int codeptrRa);
    }

    /** {@link Event#WORK}; {@code count} is 0 where it is not known. Spec: section 4.5.2.5. */
    @FunctionalInterface
    interface Work extends OmptCallback {
        void work(
                WorkType wstype,
                ScopeEndpoint endpoint,
                @Nullable OmptData parallelData,
                @Nullable OmptData taskData,
                long count,
                int codeptrRa);
    }

    /**
     * {@link Event#DISPATCH}. {@code instance.value} is the section's number, or the first iteration, from 0 on; -1 where it is not known. For chunks
     * {@code instance.ptr} is an {@link OmptDispatchChunk}, whose start is that iteration; else it is null. The instance is valid only during
     * the callback.
     *
     * <p>Spec: section 4.5.2.6.
     */
    @FunctionalInterface
    interface Dispatch extends OmptCallback {
        void dispatch(
                @Nullable OmptData parallelData, @Nullable OmptData taskData, DispatchKind kind, OmptData instance);
    }

    /** {@link Event#TASK_CREATE}; {@code flags} is a disjunction of {@link TaskFlag}. Spec: section 4.5.2.7. */
    @FunctionalInterface
    interface TaskCreate extends OmptCallback {
        void taskCreate(
                @Nullable OmptData encounteringTaskData,
                @Nullable OmptFrame encounteringTaskFrame,
                OmptData newTaskData,
                int flags,
                boolean hasDependences,
                int codeptrRa);
    }

    /**
     * {@link Event#DEPENDENCES}: the dependences of a task.
     *
     * <p>Only the first {@code ndeps} entries of {@code deps} count. The array belongs to the caller, and is valid only during
     * the callback.
     *
     * <p>Spec: section 4.5.2.8.
     */
    @FunctionalInterface
    interface Dependences extends OmptCallback {
        void dependences(OmptData taskData, OmptDependence[] deps, int ndeps);
    }

    /** {@link Event#TASK_DEPENDENCE}. Spec: section 4.5.2.9. */
    @FunctionalInterface
    interface TaskDependence extends OmptCallback {
        void taskDependence(OmptData srcTaskData, OmptData sinkTaskData);
    }

    /** {@link Event#TASK_SCHEDULE}. Spec: section 4.5.2.10. */
    @FunctionalInterface
    interface TaskSchedule extends OmptCallback {
        void taskSchedule(
                @Nullable OmptData priorTaskData, TaskStatus priorTaskStatus, @Nullable OmptData nextTaskData);
    }

    /** {@link Event#IMPLICIT_TASK}; {@code parallelData} is null at the end. Spec: section 4.5.2.11. */
    @FunctionalInterface
    interface ImplicitTask extends OmptCallback {
        void implicitTask(
                ScopeEndpoint endpoint,
                @Nullable OmptData parallelData,
                OmptData taskData,
                int actualParallelism,
                int index,
                int flags);
    }

    /**
     * {@link Event#SYNC_REGION}; {@code parallelData} is null where the region has ended: at the end of the region-ending barrier.
     *
     * <p>Spec: section 4.5.2.13.
     */
    @FunctionalInterface
    interface SyncRegion extends OmptCallback {
        void syncRegion(
                SyncRegionKind kind,
                ScopeEndpoint endpoint,
                @Nullable OmptData parallelData,
                @Nullable OmptData taskData,
                int codeptrRa);
    }

    /**
     * {@link Event#SYNC_REGION_WAIT}; arguments as for {@link SyncRegion}. A worker that waits in a region-ending barrier and gets one more task of
     * the region ends that wait with the region's data, and begins another one later.
     *
     * <p>Spec: section 4.5.2.13.
     */
    @FunctionalInterface
    interface SyncRegionWait extends OmptCallback {
        void syncRegionWait(
                SyncRegionKind kind,
                ScopeEndpoint endpoint,
                @Nullable OmptData parallelData,
                @Nullable OmptData taskData,
                int codeptrRa);
    }

    /** {@link Event#REDUCTION}. Spec: section 4.5.2.13. */
    @FunctionalInterface
    interface Reduction extends OmptCallback {
        void reduction(
                SyncRegionKind kind,
                ScopeEndpoint endpoint,
                @Nullable OmptData parallelData,
                @Nullable OmptData taskData,
                int codeptrRa);
    }

    /** {@link Event#MASKED}. Spec: section 4.5.2.12. */
    @FunctionalInterface
    interface Masked extends OmptCallback {
        void masked(
                ScopeEndpoint endpoint, @Nullable OmptData parallelData, @Nullable OmptData taskData, int codeptrRa);
    }

    /** {@link Event#MUTEX_ACQUIRE}. Spec: section 4.5.2.14. */
    @FunctionalInterface
    interface MutexAcquire extends OmptCallback {
        void mutexAcquire(MutexKind kind, int hint, MutexImpl impl, long waitId, int codeptrRa);
    }

    /** {@link Event#MUTEX_ACQUIRED}. Spec: section 4.5.2.15. */
    @FunctionalInterface
    interface MutexAcquired extends OmptCallback {
        void mutexAcquired(MutexKind kind, long waitId, int codeptrRa);
    }

    /** {@link Event#MUTEX_RELEASED}. Spec: section 4.5.2.15. */
    @FunctionalInterface
    interface MutexReleased extends OmptCallback {
        void mutexReleased(MutexKind kind, long waitId, int codeptrRa);
    }

    /** {@link Event#NEST_LOCK}. Spec: section 4.5.2.16. */
    @FunctionalInterface
    interface NestLock extends OmptCallback {
        void nestLock(ScopeEndpoint endpoint, long waitId, int codeptrRa);
    }

    /** {@link Event#LOCK_INIT}. Spec: section 4.5.2.14. */
    @FunctionalInterface
    interface LockInit extends OmptCallback {
        void lockInit(MutexKind kind, int hint, MutexImpl impl, long waitId, int codeptrRa);
    }

    /** {@link Event#LOCK_DESTROY}. Spec: section 4.5.2.15. */
    @FunctionalInterface
    interface LockDestroy extends OmptCallback {
        void lockDestroy(MutexKind kind, long waitId, int codeptrRa);
    }

    /** {@link Event#FLUSH}. Spec: section 4.5.2.17. */
    @FunctionalInterface
    interface Flush extends OmptCallback {
        void flush(OmptData threadData, int codeptrRa);
    }

    /** {@link Event#CANCEL}; {@code flags} is a disjunction of {@link CancelFlag}. Spec: section 4.5.2.18. */
    @FunctionalInterface
    interface Cancel extends OmptCallback {
        void cancel(OmptData taskData, int flags, int codeptrRa);
    }

    /** {@link Event#ERROR}; {@code length} is that of the message, in chars. Spec: section 4.5.2.30. */
    @FunctionalInterface
    interface RuntimeError extends OmptCallback {
        void error(Severity severity, String message, int length, int codeptrRa);
    }

    /**
     * {@link Event#WAIT}, an extension of OMPT4J: the task begins or ends a wait for a condition ({@code Object.wait}, {@code Condition.await});
     * {@code state} is the thread's state during the wait. An end with the state of a wait for a mutex has no begin of its own: the acquisition
     * that the thread's last {@link Event#MUTEX_ACQUIRE} began has failed.
     *
     * <p>Only conditions and failed acquisitions are reported by callbacks. Parking, sleep, input and output are observed inside code of the JDK,
     * where no code of a tool may run; they are in traces, in samples, and reported to a {@link RecordSink}.
     */
    @FunctionalInterface
    interface Wait extends OmptCallback {
        void wait(State state, ScopeEndpoint endpoint, @Nullable OmptData taskData, long waitId, int codeptrRa);
    }

    /** {@link Event#WAKEUP}, an extension of OMPT4J: the task ends the wait of the threads that wait for {@code waitId}. */
    @FunctionalInterface
    interface Wakeup extends OmptCallback {
        void wakeup(@Nullable OmptData taskData, long waitId, int codeptrRa);
    }

    /**
     * {@link Event#TASK_CPU_TIME}, an extension of OMPT4J: a member of a region reaches the barrier at the end of the region, or leaves it; right
     * before its {@link Event#SYNC_REGION} or {@link Event#SYNC_REGION_WAIT}. The event is not raised for a member that is a virtual thread, nor
     * for one that joins less than 200 us after a membership for which it was raised, nor without the agent's native library (key {@code native} of
     * the configuration).
     */
    @FunctionalInterface
    interface TaskCpuTime extends OmptCallback {
        /**
         * Reports the processor time of a member.
         *
         * @param taskData of its implicit task
         * @param cpuTime nanoseconds of processor time of the thread since the implicit task began, or since the thread last left that barrier
         */
        void taskCpuTime(OmptData taskData, long cpuTime);
    }

    /**
     * {@link Event#TASK_LATE}, an extension of OMPT4J: the current task has just begun, or a virtual thread has resumed, a millisecond or more
     * after it was due; right after its {@link Event#TASK_SCHEDULE}. A scheduled task is due at its scheduled time, a stage of a future when it is
     * passed to its executor, and a virtual thread when the wait for which it left its carrier has ended, so that it is passed to its scheduler.
     */
    @FunctionalInterface
    interface TaskLate extends OmptCallback {
        /**
         * Reports the delay of a task.
         *
         * @param lateness nanoseconds from the time at which it was due to its begin or resumption
         * @param period nanoseconds; positive for a fixed rate: from this due time to the next one; negative for a fixed delay from the end of the
         *     run, or for a timer from its begin; 0 if the task runs once
         */
        void taskLate(OmptData taskData, long lateness, long period);
    }

    /**
     * {@link Event#POOL}, an extension of OMPT4J: a thread pool creates its first worker, or has terminated; on whatever thread that happens. A
     * pool is no region: regions that use its workers begin and end on the threads that open them.
     */
    @FunctionalInterface
    interface Pool extends OmptCallback {
        /**
         * A pool begins or ends.
         *
         * @param poolId the same at begin and end, for its workers, and as the wait id of threads that wait for its termination
         * @param name the common part of its workers' names
         * @param requestedParallelism the maximum number of workers, 0 for a pool without a limit; there can be more while some workers wait
         * @param codeptrRa the call site at which the application created the pool; 0 if the JDK created it, or if that was not observed
         */
        void pool(ScopeEndpoint endpoint, long poolId, String name, int requestedParallelism, int codeptrRa);
    }

    /**
     * {@link Event#POOL_WORKER}, an extension of OMPT4J: the calling thread begins, or ceases, to work for a pool. In between it is idle, a member
     * of the regions that it joins, or a free-agent thread that runs tasks of regions of which it is no member. In the task of a virtual thread,
     * the virtual thread works for the pool, not its carrier, and its state says when it is idle.
     */
    @FunctionalInterface
    interface PoolWorker extends OmptCallback {
        void poolWorker(ScopeEndpoint endpoint, long poolId);
    }

    /**
     * {@link Event#CONTROL_TOOL}; standard commands are in {@link ControlCommand}, commands that a tool defines begin at 64. The callback runs on
     * the thread that sends the command: a thread of the application, or one of the agent if the command came from outside.
     *
     * <p>Spec: section 4.5.2.29.
     */
    @FunctionalInterface
    interface ControlTool extends OmptCallback {
        /**
         * Carries out a command; a command that the tool does not know must be ignored.
         *
         * @param arg the argument of the application, of any class that it and the tool have agreed on; null if there is none
         * @param codeptrRa 0 for a command from outside
         * @return 0 or more: the answer to the application
         */
        int controlTool(long command, long modifier, @Nullable Object arg, int codeptrRa);
    }

    /**
     * {@link Event#DEVICE_INITIALIZE}: a tool can start tracing of the device here.
     *
     * <p>{@code type} is vendor, model and properties, separated by semicolons. {@code lookup} finds the entry points of the device's
     * tracing interface ({@link OmptTracing}), null if the device has none; {@code documentation} describes those beyond the
     * specification's.
     *
     * <p>Spec: section 4.5.2.19.
     */
    @FunctionalInterface
    interface DeviceInitialize extends OmptCallback {
        void deviceInitialize(
                int deviceNum,
                String type,
                OmptDevice device,
                @Nullable OmptFunctionLookup lookup,
                String documentation);
    }

    /**
     * {@link Event#DEVICE_FINALIZE}; all records of the device have been passed to the tool before.
     *
     * <p>Spec: section 4.5.2.20.
     */
    @FunctionalInterface
    interface DeviceFinalize extends OmptCallback {
        void deviceFinalize(int deviceNum);
    }

    /**
     * {@link Event#DEVICE_LOAD}. {@code filename} is null if the code is in no file; {@code offsetInFile} is -1 if it is not known;
     * addresses that are not known are {@link OmptDevice#ADDR_NONE}.
     *
     * <p>Spec: section 4.5.2.21.
     */
    @FunctionalInterface
    interface DeviceLoad extends OmptCallback {
        void deviceLoad(
                int deviceNum,
                @Nullable String filename,
                long offsetInFile,
                long vmaInFile,
                long bytes,
                long hostAddr,
                long deviceAddr,
                long moduleId);
    }

    /** {@link Event#DEVICE_UNLOAD}. Spec: section 4.5.2.22. */
    @FunctionalInterface
    interface DeviceUnload extends OmptCallback {
        void deviceUnload(int deviceNum, long moduleId);
    }

    /** {@link Event#TARGET}. Spec: section 4.5.2.26. */
    @FunctionalInterface
    interface Target extends OmptCallback {
        void target(
                TargetKind kind,
                ScopeEndpoint endpoint,
                int deviceNum,
                @Nullable OmptData taskData,
                long targetId,
                int codeptrRa);
    }

    /**
     * {@link Event#TARGET_EMI}; {@code targetTaskData} is null for a target construct that has no task of its own.
     *
     * <p>Spec: section 4.5.2.26.
     */
    @FunctionalInterface
    interface TargetEmi extends OmptCallback {
        void targetEmi(
                TargetKind kind,
                ScopeEndpoint endpoint,
                int deviceNum,
                @Nullable OmptData taskData,
                @Nullable OmptData targetTaskData,
                OmptData targetData,
                int codeptrRa);
    }

    /**
     * {@link Event#TARGET_DATA_OP}; addresses are those of the device mapping, 0 for none.
     *
     * <p>Spec: section 4.5.2.25.
     */
    @FunctionalInterface
    interface TargetDataOp extends OmptCallback {
        void targetDataOp(
                long targetId,
                long hostOpId,
                TargetDataOpType optype,
                long srcAddr,
                int srcDeviceNum,
                long destAddr,
                int destDeviceNum,
                long bytes,
                int codeptrRa);
    }

    /**
     * {@link Event#TARGET_DATA_OP_EMI}; {@code hostOpId} has one element, which belongs to the tool: the value that it stores at the begin is
     * passed again at the end.
     *
     * <p>Spec: section 4.5.2.25.
     */
    @FunctionalInterface
    interface TargetDataOpEmi extends OmptCallback {
        void targetDataOpEmi(
                ScopeEndpoint endpoint,
                @Nullable OmptData targetTaskData,
                OmptData targetData,
                long[] hostOpId,
                TargetDataOpType optype,
                long srcAddr,
                int srcDeviceNum,
                long destAddr,
                int destDeviceNum,
                long bytes,
                int codeptrRa);
    }

    /** {@link Event#TARGET_SUBMIT}. Spec: section 4.5.2.28. */
    @FunctionalInterface
    interface TargetSubmit extends OmptCallback {
        void targetSubmit(long targetId, long hostOpId, int requestedNumTeams);
    }

    /** {@link Event#TARGET_SUBMIT_EMI}; {@code hostOpId} as in {@link TargetDataOpEmi}. Spec: section 4.5.2.28. */
    @FunctionalInterface
    interface TargetSubmitEmi extends OmptCallback {
        void targetSubmitEmi(ScopeEndpoint endpoint, OmptData targetData, long[] hostOpId, int requestedNumTeams);
    }

    /**
     * {@link Event#TARGET_MAP}; the first {@code nitems} elements of each array count, flags are disjunctions of {@link TargetMapFlag}.
     * The arrays are valid only during the callback.
     *
     * <p>Spec: section 4.5.2.27.
     */
    @FunctionalInterface
    interface TargetMap extends OmptCallback {
        void targetMap(
                long targetId,
                int nitems,
                long[] hostAddr,
                long[] deviceAddr,
                long[] bytes,
                int[] mappingFlags,
                int codeptrRa);
    }

    /** {@link Event#TARGET_MAP_EMI}; arrays as in {@link TargetMap}. Spec: section 4.5.2.27. */
    @FunctionalInterface
    interface TargetMapEmi extends OmptCallback {
        void targetMapEmi(
                OmptData targetData,
                int nitems,
                long[] hostAddr,
                long[] deviceAddr,
                long[] bytes,
                int[] mappingFlags,
                int codeptrRa);
    }

    /**
     * Requests memory from a tool that traces a device. It is no event; the callback is passed to {@code ompt_start_trace}. Runs on a thread of the
     * agent.
     *
     * <p>Spec: section 4.5.2.23.
     */
    @FunctionalInterface
    interface BufferRequest extends OmptCallback {
        /**
         * Provides memory for records.
         *
         * @param buffer its one element receives a writable buffer, heap or direct, which the tool must not use until the buffer is returned
         * @param bytes its one element receives the number of bytes of the buffer, from its start, that may be used; 0 stops the recording until
         *     the next {@code ompt_start_trace}, and so does a number above the size of the buffer, or a read-only buffer: such a buffer is not
         *     used and not returned
         */
        void bufferRequest(int deviceNum, @Nullable ByteBuffer[] buffer, long[] bytes);
    }

    /**
     * Returns a buffer to the tool that provided it. It is no event; the callback is passed to {@code ompt_start_trace}. Runs on a thread of the
     * agent, never on a thread of the application.
     *
     * <p>Spec: section 4.5.2.24.
     */
    @FunctionalInterface
    interface BufferComplete extends OmptCallback {
        /**
         * Receives records.
         *
         * @param bytes the size of the buffer that was provided
         * @param begin cursor of the first record
         * @param bufferOwned 1 if the buffer belongs to the tool again, 0 if more records will follow in it
         */
        void bufferComplete(int deviceNum, ByteBuffer buffer, long bytes, long begin, int bufferOwned);
    }
}
