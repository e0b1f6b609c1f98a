package org.ompt4j.emitter.executor;

import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;

import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.FieldSubstitutes;
import org.ompt4j.emitter.ForeignTasks;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.PendingTask;
import org.ompt4j.emitter.Pool;
import org.ompt4j.emitter.Section;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;

/**
 * Called by the rewritten {@code ThreadPoolExecutor} and its policies of rejection; see {@code
 * docs/mappings/thread-pool-executor.md}.
 *
 * <p>Thread safety: any thread; each hook is about the thread that calls it.
 */
public final class ThreadPoolExecutorHooks extends ThreadPoolExecutorGuards {

    private ThreadPoolExecutorHooks() {}

    /** The agent was attached to a running program: no fields can be added to classes, whether they are loaded or not. */
    public static void attached() {
        FieldSubstitutes.keepFor(ThreadPoolExecutor.class);
        FieldSubstitutes.keepFor(FutureTask.class);
        SubmittedTasks.load();
        EarlierWorkers.attached();
    }

    // ---------------------------------------------------------------- workers

    /** The application has made a pool; the call site is reported with the pool. */
    @Guarded("new thread pool")
    public static void poolMade(ThreadContext c, ThreadPoolExecutor pool) {
        ThreadPools.ALL.made(c, pool);
    }

    /** A worker begins to work for its pool; the pool begins with its first worker. */
    public static void workerEnter(ThreadPoolExecutor pool) {
        beginWorker();
        joinPool(pool);
    }

    @Guarded("worker of a thread pool")
    static void joinPool(ThreadContext c, ThreadPoolExecutor pool) {
        EarlierWorkers.exclude(c);
        join(c, pool);
    }

    private static void join(ThreadContext c, ThreadPoolExecutor pool) {
        Pool joined = ThreadPools.ALL.of(c, pool);
        if (joined != null) {
            joined.join(c);
        }
        Tasks.overhead(c);
    }

    /** A worker no longer works for its pool, and waits for the pool's lock once more before it ends. */
    @Guarded("worker of a thread pool")
    public static void workerExit(ThreadContext c) {
        endHanded(c);
        Pool.leave(c);
        Tasks.idle(c);
    }

    /** A worker asks its pool for a task, and waits if there is none. */
    @Guarded(value = "worker of a thread pool", begins = false)
    public static void idleEnter(ThreadContext c) {
        endHanded(c);
        Tasks.outOfTasks(c);
        Tasks.idle(c);
    }

    /** A worker has a task, or is to end. */
    @Guarded(value = "worker of a thread pool", begins = false)
    public static void idleExit(ThreadContext c) {
        Tasks.overhead(c);
    }

    private static void endHanded(ThreadContext c) {
        long id = EarlierWorkers.takeId(c);
        if (id != 0) {
            end(c, id);
        }
    }

    /** A worker has got a task, or null, from its pool. If the worker was running when the agent was attached, the task begins here. */
    public static void handed(@Nullable Runnable task, ThreadPoolExecutor pool) {
        if (task != null && AttachEpoch.isAttached()) {
            beginWorker();
            handedLater(task, pool);
        }
    }

    private static void beginWorker() {
        try {
            Threads.begin(Thread.currentThread(), ThreadType.WORKER);
        } catch (Throwable t) {
            Failures.count("worker of a thread pool", t);
        }
    }

    @Guarded("task of a thread pool")
    static void handedLater(ThreadContext c, @Needed Runnable task, ThreadPoolExecutor pool) {
        if (!EarlierWorkers.isExcluded(c)) {
            join(c, pool);
            EarlierWorkers.note(c, task, begin(c, task));
        }
    }

    /** A thread has tried to terminate a pool. */
    public static void terminateExit(ThreadPoolExecutor pool) {
        endIfTerminated(pool, open(pool));
    }

    @Guarded("end of a thread pool")
    static void endIfTerminated(ThreadContext c, ThreadPoolExecutor pool, @Needed Pool open) {
        if (pool.isTerminated()) {
            ThreadPools.ALL.end(c, open);
        }
    }

