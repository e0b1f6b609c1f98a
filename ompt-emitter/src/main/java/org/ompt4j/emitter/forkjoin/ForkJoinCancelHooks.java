package org.ompt4j.emitter.forkjoin;

import static org.ompt4j.ompt.Construct.FORK_JOIN_TASK;

import java.util.concurrent.ForkJoinTask;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.Regions;
import org.ompt4j.emitter.SyncRegions;
import org.ompt4j.emitter.Taskloops;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.CancelFlag;

/**
 * Called by the rewritten {@code ForkJoinTask} and the searches of {@code ConcurrentHashMap}, where tasks are cancelled or become superfluous; see {@code
 * docs/mappings/fork-join-task.md}.
 *
 * <p>Thread safety: any thread; each hook is about the thread that calls it.
 */
public final class ForkJoinCancelHooks extends ForkJoinCancelGuards {
    /** Set on a thread while it cancels tasks that it has already taken from their queues. */
    private static final class Cleaning {
        static final int SLOT = ThreadContext.newSlot();
    }

    /** Holds the task of a search that has found. */
    private static final class Search {
        static final int SLOT = ThreadContext.newSlot();
    }

    private ForkJoinCancelHooks() {}

    /** A thread tries to cancel a task. The token says whether it was done already. */
    public static boolean cancelEnter(ForkJoinTask<?> task) {
        return task.isDone();
    }

    /** A thread has tried to cancel a task. */
    public static void cancelExit(boolean wasDone, ForkJoinTask<?> task) {
        if (ForkJoinTaskHooks.keepsRecords()) {
            cancelled(wasDone, task);
            ForkJoinTaskHooks.done(task);
        }
    }

    @Guarded("cancel")
    static void cancelled(ThreadContext c, boolean wasDone, ForkJoinTask<?> task) {
        if (c.slot(Cleaning.SLOT) != null || TaskRecord.isUnforked(TaskRecord.raw(task))) {
            TaskRecord.discard(c, task);
        } else if (!wasDone && task.isCancelled() && TaskRecord.raw(task) != 0) {
            InitialTasks.ensure(c);
            // Inside invokeAll only the JDK cancels: all other sections after one has failed.
            boolean ofSections = (c.tasks().sync() & SyncRegions.SECTIONS) != 0;
            Events.cancel(
                    c,
                    Taskloops.interruptWait(c),
                    FORK_JOIN_TASK,
                    c.taskId(),
                    CancelFlag.ACTIVATED | (ofSections ? CancelFlag.SECTIONS : CancelFlag.TASKGROUP),
                    CallSites.take(c, FORK_JOIN_TASK));
            Taskloops.waitOn(c);
        }
    }

    /** A task of a search in a map has found a result, so that the other tasks of its loop are superfluous. */
    @Guarded("search")
    public static void searchFound(ThreadContext c, ForkJoinTask<?> task) {
        c.setSlot(Search.SLOT, task);
        cancelLoop(c, CancelFlag.ACTIVATED);
    }

    /** A task of a search has gone through all its elements. Returns the token for {@link #searchLeft}. */
    public static boolean searchedAll() {
        return true;
    }

    /** A task of a search ends. If it has neither found a result nor gone through all its elements, another task has found one. */
    public static void searchLeft(boolean all, ForkJoinTask<?> task) {
        if (!all && task.getRawResult() != null) {
            leftSearch(task);
        }
    }

    @Guarded("search")
    static void leftSearch(ThreadContext c, ForkJoinTask<?> task) {
        if (c.slot(Search.SLOT) == task) {
            c.setSlot(Search.SLOT, null);
        } else {
            cancelLoop(c, CancelFlag.DETECTED);
        }
    }

    private static void cancelLoop(ThreadContext c, int how) {
        if (c.tasks().inExplicitTask()) {
            Events.cancel(c, c.clock().now(), FORK_JOIN_TASK, c.taskId(), CancelFlag.LOOP | how, Regions.codeptrRa(c));
        }
    }

    /** From here on the thread takes tasks from queues in order to cancel them. */
    public static void cleaningEnter() {
        cleaning(Boolean.TRUE);
    }

    /** The thread has emptied the queues. */
    public static void cleaningExit() {
        cleaning(null);
    }

    @Guarded("cancel")
    static void cleaning(ThreadContext c, @Nullable Boolean whether) {
        c.setSlot(Cleaning.SLOT, whether);
    }
}
