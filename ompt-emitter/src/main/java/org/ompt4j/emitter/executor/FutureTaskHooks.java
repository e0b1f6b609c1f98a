package org.ompt4j.emitter.executor;

import static org.ompt4j.ompt.Construct.FUTURE_TASK;

import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.SyncRegions;
import org.ompt4j.emitter.Taskwaits;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.emitter.Wakeups;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.SyncRegionKind;

/**
 * Called by the rewritten {@code FutureTask}; see {@code docs/mappings/future-task.md}.
 *
 * <p>Thread safety: any thread; each hook is about the thread that calls it.
 */
public final class FutureTaskHooks extends FutureTaskGuards {

    private FutureTaskHooks() {}

    /**
     * The application asks for the result; what the JDK asks for its own ends has no announced call site, and is told if it has to wait.
     *
     * @return the thread's context if there is something for {@link #getExit} to end, else null
     */
    public static @Nullable Object getEnter(FutureTask<?> task) {
        // Where no tool wants to hear of it a get is of no interest before it waits.
        return Events.wantsSyncRegions() ? beginGet(task) : null;
    }

    @Guarded("get of a future")
    static @Nullable Object beginGet(ThreadContext c, FutureTask<?> task) {
        int site = CallSites.take(c, FUTURE_TASK);
        if (site == 0) {
            return null;
        }
        if (SubmittedTasks.isDone(task)) {
            SyncRegions.passThrough(c, FUTURE_TASK, SyncRegionKind.TASKWAIT, SubmittedTasks.idOf(task), site);
            return null;
        }
        Taskwaits.begin(c, FUTURE_TASK, awaited(task), site);
        return c;
    }

    /** The task, or the future itself if nobody was given it as a task. */
    private static long awaited(FutureTask<?> task) {
        long id = SubmittedTasks.idOf(task);
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

    /** A thread waits no more. */
    @Guarded("wait for a future")
    public static void awaitExit(ThreadContext c) {
        Taskwaits.waitEnd(c, FUTURE_TASK);
    }

    /** The future has a result or is cancelled, and those that wait for it are woken next. */
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
            Wakeups.tell(c, FUTURE_TASK, SubmittedTasks.idOf(task));
            Wakeups.tell(c, FUTURE_TASK, own);
        } else {
            Wakeups.tellAfterTask(c, FUTURE_TASK, own);
        }
    }
}
