package org.ompt4j.emitter.forkjoin;

import static org.ompt4j.ompt.Construct.FORK_JOIN_POOL;

import java.util.Collection;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.FieldSubstitutes;
import org.ompt4j.emitter.ForeignTasks;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.Pool;
import org.ompt4j.emitter.Region;
import org.ompt4j.emitter.Regions;
import org.ompt4j.emitter.SyncRegions;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.ThreadRegistry;
import org.ompt4j.emitter.Threads;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.ThreadType;

/**
 * Called by the rewritten {@code ForkJoinPool} and {@code ForkJoinWorkerThread}; see {@code docs/mappings/fork-join-pool.md}.
 *
 * <p>Thread safety: any thread; each hook is about the thread that calls it.
 */
public final class ForkJoinPoolHooks extends ForkJoinPoolGuards {

    private ForkJoinPoolHooks() {}

    /** Whether tasks of the pool are reported. Also false if a {@code Thread.stop} by the application made the classes for that unusable. */
    private static boolean reportsTasks(ForkJoinPool pool) {
        try {
            return TaskRecord.PRESENT && !ForkJoinPools.ALL.isMuted(pool);
        } catch (Throwable t) {
            Failures.count("tasks of a pool", t);
            return false;
        }
    }

    // ---------------------------------------------------------------- workers

    /** A worker is being made; the class it belongs to is loaded from now on. */
    public static void workerMade() {
        ThreadRegistry.workersExist();
    }

    /** The agent was attached to a program that may already have workers. */
    public static void attached() {
        // No fields can be added to classes, whether they are loaded or not.
        FieldSubstitutes.keepFor(ForkJoinTask.class);
        FieldSubstitutes.keepFor(ForkJoinPool.class);
        FieldSubstitutes.keepFor(ForkJoinWorkerThread.class);
        ThreadRegistry.workersExist();
        TaskRecord.load();
        ForkJoinPools.load();
    }

    /** A worker that was there before the agent was found: its pool begins now. */
    public static void found(ForkJoinWorkerThread worker) {
        ForkJoinPool pool = worker.getPool();
        if (pool != null) {
            createWorker(pool);
        }
    }

    /** The application has made a pool; the call site is reported with the pool. */
    @Guarded("new pool")
    public static void poolMade(ThreadContext c, ForkJoinPool pool) {
        ForkJoinPools.ALL.made(c, pool);
    }

    /** A pool makes a worker; the pool begins with its first worker. */
    @Guarded("pool begin")
    public static void createWorker(ThreadContext c, ForkJoinPool pool) {
        ForkJoinPools.ALL.begin(c, pool);
    }

    /** A worker begins to work for its pool. */
    public static void workerEnter(ForkJoinWorkerThread worker) {
        try {
            Threads.begin(worker, ThreadType.WORKER);
        } catch (Throwable t) {
            Failures.count("worker begin", t);
        }
        joinPool(worker);
    }

    @Guarded("worker begin")
    static void joinPool(ThreadContext c, ForkJoinWorkerThread worker) {
        Pool pool = ForkJoinPools.ALL.of(c, worker.getPool());
        if (pool != null) {
            pool.join(c);
        }
        Tasks.overhead(c);
    }

    /** A worker no longer works for its pool, or (not the current thread) could not be started. */
    public static void workerExit(@Nullable ForkJoinWorkerThread worker) {
        if (worker == Thread.currentThread()) {
            leavePool();
        }
    }

    @Guarded("worker end")
    static void leavePool(ThreadContext c) {
        Pool.leave(c);
    }

    /** A worker has run a task from a queue, and all tasks that this task left in the worker's own queue. */
    @Guarded("end of a top-level task")
    public static void topLevelTaskEnd(ThreadContext c) {
        Tasks.outOfTasks(c);
    }

    /** A worker found no task, and begins to idle. */
    @Guarded("idle")
    public static void idleEnter(ThreadContext c) {
        Tasks.outOfTasks(c);
        Tasks.idle(c);
    }

    /** A worker that has found no task sets what it waits for, and begins to idle; or it sets null, and works again. */
    public static void blocker(@Nullable Object blocker) {
        if (blocker != null) {
            idleEnter();
        }
    }

    /** A worker was woken, or gives up. */
    @Guarded("idle")
    public static void idleExit(ThreadContext c) {
        Tasks.overhead(c);
    }

    /** A thread has tried to terminate a pool. */
    public static void terminateExit(ForkJoinPool pool) {
        endIfTerminated(pool, open(pool));
    }

    @Guarded("pool end")
    static void endIfTerminated(ThreadContext c, ForkJoinPool pool, @Needed Pool open) {
        // On JDK 25 this calls tryTerminate again, which is harmless: hooks inside this hook do nothing.
        if (pool.isTerminated()) {
            ForkJoinPools.ALL.end(c, open);
        }
    }

    private static @Nullable Pool open(ForkJoinPool pool) {
        try {
            return ForkJoinPools.ALL.open(pool);
        } catch (Throwable t) {
            Failures.count("pool end", t);
            return null;
        }
    }

    // ---------------------------------------------------------------- submitting

    /** A task is about to be queued by one of the pool's own methods. */
    public static void submit(@Nullable ForkJoinTask<?> task, ForkJoinPool pool) {
        if (task != null && reportsTasks(pool)) {
            submitted(task);
        }
    }

