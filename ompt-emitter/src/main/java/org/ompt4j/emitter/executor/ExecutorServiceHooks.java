package org.ompt4j.emitter.executor;

import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;

import java.util.Collection;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Sections;
import org.ompt4j.emitter.Taskwaits;
import org.ompt4j.emitter.ThreadContext;

/**
 * Called by the rewritten {@code AbstractExecutorService} and {@code ExecutorCompletionService}, also where executors of the application's own inherit
 * them or hand tasks over by them; see {@code docs/mappings/thread-pool-executor.md}.
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

    /** Some tasks are about to be handed over and waited for; the token is their number and the call site. */
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

    /** The tasks are done, or are not waited for any more. */
    @Guarded("invokeAll")
    public static void invokeExit(ThreadContext c, @Needed long token) {
        Sections.end(c, THREAD_POOL_EXECUTOR, (int) (token >> COUNT_SHIFT), (int) token);
    }

    /** None of the tasks is done, and the thread waits for the first one that will be. */
    @Guarded("invokeAny")
    public static void awaitEnter(ThreadContext c) {
        if (Sections.areMade(c)) {
            Taskwaits.waitBegin(c, THREAD_POOL_EXECUTOR, 0);
        }
    }

    /** The thread waits no more. */
    @Guarded("invokeAny")
    public static void awaitExit(ThreadContext c) {
        if (Sections.areMade(c)) {
            Taskwaits.waitEnd(c, THREAD_POOL_EXECUTOR);
        }
    }

    // ---------------------------------------------------------------- executors of the application's own

    /**
     * A task is about to be handed to an executor.
     *
     * @return what {@link #handedOver} or {@link #refused} is to be told; null if there is nothing to tell, since the executor is one of the JDK's
     */
    public static @Nullable Object handOver(@Nullable Runnable task, @Nullable Executor executor) {
        return task != null && isOfTheApplication(executor) && keepsRecord(task) ? beginHandOver(task) : null;
    }

    /** The same for a task that a completion service hands to its executor. */
    public static @Nullable Object handOverByService(@Nullable Runnable task, ExecutorCompletionService<?> service) {
        return handOver(task, executorOf(service));
    }

    /** What the JDK's executors do with a task is told by the hooks of their own, if by any. */
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
            return Service.EXECUTOR < 0 ? null : (Executor) Memory.UNSAFE.getReference(service, Service.EXECUTOR);
        } catch (Throwable t) {
            Failures.count("task for an executor", t);
            return null;
        }
    }

    @Guarded("task for an executor")
    static @Nullable Object beginHandOver(ThreadContext c, Runnable task) {
        if (HandOver.isOf(c, task)) {
            // One executor gives it to another one.
            return null;
        }
        boolean isSection = Sections.areMade(c);
        int site = SubmittedTasks.site(c, THREAD_POOL_EXECUTOR);
        SubmittedTasks.submit(c, THREAD_POOL_EXECUTOR, task, site);
        if (isSection) {
            // What the executor's own code makes is no section.
            Sections.pause(c);
        }
        return HandOver.begin(c, task, isSection ? site : HandOver.NO_SECTION);
    }

    /** The task is handed over, and may have run. */
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
