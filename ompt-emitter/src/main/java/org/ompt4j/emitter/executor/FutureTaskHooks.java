package org.ompt4j.emitter.executor;

import static org.ompt4j.ompt.Construct.FUTURE_TASK;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;

import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.Sections;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.Taskwaits;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.emitter.Wakeups;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.TaskStatus;

/**
 * Called by the rewritten {@code FutureTask}; see {@code docs/mappings/future-task.md}, and of the task
 * {@code docs/mappings/thread-pool-executor.md}.
 *
 * <p>Thread safety: any thread; each hook is about the thread that calls it.
 */
public final class FutureTaskHooks extends FutureTaskGuards {

    private FutureTaskHooks() {}

    // ---------------------------------------------------------------- waiting for the result

    /**
     * The application asks for the result. Calls from inside the JDK have no announced call site, and are reported only if they have to wait.
     *
     * @return the thread's context if there is something for {@link #getExit} to end, else null
     */
    public static @Nullable Object getEnter(FutureTask<?> task) {
        // If no tool wants this event, a get is not reported before it waits.
        return Events.wantsSyncRegions() ? beginGet(task) : null;
    }

    @Guarded("get of a future")
    static @Nullable Object beginGet(ThreadContext c, FutureTask<?> task) {
        int site = CallSites.take(c, FUTURE_TASK);
        if (site == 0) {
            return null;
        }
        if (SubmittedTasks.isDone(task)) {
            Taskwaits.passThrough(c, FUTURE_TASK, awaitedTask(task), site);
            return null;
        }
        Taskwaits.begin(c, FUTURE_TASK, awaited(task), site);
        return c;
    }

    /** The id of the task that waiting threads wait for; 0 if the future was not submitted as a task, or is periodic: no run is its end. */
    private static long awaitedTask(FutureTask<?> task) {
        return DueTimes.isPeriodic(task) ? 0 : SubmittedTasks.idOf(task);
    }

    /** The id of the future's task; the wait id of the future itself if threads wait for no task of it. */
    private static long awaited(FutureTask<?> task) {
        long id = awaitedTask(task);
        return id != 0 ? id : WaitIds.of(task, FUTURE_TASK, FutureTask.class);
    }

    /** The application has the result, or has given up. */
    public static void getExit(@Nullable Object entered) {
        Taskwaits.endOn(entered, FUTURE_TASK);
    }

    /** A thread waits until the task is done. */
    @Guarded("wait for a future")
    public static void awaitEnter(ThreadContext c, FutureTask<?> task) {
        Taskwaits.waitBegin(c, FUTURE_TASK, awaited(task));
    }

    /** The wait of a thread is over. */
    @Guarded("wait for a future")
    public static void awaitExit(ThreadContext c) {
        Taskwaits.waitEnd(c, FUTURE_TASK);
    }

    /** The future has a result or is cancelled. The threads that wait for it are woken next. */
    public static void finishes(FutureTask<?> task) {
        if (isWaitedFor(task)) {
            wakes(task);
        }
    }

    private static boolean isWaitedFor(FutureTask<?> task) {
        try {
            return Events.wanted(Event.WAKEUP) && SubmittedTasks.isWaitedFor(task);
        } catch (Throwable t) {
            Failures.count("wait for a future", t);
            return false;
        }
    }

    /* The end of a task says who ends the wait for it, but not who cancels it. */
    @Guarded("wait for a future")
    static void wakes(ThreadContext c, FutureTask<?> task) {
        long own = WaitIds.ifKnown(task);
        if (SubmittedTasks.isCancelled(task)) {
            Wakeups.tell(c, FUTURE_TASK, awaitedTask(task));
            Wakeups.tell(c, FUTURE_TASK, own);
        } else {
            Wakeups.tellAfterTask(c, FUTURE_TASK, own);
        }
    }

    // ---------------------------------------------------------------- the task of a pool that the future is