    @Guarded("submit")
    static void submitted(ThreadContext c, ForkJoinTask<?> task) {
        if (ForeignTasks.include(task)) {
            return;
        }
        long sync = c.tasks().sync();
        boolean inherits = (sync & SyncRegions.INHERIT) != 0;
        boolean isSection = (sync & SyncRegions.SECTIONS) != 0;
        boolean known = inherits || isSection;
        int site = known ? SyncRegions.siteOf(sync) : CallSites.takeOrSample(c, FORK_JOIN_POOL);
        if (!isSection) {
            // The application may have run for long since the thread's last event.
            c.clock().now();
        }
        InitialTasks.ensure(c);
        Region region = inherits ? c.tasks().currentRegion() : c.tasks().initialRegion();
        TaskRecord.submit(c, FORK_JOIN_POOL, task, region, c.tasks().exportingTo(region), site);
    }

    /** The pool did not accept a task. */
    public static void rejected(Throwable thrown, @Nullable ForkJoinTask<?> task, ForkJoinPool pool) {
        if (task != null && reportsTasks(pool)) {
            rejected(thrown, task);
        }
    }

    @Guarded("rejected task")
    static void rejected(ThreadContext c, Throwable thrown, ForkJoinTask<?> task) {
        if (ForeignTasks.include(task)) {
            return;
        }
        Events.error(c, c.clock().now(), FORK_JOIN_POOL, Severity.WARNING, thrown);
        TaskRecord.discardLast(c, task);
    }

    // ---------------------------------------------------------------- invoke

    /**
     * A task is about to be submitted and waited for. From outside the pool this is a parallel region.
     *
     * @return the region; null if none was opened
     */
    public static @Nullable Object invokeEnter(@Nullable ForkJoinTask<?> task, ForkJoinPool pool) {
        return task != null && reportsTasks(pool) ? beginInvoke(task, pool) : null;
    }

    @Guarded("pool invoke")
    static @Nullable Object beginInvoke(ThreadContext c, ForkJoinTask<?> task, ForkJoinPool pool) {
        int site = CallSites.takeOrWalk(c, FORK_JOIN_POOL);
        boolean inside = c.thread() instanceof ForkJoinWorkerThread worker && worker.getPool() == pool;
        Region region = inside ? null : openRegion(c, task, pool, site);
        InitialTasks.ensure(c);
        c.tasks().setSync(SyncRegions.pack(SyncRegionKind.TASKWAIT, site) | SyncRegions.INHERIT, 0);
        return region;
    }

    private static Region openRegion(ThreadContext c, ForkJoinTask<?> task, ForkJoinPool pool, int site) {
        int body = Events.wanted(Event.PARALLEL_BEGIN) ? TaskRecord.body(task) : 0;
        return Regions.begin(c, FORK_JOIN_POOL, pool.getParallelism() + 1, ParallelFlag.INVOKER_RUNTIME, site, body);
    }

    /** The submitted task is about to be waited for. */
    @Guarded("pool invoke")
    public static void invokeWait(ThreadContext c, ForkJoinTask<?> task) {
        long sync = c.tasks().sync();
        if ((sync & SyncRegions.INHERIT) != 0) {
            ForkJoinTaskHooks.beginTaskwait(c, task, SyncRegions.siteOf(sync));
        }
    }

    /** The submitted task is done. */
    @Guarded("pool invoke")
    public static void invokeWaited(ThreadContext c) {
        ForkJoinTaskHooks.endTaskwait(c);
    }

    /** The pool's invoke is left, normally or by an exception. */
    @Guarded("pool invoke")
    public static void invokeExit(ThreadContext c, @Nullable Object region) {
        if ((c.tasks().sync() & SyncRegions.INHERIT) != 0) {
            // Rejected before it could wait.
            c.tasks().setSync(0, 0);
        }
        if (region != null) {
            Regions.end(c, (Region) region);
        }
    }

    // ---------------------------------------------------------------- invokeAll, invokeAny

    /** Some tasks are about to be submitted and waited for; the token is their number. */
    public static int invokeAllEnter(@Nullable Collection<?> tasks) {
        return tasks != null && ForkJoinTaskHooks.keepsRecords() ? openSections(tasks) : 0;
    }

    @Guarded("pool invokeAll")
    static int openSections(ThreadContext c, Collection<?> tasks) {
        int count = tasks.size();
        if (count > 0) {
            ForkJoinTaskHooks.beginSections(c, FORK_JOIN_POOL, count, CallSites.takeOrWalk(c, FORK_JOIN_POOL));
            c.tasks().setSections(0, 1);
        }
        return count;
    }

    /** The tasks are done, or the call no longer waits for them. */
    @Guarded("pool invokeAll")
    public static void invokeAllExit(ThreadContext c, @Needed int count) {
        ForkJoinTaskHooks.endSections(c, FORK_JOIN_POOL, count);
    }

    // ---------------------------------------------------------------- waiting for the pool

    /** A thread is about to wait until the pool is terminated or quiescent, and perhaps helps. */
    @Guarded("wait for a pool")
    public static boolean barrierEnter(ThreadContext c, ForkJoinPool pool) {
        return ForkJoinPools.ALL.beginWait(c, pool);
    }

    /** The thread goes on. */
    @Guarded("wait for a pool")
    public static void barrierExit(ThreadContext c, @Needed boolean entered) {
        ForkJoinPools.ALL.endWait(c);
    }

    /** A thread that waits for the pool parks. */
    @Guarded("wait for a pool")
    public static void parkEnter(ThreadContext c) {
        ForkJoinPools.ALL.park(c, true);
    }

    /** A thread that waits for the pool was woken. */
    @Guarded("wait for a pool")
    public static void parkExit(ThreadContext c) {
        ForkJoinPools.ALL.park(c, false);
    }
}
