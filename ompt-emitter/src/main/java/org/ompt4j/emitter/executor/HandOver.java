package org.ompt4j.emitter.executor;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.ThreadContext;

/**
 * A future that the current thread is just handing to an executor of the application. If the executor submits it to a pool within this call, the pool
 * finds its task already made.
 */
final class HandOver {
    /** Holds the innermost hand-over of the thread. */
    private static final class Innermost {
        static final int SLOT = ThreadContext.newSlot();
    }

    final Runnable task;

    /** The call site of the sections to which the task belongs; {@link #NO_SECTION} if it is not a section. */
    final int sectionSite;

    static final int NO_SECTION = -1;

    private final @Nullable Object outer;

    private HandOver(Runnable task, int sectionSite, @Nullable Object outer) {
        this.task = task;
        this.sectionSite = sectionSite;
        this.outer = outer;
    }

    static HandOver begin(ThreadContext c, Runnable task, int sectionSite) {
        HandOver begun = new HandOver(task, sectionSite, c.slot(Innermost.SLOT));
        c.setSlot(Innermost.SLOT, begun);
        return begun;
    }

    void end(ThreadContext c) {
        c.setSlot(Innermost.SLOT, outer);
    }

    /** Whether the current thread is about to hand over this very task. */
    static boolean isOf(ThreadContext c, Runnable task) {
        return c.slot(Innermost.SLOT) instanceof HandOver innermost && innermost.task == task;
    }
}
