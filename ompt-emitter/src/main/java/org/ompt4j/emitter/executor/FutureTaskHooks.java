package org.ompt4j.emitter.executor;

import static org.ompt4j.ompt.Construct.FUTURE_TASK;

import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.SyncRegions;
import org.ompt4j.emitter.Taskwaits;
import org.ompt4j.emitter.ThreadContext;
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
        long awaited = SubmittedTasks.idOf(task);
        if (SubmittedTasks.isDone(task)) {
            SyncRegions.passThrough(c, FUTURE_TASK, SyncRegionKind.TASKWAIT, awaited, site);
            return null;
        }
        Taskwaits.begin(c, FUTURE_TASK, awaited, site);
        return c;
    }

    /** The application has the result, or has given up. */
    public static void getExit(@Nullable Object entered) {
        Taskwaits.endOn(entered, FUTURE_TASK);
    }

    /** A thread waits until the task is done. */
    @Guarded("wait for a future")
    public static void awaitEnter(ThreadContext c, FutureTask<?> task) {
        Taskwaits.waitBegin(c, FUTURE_TASK, SubmittedTasks.idOf(task));
    }

    /** A thread waits no more. */
    @Guarded("wait for a future")
    public static void awaitExit(ThreadContext c) {
        Taskwaits.waitEnd(c, FUTURE_TASK);
    }
}
