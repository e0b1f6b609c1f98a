package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * A function of the tool that is called when an event happens: one functional interface per event, with the arguments of the
 * specification in its order.
 *
 * <p>Where the specification passes a pointer to tool data, the tool's own {@link OmptData} of that thread, region or task comes; a
 * frame is null where it is not available; {@code codeptrRa} is the id of a call site, 0 for none, which {@link
 * Ompt4jRuntime#callSite} turns into text.
 *
 * <p>Thread safety: a callback runs on the thread on which its event happened (the last events of a thread that did not live
 * to report them: on the finalizing thread), so on several threads at once. It should not block and should not throw: what it
 * throws is counted and swallowed, and a tool that does so again and again is switched off. What it does itself is not observed.
 *
 * <p>Spec: OpenMP 5.1, section 4.5.2.
 */
public interface OmptCallback {

    /** {@link Event#THREAD_BEGIN}. */
    @FunctionalInterface
    interface ThreadBegin extends OmptCallback {
        void threadBegin(ThreadType threadType, OmptData threadData);
    }

    /** {@link Event#THREAD_END}. */
    @FunctionalInterface
    interface ThreadEnd extends OmptCallback {
        void threadEnd(OmptData threadData);
    }

    /** {@link Event#PARALLEL_BEGIN}; {@code flags} is a disjunction of {@link ParallelFlag}. */
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

    /** {@link Event#PARALLEL_END}. */
    @FunctionalInterface
    interface ParallelEnd extends OmptCallback {
        void parallelEnd(OmptData parallelData, @Nullable OmptData encounteringTaskData, int flags, int codeptrRa);
    }

    /** {@link Event#WORK}; {@code count} is 0 where it is not known. */
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
     * {@link Event#DISPATCH}. For chunks {@code instance.ptr} is an {@link OmptDispatchChunk}; {@code instance.value} is the
     * first iteration or the section's number. The instance is valid only during the callback.
     */
    @FunctionalInterface
    interface Dispatch extends OmptCallback {
        void dispatch(
                @Nullable OmptData parallelData, @Nullable OmptData taskData, DispatchKind kind, OmptData instance);
    }

    /** {@link Event#TASK_CREATE}; {@code flags} is a disjunction of {@link TaskFlag}. */
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

    /** {@link Event#TASK_DEPENDENCE}. */
    @FunctionalInterface
    interface TaskDependence extends OmptCallback {
        void taskDependence(OmptData srcTaskData, OmptData sinkTaskData);
    }

    /** {@link Event#TASK_SCHEDULE}. */
    @FunctionalInterface
    interface TaskSchedule extends OmptCallback {
        void taskSchedule(
                @Nullable OmptData priorTaskData, TaskStatus priorTaskStatus, @Nullable OmptData nextTaskData);
    }

    /** {@link Event#IMPLICIT_TASK}; {@code parallelData} is null at the end. */
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

    /** {@link Event#SYNC_REGION}; {@code parallelData} is null at the end of a region-ending barrier. */
    @FunctionalInterface
    interface SyncRegion extends OmptCallback {
        void syncRegion(
                SyncRegionKind kind,
                ScopeEndpoint endpoint,
                @Nullable OmptData parallelData,
                @Nullable OmptData taskData,
                int codeptrRa);
    }

    /** {@link Event#SYNC_REGION_WAIT}; arguments as for {@link SyncRegion}. */
    @FunctionalInterface
    interface SyncRegionWait extends OmptCallback {
        void syncRegionWait(
                SyncRegionKind kind,
                ScopeEndpoint endpoint,
                @Nullable OmptData parallelData,
                @Nullable OmptData taskData,
                int codeptrRa);
    }

    /** {@link Event#REDUCTION}. */
    @FunctionalInterface
    interface Reduction extends OmptCallback {
        void reduction(
                SyncRegionKind kind,
                ScopeEndpoint endpoint,
                @Nullable OmptData parallelData,
                @Nullable OmptData taskData,
                int codeptrRa);
    }

    /** {@link Event#MASKED}. */
    @FunctionalInterface
    interface Masked extends OmptCallback {
        void masked(
                ScopeEndpoint endpoint, @Nullable OmptData parallelData, @Nullable OmptData taskData, int codeptrRa);
    }

    /** {@link Event#MUTEX_ACQUIRE}. */
    @FunctionalInterface
    interface MutexAcquire extends OmptCallback {
        void mutexAcquire(MutexKind kind, int hint, MutexImpl impl, long waitId, int codeptrRa);
    }

    /** {@link Event#MUTEX_ACQUIRED}. */
    @FunctionalInterface
    interface MutexAcquired extends OmptCallback {
        void mutexAcquired(MutexKind kind, long waitId, int codeptrRa);
    }

    /** {@link Event#MUTEX_RELEASED}. */
    @FunctionalInterface
    interface MutexReleased extends OmptCallback {
        void mutexReleased(MutexKind kind, long waitId, int codeptrRa);
    }

    /** {@link Event#NEST_LOCK}. */
    @FunctionalInterface
    interface NestLock extends OmptCallback {
        void nestLock(ScopeEndpoint endpoint, long waitId, int codeptrRa);
    }

    /** {@link Event#LOCK_INIT}. */
    @FunctionalInterface
    interface LockInit extends OmptCallback {
        void lockInit(MutexKind kind, int hint, MutexImpl impl, long waitId, int codeptrRa);
    }

    /** {@link Event#LOCK_DESTROY}. */
    @FunctionalInterface
    interface LockDestroy extends OmptCallback {
        void lockDestroy(MutexKind kind, long waitId, int codeptrRa);
    }

    /** {@link Event#CANCEL}; {@code flags} is a disjunction of {@link CancelFlag}. */
    @FunctionalInterface
    interface Cancel extends OmptCallback {
        void cancel(OmptData taskData, int flags, int codeptrRa);
    }

    /** {@link Event#ERROR}; {@code length} is that of the message, in chars. */
    @FunctionalInterface
    interface RuntimeError extends OmptCallback {
        void error(Severity severity, String message, int length, int codeptrRa);
    }

    /** {@link Event#WAKEUP}, ours: the task ends the wait of whoever waits for {@code waitId}. */
    @FunctionalInterface
    interface Wakeup extends OmptCallback {
        void wakeup(@Nullable OmptData taskData, long waitId, int codeptrRa);
    }
}
