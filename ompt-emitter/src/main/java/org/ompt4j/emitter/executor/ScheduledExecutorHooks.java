package org.ompt4j.emitter.executor;

import static org.ompt4j.ompt.Construct.SCHEDULED_EXECUTOR;

import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.ThreadContext;

/**
 * Called by the rewritten {@code ScheduledThreadPoolExecutor}, whose workers and runs are a thread pool's; see {@code
 * docs/mappings/scheduled-executor.md}.
 *
 * <p>Thread safety: any thread; each hook is about the thread that calls it.
 */
public final class ScheduledExecutorHooks extends ScheduledExecutorGuards {

    private ScheduledExecutorHooks() {}

    /** A task is about to be queued until it is due. */
    @Guarded("scheduled task")
    public static void schedule(ThreadContext c, @Needed Runnable task) {
        if (areObserved() && !SubmittedTasks.isInternal(task)) {
            DueTimes.learn(task);
            SubmittedTasks.submit(c, SCHEDULED_EXECUTOR, task, SubmittedTasks.site(c, SCHEDULED_EXECUTOR));
        }
    }

    /** A periodic task has run and is about to be queued for its next run, which is another task, created by the code of the task itself. */
    @Guarded("scheduled task")
    public static void scheduleAgain(ThreadContext c, @Needed Object task) {
        if (task instanceof Runnable again && areObserved()) {
            DueTimes.learn(again);
            SubmittedTasks.submit(c, SCHEDULED_EXECUTOR, again, 0);
        }
    }

    /** False if runs of thread pools are not observed: then the begin and end of the task would not be seen. */
    private static boolean areObserved() {
        return ThreadPools.ALL.areObserved();
    }

    /** The pool did not accept the task. */
    @Guarded("scheduled task")
    public static void rejected(ThreadContext c, Throwable thrown, @Needed Runnable task) {
        SubmittedTasks.reject(c, SCHEDULED_EXECUTOR, task, thrown);
    }

    /** The pool is shut down, and this task will not run. */
    @Guarded("discarded task")
    public static void dropped(ThreadContext c, @Needed Object task) {
        if (task instanceof Runnable dropped) {
            SubmittedTasks.discardLast(c, SCHEDULED_EXECUTOR, dropped);
        }
    }
}
