package org.ompt4j.emitter.executor;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;

/** A task that a pool did not accept, while the current thread asks what to do with it. Who decides that can have another pool refuse another task. */
final class Refusal {
    /** Holds the innermost one of the thread. */
    private static final int SLOT = ThreadContext.newSlot();

    final Runnable task;

    /** Where the task was handed over; 0 if that is not known. */
    final int callSite;

    private final @Nullable Object outer;

    /** Whether what becomes of the task has been told: it was handed over once more, dropped, or run by the thread itself. */
    boolean isDecided;

    /** Whether the thread has run it itself, so that what is thrown next is the task's. */
    boolean hasRun;

    private Refusal(Runnable task, int callSite, @Nullable Object outer) {
        this.task = task;
        this.callSite = callSite;
        this.outer = outer;
    }

    /** The task is the one that the thread has handed over last. */
    static Refusal begin(ThreadContext c, Runnable task) {
        Refusal begun = new Refusal(task, Tasks.handedOverAt(c), c.slot(SLOT));
        c.setSlot(SLOT, begun);
        return begun;
    }

    /** The innermost one if it is of this task, else null. */
    static @Nullable Refusal of(ThreadContext c, Runnable task) {
        return c.slot(SLOT) instanceof Refusal innermost && innermost.task == task ? innermost : null;
    }

    /** Where the task was handed over that is refused on the thread; 0 if there is none or it is not known. */
    static int callSite(ThreadContext c) {
        return c.slot(SLOT) instanceof Refusal innermost ? innermost.callSite : 0;
    }

    void end(ThreadContext c) {
        c.setSlot(SLOT, outer);
    }
}