    /**
     * A future runs its code. An observed pool has begun its task before; for others, such as a pool of the application, the task begins here.
     *
     * @return the id of the task if it begins here, for {@link #ran}; else 0
     */
    public static long runs(FutureTask<?> task) {
        return isPending(task) ? beginPending(task) : 0;
    }

    private static boolean isPending(FutureTask<?> task) {
        try {
            return SubmittedTasks.isPending(task);
        } catch (Throwable t) {
            Failures.count("task of a thread pool", t);
            return false;
        }
    }

    @Guarded("task of a thread pool")
    static long beginPending(ThreadContext c, FutureTask<?> task) {
        Object place = SubmittedTasks.ownPlace(task);
        long id = SubmittedTasks.takeOwn(task);
        long begun = id == 0 ? 0 : ThreadPoolExecutorHooks.begin(c, task, id, place);
        if (begun != 0) {
            Tasks.runsItself(c);
        }
        return begun;
    }

    /** The task is about to store, as its result, the exception that its code threw. */
    @Guarded(value = "task of a thread pool", begins = false)
    public static void caught(ThreadContext c, Throwable thrown, FutureTask<?> task) {
        long id = SubmittedTasks.idOf(task);
        if (id != 0 && Tasks.isRunning(c, id)) {
            Events.error(c, c.clock().now(), THREAD_POOL_EXECUTOR, Severity.WARNING, thrown);
            settled(c, task, id);
        }
    }

    /** The task is about to store its result: threads that wait for it go on before the task's {@code run} has returned. */
    @Guarded(value = "task of a thread pool", begins = false)
    public static void settles(ThreadContext c, FutureTask<?> task) {
        long id = SubmittedTasks.idOf(task);
        if (id != 0 && Tasks.isRunning(c, id)) {
            settled(c, task, id);
        }
    }

    private static void settled(ThreadContext c, FutureTask<?> task, long id) {
        if (!SubmittedTasks.isCancelled(task)) {
            Tasks.end(c, id, TaskStatus.COMPLETE);
        }
    }

    /** The task has run; it may have been cancelled meanwhile. */
    public static void ran(FutureTask<?> task, long begun) {
        if (isCancelled(task)) {
            ranCancelled(task);
        }
        ThreadPoolExecutorHooks.end(begun);
    }

    private static boolean isCancelled(FutureTask<?> task) {
        try {
            return SubmittedTasks.isCancelled(task);
        } catch (Throwable t) {
            Failures.count("task of a thread pool", t);
            return false;
        }
    }

    @Guarded(value = "task of a thread pool", begins = false)
    static void ranCancelled(ThreadContext c, FutureTask<?> task) {
        long id = SubmittedTasks.idOf(task);
        if (id != 0 && Tasks.isRunning(c, id)) {
            int flags = CancelFlag.TASKGROUP | CancelFlag.DETECTED;
            Events.cancel(c, c.clock().now(), THREAD_POOL_EXECUTOR, id, flags, 0);
            Tasks.end(c, id, TaskStatus.CANCEL);
        }
    }

    /** A thread has cancelled the task, or came too late. */
    public static void cancelled(boolean done, FutureTask<?> task) {
        if (done) {
            cancelled(task);
        }
    }

    @Guarded("cancelled task")
    static void cancelled(ThreadContext c, FutureTask<?> task) {
        if (SubmittedTasks.idOf(task) != 0) {
            InitialTasks.ensure(c);
            boolean ofSections = Sections.areCancelled(c);
            int flags = CancelFlag.ACTIVATED | (ofSections ? CancelFlag.SECTIONS : CancelFlag.TASKGROUP);
            int announced = CallSites.take(c, THREAD_POOL_EXECUTOR);
            int site = ofSections && announced == 0 ? Sections.siteOfCancelled(c) : announced;
            Events.cancel(c, c.clock().now(), THREAD_POOL_EXECUTOR, c.taskId(), flags, site);
        }
    }
}
