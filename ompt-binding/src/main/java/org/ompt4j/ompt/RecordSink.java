package org.ompt4j.ompt;

/**
 * Takes events as trace records: tool data arguments are replaced by ids, and nothing is allocated for a call.
 *
 * <p>The arguments are those of the event's trace record in OpenMP 5.1, section 4.5.2, after four of ours: the thread on
 * which the event happened, the time it happened ({@link System#nanoTime} of the observed JVM, in nanoseconds; per thread it
 * never decreases, and it can lie before the moment of the call), the construct, and where useful the body (the class and
 * method of the code that a task or region runs, see {@link #defineBody}). {@code codeptrRa} is a call-site id, 0 for none, see
 * {@link #defineCallSite}. Ids are never 0 where the record's member has a value.
 *
 * <p>Thread safety: an event is delivered on the thread it happened on, except the last events of a thread that did not live
 * to report them itself, which the finalizing thread delivers; never two at once for one {@link OmptThread}. Definitions
 * come on any thread, before the first event that refers to them is delivered by that thread; one can come again, unchanged.
 *
 * <p>A sink must not block and should not throw: what it throws is counted and swallowed. What it does itself (locks, tasks)
 * is not observed.
 */
public interface RecordSink {
    /**
     * Wait ids from here on are virtual threads that are joined: this and the thread's own number. They are not defined, since what they stand
     * for is a {@link #VIRTUAL_THREAD}. All other ids are below, these are below 2^53.
     */
    long FIRST_VIRTUAL_THREAD = 1L << 52;

    /** The class of what wait ids from {@link #FIRST_VIRTUAL_THREAD} on stand for. */
    String VIRTUAL_THREAD = "java.lang.VirtualThread";

    /** A call site (or method) in application code; {@code text} is {@code pkg.Class.method(File.java:line)}. */
    void defineCallSite(int codeptrRa, String text);

    /** Code that tasks or regions run; {@code text} is {@code pkg.Class.method}. */
    void defineBody(int body, String text);

    /** An object that threads wait for, unless it is a virtual thread; {@code className} is its class. */
    void defineWaitId(long waitId, Construct construct, String className);

    void threadBegin(OmptThread thread, long timeNanos, Construct construct, ThreadType threadType);

    void threadEnd(OmptThread thread, long timeNanos, Construct construct);

    void parallelBegin(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long encounteringTaskId,
            long parallelId,
            int requestedParallelism,
            int flags,
            int codeptrRa,
            int body);

    void parallelEnd(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long parallelId,
            long encounteringTaskId,
            int flags,
            int codeptrRa);

    /** {@code parallelId} is 0 at the end. */
    void implicitTask(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int actualParallelism,
            int index,
            int flags);

    void work(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            WorkType wstype,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long count,
            int codeptrRa);

    /**
     * The current task is given iterations or a section.
     *
     * @param start -1 where it is not known
     * @param iterations 0 where it is not known
     * @param codeptrRa ours: the call site of the region
     */
    void dispatch(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long parallelId,
            long taskId,
            DispatchKind kind,
            long start,
            long iterations,
            int codeptrRa);

    void taskCreate(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long encounteringTaskId,
            long newTaskId,
            int flags,
            boolean hasDependences,
            int codeptrRa,
            int body);

    void taskSchedule(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long priorTaskId,
            TaskStatus priorTaskStatus,
            long nextTaskId);

    /**
     * What a new task depends on and what depends on it.
     *
     * @param deps the first {@code ndeps} entries count; valid only during the call
     */
    void dependences(
            OmptThread thread, long timeNanos, Construct construct, long taskId, OmptDependence[] deps, int ndeps);

    void taskDependence(OmptThread thread, long timeNanos, Construct construct, long srcTaskId, long sinkTaskId);

    /**
     * Begin or end of a barrier, taskwait or taskgroup.
     *
     * @param parallelId 0 at the end of a region-ending barrier
     * @param waitId ours: the barrier object, the awaited task or the region; 0 if there is none
     */
    void syncRegion(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long waitId,
            int codeptrRa);

    /** Begin or end of real waiting inside a sync region; arguments as there. */
    void syncRegionWait(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long waitId,
            int codeptrRa);

    void reduction(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int codeptrRa);

    void masked(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int codeptrRa);

    /** {@code hint} is 0, {@code omp_sync_hint_none}, where nothing else is known. */
    void mutexAcquire(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            MutexKind kind,
            int hint,
            MutexImpl impl,
            long waitId,
            int codeptrRa);

    void mutexAcquired(
            OmptThread thread, long timeNanos, Construct construct, MutexKind kind, long waitId, int codeptrRa);

    void mutexReleased(
            OmptThread thread, long timeNanos, Construct construct, MutexKind kind, long waitId, int codeptrRa);

    void nestLock(
            OmptThread thread, long timeNanos, Construct construct, ScopeEndpoint endpoint, long waitId, int codeptrRa);

    void lockInit(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            MutexKind kind,
            int hint,
            MutexImpl impl,
            long waitId,
            int codeptrRa);

    void lockDestroy(
            OmptThread thread, long timeNanos, Construct construct, MutexKind kind, long waitId, int codeptrRa);

    void flush(OmptThread thread, long timeNanos, Construct construct, int codeptrRa);

    /** {@code flags} is a disjunction of {@link CancelFlag}. */
    void cancel(OmptThread thread, long timeNanos, Construct construct, long taskId, int flags, int codeptrRa);

    void error(
            OmptThread thread, long timeNanos, Construct construct, Severity severity, String message, int codeptrRa);

    /**
     * The thread sends a command to the tools; those that have a callback for it have been called. Commands from threads that are
     * not in the OMPT runtime make no record.
     */
    void controlTool(
            OmptThread thread, long timeNanos, Construct construct, long command, long modifier, int codeptrRa);

    /**
     * Ours: the current task begins to wait for something that OMPT has no event for, or does not wait any more. Waits nest with the tasks
     * that the thread runs while it waits, never with each other in one task.
     *
     * @param state what the thread's state is meanwhile
     * @param waitId 0 where what is waited for is not known
     */
    void wait(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            ScopeEndpoint endpoint,
            State state,
            long taskId,
            long waitId,
            int codeptrRa);

    /** Ours: the current task ends the wait of the threads that wait for {@code waitId}. */
    void wakeup(OmptThread thread, long timeNanos, Construct construct, long taskId, long waitId, int codeptrRa);
}
