package org.ompt4j.emitter.forkjoin;

import java.util.concurrent.ForkJoinTask;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.TaskStatus;

/**
 * Called by the tasks that {@code ForkJoinPool.invokeAny} makes: they are over before their result can be had; see {@code
 * docs/mappings/fork-join-task.md}.
 *
 * <p>Thread safety: any thread; each hook is about the thread that calls it.
 */
public final class InvokeAnyHooks extends InvokeAnyGuards {
    /** Holds the task of an {@code invokeAny} that the thread runs. */
    private static final class Any {
        static final int SLOT = ThreadContext.newSlot();
    }

    private InvokeAnyHooks() {}

    /** A task of {@code invokeAny} is about to run its code. */
    @Guarded("invokeAny")
    public static void anyBegins(ThreadContext c, ForkJoinTask<?> task) {
        c.setSlot(Any.SLOT, task);
    }

    /** It has run it. */
    @Guarded("invokeAny")
    public static void anyLeft(ThreadContext c) {
        c.setSlot(Any.SLOT, null);
    }

    /** The code of the task of {@code invokeAny} that the thread runs is over, and may end the wait of who made it. */
    @Guarded("invokeAny")
    public static void anyIsOver(ThreadContext c) {
        if (c.slot(Any.SLOT) instanceof ForkJoinTask<?> task) {
            endAny(c, task);
        }
    }

    /**
     * As {@link #anyIsOver}, for a task that is handed over; any thread may also do so that cancels it.
     *
     * @param thrown what the task's code has thrown
     * @param hasReturned whether it has returned; if neither, what it has thrown is told when it is left
     */
    public static void anyIsOver(@Nullable ForkJoinTask<?> task, @Nullable Throwable thrown, boolean hasReturned) {
        if (task != null && (hasReturned || thrown != null) && !task.isCancelled()) {
            anyIsOver(task);
        }
    }

    @Guarded("invokeAny")
    static void anyIsOver(ThreadContext c, ForkJoinTask<?> task) {
        endAny(c, task);
    }

    /* Before its result can be had, so that who has waited goes on after its end. */
    private static void endAny(ThreadContext c, ForkJoinTask<?> task) {
        long id = TaskRecord.id(task);
        if (id != 0 && Tasks.isRunning(c, id)) {
            Tasks.end(c, id, TaskStatus.COMPLETE);
        }
    }
}
