package org.ompt4j.emitter.executor;

import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;

import java.util.Collection;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Sections;
import org.ompt4j.emitter.SyncRegions;
import org.ompt4j.emitter.Taskwaits;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.emitter.Wakeups;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.SyncRegionKind;

/**
 * Called by the rewritten {@code AbstractExecutorService}, {@code ThreadPerTaskExecutor} and {@code ExecutorCompletionService}, also for executors of
 * the application that extend or use them; see {@code docs/mappings/thread-pool-executor.md}.
 *
 * <p>Thread safety: any thread; each hook is about the thread that calls it.
 */
public final class ExecutorServiceHooks extends ExecutorServiceGuards {

    /** The executor of a completion service. */
    private static final class Service {
        static final long EXECUTOR = Memory.fieldOffset(ExecutorCompletionService.class, "executor");
    }

    private static final int COUNT_SHIFT = 32;

    private ExecutorServiceHooks() {}

    // ---------------------------------------------------------------- invokeAll, invokeAny

    /** {@code invokeAll} or {@code invokeAny} is about to submit tasks and wait for them; the token is their number and the call site. */
    public static long invokeEnter(@Nullable Collection<?> tasks) {
        return tasks != null ? openSections(tasks) : 0;
    }

    @Guarded("invokeAll")
    static long openSections(ThreadContext c, Collection<?> tasks) {
        int count = tasks.size();
        if (count == 0) {
            return 0;
        }
        int site = CallSites.takeOrWalk(c, THREAD_POOL_EXECUTOR);
        Sections.begin(c, THREAD_POOL_EXECUTOR, count, site);
        c.tasks().setSections(0, 1);
        return (long) count << COUNT_SHIFT | site;
    }

    /** The tasks are done, or the call no longer waits for them. */
    @Guarded("invokeAll")
    public static void invokeExit(ThreadContext c, @Needed long token) {
        Sections.end(c, THREAD_POOL_EXECUTOR, (int) (token >> COUNT_SHIFT), (int) token);
    }

    /** The tasks that have not ended are about to be cancelled. */
    @Guarded("invokeAll")
    public static void cancelRest(ThreadContext c) {
        if (Sections.areMade(c)) {
            Sections.cancelRest(c, THREAD_POOL_EXECUTOR);
        }
    }

    /** No task is done, and the thread waits for the first one to be done. */
    @Guarded("invokeAny")
    public static void awaitEnter(ThreadContext c) {
        if (Sections.areMade(c)) {
            Taskwaits.waitBegin(c, THREAD_POOL_EXECUTOR, 0);
        }
    }

    /** The wait of the thread is over. */
    @Guarded("invokeAny")
    public static void awaitExit(ThreadContext c) {
        if (Sections.areMade(c)) {
            Taskwaits.waitEnd(c, THREAD_POOL_EXECUTOR);
        }
    }

    // ---------------------------------------------------------------- invokeAny with a thread for each task

    /**
     * Some tasks are about to be given a thread each.
     *
     * @return whether {@link #anyOfThreadsExit} has to end the taskgroup that {@link #anyOfThreadsBegin} begins
     */
    @Guarded("invokeAny")
    public static boolean anyOfThreadsEnter(ThreadContext c) {
        return c.tasks().sync() == 0;
    }

    /** The current thread has made the object for the first result, and is about to make the tasks. */
    @Guarded("invokeAny")
    public static void anyOfThreadsBegin(ThreadContext c, Object result) {
        if (c.tasks().sync() == 0) {
            int site = CallSites.seeOrWalk(c, THREAD_POOL_EXECUTOR);
            long waitId = WaitIds.of(result, THREAD_POOL_EXECUTOR);
            SyncRegions.begin(c, THREAD_POOL_EXECUTOR, SyncRegionKind.TASKGROUP, waitId, site);
            c.tasks().setSync(SyncRegions.pack(SyncRegionKind.TASKGROUP, site), waitId);
        }
    }

    /** None of the tasks has a result, and the thread parks. */
    @Guarded("invokeAny")
    public static void anyOfThreadsParks(ThreadContext c) {
        if (c.tasks().sync() != 0) {
            Taskwaits.waitBegin(c, THREAD_POOL_EXECUTOR, 0);
        }
    }

