package org.ompt4j.emitter.executor;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;

/**
 * A task that a pool did not accept, while the pool's policy decides on the current thread what to do with it. Refusals nest: the policy can submit
 * another task to another pool that refuses it.
 */
final class Refusal {
    /** Holds the innermost refusal of the thread. */
    private static final int SLOT = ThreadContext.newSlot();

    final Runnable task;

    /** The call site that submitted the task; 0 if it is not known. */
    final int callSite;

    private final @Nullable Object outer;

    /** Whether the fate of the task was reported: it was submitted once more, dropped, or run by the thread itself. */
    boolean isDecided;

    /** Whether the thread has run the task itself, so that the next exception comes from the task. */
    boolean hasRun;

    private Refusal(Runnable task, int callSite, @Nullable Object outer) {
        this.task = task;
        this.callSite = callSite;
        this.outer = outer;
    }

    /** Begins the refusal of the task that the thread has handed over last. */
    static Refusal begin(ThreadContext c, Runnable task) {
        Refusal begun = new Refusal(task, Tasks.handedOverAt(c), c.slot(SLOT));
        c.setSlot(SLOT, begun);
        return begun;
    }

    /** The innermost refusal if it is about this task, else null. */
    static @Nullable Refusal of(ThreadContext c, Runnable task) {
        return c.slot(SLOT) instanceof Refusal innermost && innermost.task == task ? innermost : null;
    }

    /** The call site that submitted the task of the innermost refusal; 0 if there is none, or it is not known. */
    static int callSite(ThreadContext c) {
        return c.slot(SLOT) instanceof Refusal innermost ? innermost.callSite : 0;
    }

    void end(ThreadContext c) {
        c.setSlot(SLOT, outer);
    }
}