    private static @Nullable Pool open(ThreadPoolExecutor pool) {
        try {
            return ThreadPools.ALL.open(pool);
        } catch (Throwable t) {
            Failures.count("end of a thread pool", t);
            return null;
        }
    }

    // ---------------------------------------------------------------- submitting

    /** A task is about to be handed to a worker or queued. */
    @Guarded("task for a thread pool")
    public static void submit(ThreadContext c, @Needed Runnable task) {
        Refusal refusal = Refusal.of(c, task);
        if (refusal != null && !refusal.isDecided) {
            // The policy of the pool submits the refused task once more: it is the same task.
            refusal.isDecided = true;
            return;
        }
        if (ForeignTasks.include(task) || HandOver.isOf(c, task)) {
            return;
        }
        SubmittedTasks.submit(c, THREAD_POOL_EXECUTOR, task, SubmittedTasks.site(c, THREAD_POOL_EXECUTOR));
    }

    /** The submission of a task threw: the pool did not accept the task, unless the task itself ran and threw on this thread. */
    @Guarded("task for a thread pool")
    public static void submitThrew(ThreadContext c, Throwable thrown, @Needed Runnable task) {
        Refusal refusal = Refusal.of(c, task);
        if (refusal != null) {
            refusal.end(c);
        }
        if (refusal == null || !refusal.hasRun) {
            SubmittedTasks.reject(c, THREAD_POOL_EXECUTOR, task, thrown);
        }
    }

    /**
     * The pool asks what to do with a task that it does not accept.
     *
     * @return for {@link #rejectReturn}
     */
    @Guarded("rejected task")
    public static @Nullable Object rejectEnter(ThreadContext c, @Needed Runnable task) {
        return Refusal.begin(c, task);
    }

    /** The policy has returned. If it threw instead, {@link #submitThrew} is called. */
    @Guarded("rejected task")
    public static void rejectReturn(ThreadContext c, @Needed Object refusal) {
        ((Refusal) refusal).end(c);
    }

    /** A policy drops a refused task, unless it has submitted it once more or has run it. */
    @Guarded("rejected task")
    public static void droppedIfRefused(ThreadContext c, @Needed Runnable task) {
        Refusal refusal = Refusal.of(c, task);
        if (refusal != null && !refusal.isDecided) {
            refusal.isDecided = true;
            discardLast(c, task, refusal.callSite);
        }
    }

    /** A policy has removed the oldest task, or none, from the queue to make room for the refused one. */
    @Guarded("rejected task")
    public static void droppedForRefused(ThreadContext c, @Needed Object task) {
        if (task instanceof Runnable dropped) {
            discardLast(c, dropped, Refusal.callSite(c));
        }
    }

    /** A task that is in no queue will not run. */
    @Guarded("discarded task")
    public static void dropped(ThreadContext c, @Needed Object task) {
        if (task instanceof Runnable dropped) {
            discardLast(c, dropped, 0);
        }
    }

    /** A task was taken from the pool's queue, or not. */
    public static void removed(boolean taken, @Nullable Runnable task) {
        if (taken) {
            dropped(task);
        }
    }

    /** The pool is stopped; the tasks that were queued will not run. */
    @Guarded("discarded task")
    public static void stopped(ThreadContext c, @Needed List<?> tasks) {
        for (int i = 0; i < tasks.size(); i++) {
            if (tasks.get(i) instanceof Runnable dropped) {
                discardLast(c, dropped, 0);
            }
        }
    }

    private static void discardLast(ThreadContext c, Runnable task, int callSite) {
        SubmittedTasks.discardLast(c, THREAD_POOL_EXECUTOR, task, callSite);
    }

    // ---------------------------------------------------------------- running tasks

    /**
     * A policy is about to run a refused task on the thread that submitted it.
     *
     * @return as {@link #begin}
     */
    public static long beginRefused(Runnable task) {
        runsItself(task);
        return begin(task);
    }