    /** The thread was woken. */
    @Guarded("invokeAny")
    public static void anyOfThreadsGoesOn(ThreadContext c) {
        Taskwaits.waitEnd(c, THREAD_POOL_EXECUTOR);
    }

    /** A task has the first result, or threw, and wakes the thread that made it. */
    public static void anyOfThreadsWakes(Object result) {
        if (Events.wanted(Event.WAKEUP)) {
            wakes(result);
        }
    }

    @Guarded("invokeAny")
    static void wakes(ThreadContext c, Object result) {
        Wakeups.tellAfterTask(c, THREAD_POOL_EXECUTOR, WaitIds.ifKnown(result));
    }

    /** The thread goes on; tasks that have not ended are interrupted. */
    @Guarded("invokeAny")
    public static void anyOfThreadsExit(ThreadContext c, @Needed boolean begun) {
        long sync = c.tasks().sync();
        if (sync != 0) {
            long waitId = c.tasks().syncWaitId();
            SyncRegions.endNow(c, THREAD_POOL_EXECUTOR, SyncRegionKind.TASKGROUP, waitId, SyncRegions.siteOf(sync));
            c.tasks().setSync(0, 0);
        }
    }

    // ---------------------------------------------------------------- executors of the application's own

    /**
     * A task is about to be handed to an executor.
     *
     * @return the argument of {@link #handedOver} or {@link #refused}; null if the executor belongs to the JDK, so that nothing is reported here
     */
    public static @Nullable Object handOver(@Nullable Runnable task, @Nullable Executor executor) {
        return task != null && isOfTheApplication(executor) && keepsRecord(task) ? beginHandOver(task) : null;
    }

    /** As {@link #handOver}, for a task that a completion service hands to its executor. */
    public static @Nullable Object handOverByService(@Nullable Runnable task, ExecutorCompletionService<?> service) {
        return handOver(task, executorOf(service));
    }

    /** Whether the executor belongs to the application. Executors of the JDK have hooks of their own, if any. */
    private static boolean isOfTheApplication(@Nullable Executor executor) {
        return executor != null
                && !(executor instanceof ThreadPoolExecutor)
                && !(executor instanceof ForkJoinPool)
                && executor.getClass().getClassLoader() != null;
    }

    private static boolean keepsRecord(Runnable task) {
        try {
            return SubmittedTasks.keepsRecord(task);
        } catch (Throwable t) {
            Failures.count("task for an executor", t);
            return false;
        }
    }

    private static @Nullable Executor executorOf(ExecutorCompletionService<?> service) {
        try {
            return Service.EXECUTOR == Memory.NO_FIELD
                    ? null
                    : (Executor) Memory.UNSAFE.getReference(service, Service.EXECUTOR);
        } catch (Throwable t) {
            Failures.count("task for an executor", t);
            return null;
        }
    }

    @Guarded("task for an executor")
    static @Nullable Object beginHandOver(ThreadContext c, Runnable task) {
        if (HandOver.isOf(c, task)) {
            // One executor passes the task to another one.
            return null;
        }
        boolean isSection = Sections.areMade(c);
        int site = SubmittedTasks.site(c, THREAD_POOL_EXECUTOR);
        SubmittedTasks.submit(c, THREAD_POOL_EXECUTOR, task, site);
        if (isSection) {
            // Tasks that the executor's own code makes are no sections.
            Sections.pause(c);
        }
        return HandOver.begin(c, task, isSection ? site : HandOver.NO_SECTION);
    }

    /** The task was handed over, and may have run. */
    @Guarded("task for an executor")
    public static void handedOver(ThreadContext c, @Needed Object begun) {
        end(c, (HandOver) begun);
    }

    /** The executor threw: it did not accept the task. */
    @Guarded("task for an executor")
    public static void refused(ThreadContext c, Throwable thrown, @Needed Object begun) {
        HandOver handOver = (HandOver) begun;
        end(c, handOver);
        SubmittedTasks.reject(c, THREAD_POOL_EXECUTOR, handOver.task, thrown);
    }

    private static void end(ThreadContext c, HandOver handOver) {
        handOver.end(c);
        if (handOver.sectionSite != HandOver.NO_SECTION) {
            Sections.goOn(c, handOver.sectionSite);
        }
    }
}
