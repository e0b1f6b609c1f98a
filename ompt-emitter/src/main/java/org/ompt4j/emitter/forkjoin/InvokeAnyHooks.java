package org.ompt4j.emitter.forkjoin;

import java.util.concurrent.ForkJoinTask;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.TaskStatus;

/**
 * Called by the tasks that {@code ForkJoinPool.invokeAny} makes; their ends are reported before their result is published; see {@code
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

    /** The task has run its code. */
    @Guarded("invokeAny")
    public static void anyLeft(ThreadContext c) {
        c.setSlot(Any.SLOT, null);
    }

    /** The code of the task of {@code invokeAny} that the thread runs has ended, which may end the wait of the calling thread. */
    @Guarded("invokeAny")
    public static void anyIsOver(ThreadContext c) {
        if (c.slot(Any.SLOT) instanceof ForkJoinTask<?> task) {
            endAny(c, task);
        }
    }

    /**
     * As {@link #anyIsOver}, for the given task; may also be called by a thread that cancels the task.
     *
     * @param thrown what the task's code has thrown
     * @param hasReturned whether it has returned; if neither, the exception is reported when the task is left
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

    /* Before the result is published, so that a waiting thread goes on after the task's end. */
    private static void endAny(ThreadContext c, ForkJoinTask<?> task) {
        long id = TaskRecord.id(task);
        if (id != 0 && Tasks.isRunning(c, id)) {
            Tasks.end(c, id, TaskStatus.COMPLETE);
        }
    }
}