    @Guarded("rejected task")
    static void runsItself(ThreadContext c, Runnable task) {
        Refusal refusal = Refusal.of(c, task);
        if (refusal != null) {
            refusal.isDecided = true;
            refusal.hasRun = true;
        }
    }

    /**
     * A worker is about to run a task.
     *
     * @return the id of the task, for {@link #end} or {@link #threw}; 0 if it is not reported
     */
    @Guarded("task of a thread pool")
    public static long begin(ThreadContext c, @Needed Runnable task) {
        long earlier = EarlierWorkers.takeId(c, task);
        if (earlier != 0) {
            return earlier;
        }
        Object place = SubmittedTasks.ownPlace(task);
        long id = SubmittedTasks.takeOwn(task);
        if (id == 0) {
            if (ForeignTasks.include(task)) {
                return 0;
            }
            PendingTask pending = SubmittedTasks.takeOldest(task);
            if (pending == null) {
                return hasRun(task) || SubmittedTasks.isInternal(task) ? 0 : beginUnknown(c, task);
            }
            id = pending.id();
            place = pending.place();
        }
        return begin(c, task, id, place);
    }

    /** Begins a task whose id is known; the same id, or 0 if it was cancelled before. */
    static long begin(ThreadContext c, Runnable task, long id, @Nullable Object place) {
        if (task instanceof FutureTask<?> future && SubmittedTasks.isCancelled(future, id)) {
            Tasks.discard(c, THREAD_POOL_EXECUTOR, id);
            return 0;
        }
        Tasks.begin(c, THREAD_POOL_EXECUTOR, id, Section.regionIn(place));
        DueTimes.begun(c, task);
        if (place instanceof Section) {
            long time = c.clock().lastNow();
            Events.dispatch(c, time, THREAD_POOL_EXECUTOR, DispatchKind.SECTION, Section.numberIn(place), 1);
        }
        return id;
    }

    /** Whether another thread has run the task. */
    private static boolean hasRun(Runnable task) {
        return task instanceof FutureTask<?> future
                && SubmittedTasks.idOf(future) != 0
                && SubmittedTasks.isDone(future);
    }

    /** The task was added to the queue in another way than by the pool's methods. */
    private static long beginUnknown(ThreadContext c, Runnable task) {
        long id = Tasks.beginUnknown(c, THREAD_POOL_EXECUTOR, SubmittedTasks.body(task));
        SubmittedTasks.begun(task, id);
        DueTimes.begun(c, task);
        return id;
    }

    /** The task has run. For most futures the end was reported before. */
    @Guarded("task of a thread pool")
    public static void end(ThreadContext c, @Needed long id) {
        Tasks.end(c, id, TaskStatus.COMPLETE);
    }

    /** The task threw. */
    @Guarded("task of a thread pool")
    public static void threw(ThreadContext c, Throwable thrown, @Needed long id) {
        if (Tasks.isRunning(c, id)) {
            Events.error(c, c.clock().now(), THREAD_POOL_EXECUTOR, Severity.WARNING, thrown);
        }
        Tasks.end(c, id, TaskStatus.COMPLETE);
    }

    // ---------------------------------------------------------------- waiting for the pool

    /** A thread is about to wait until the pool is terminated. */
    @Guarded("wait for a thread pool")
    public static boolean barrierEnter(ThreadContext c, ThreadPoolExecutor pool) {
        return ThreadPools.ALL.beginWait(c, pool);
    }

    /** The thread goes on. */
    @Guarded("wait for a thread pool")
    public static void barrierExit(ThreadContext c, @Needed boolean entered) {
        ThreadPools.ALL.endWait(c);
    }

    /** A thread that waits for the pool parks. */
    @Guarded("wait for a thread pool")
    public static void parkEnter(ThreadContext c) {
        ThreadPools.ALL.park(c, true);
    }

    /** A thread that waits for the pool was woken. */
    @Guarded("wait for a thread pool")
    public static void parkExit(ThreadContext c) {
        ThreadPools.ALL.park(c, false);
    }
}
