package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * The virtual thread that a carrier runs now, and its context once it has one.
 *
 * <p>Thread safety: used by the carrier between enter and leave, or by the virtual thread that is mounted on it; {@link #context} by any thread.
 */
final class Mounted extends ThreadContext.OnCarrier {
    /*
     * Overview. A virtual thread gets a context with its first hook after a mount. It gives the context back when it is unmounted with nothing open,
     * or ends. If it is unmounted with something open it keeps the context, see SuspendedThreads. Each carrier keeps a few free contexts.
     */
    private static final int MOST_FREE = 16;

    private @Nullable Thread virtual;
    private @Nullable VirtualContext context;
    /** Reused. */
    private final OpenSyncs.Open wait = new OpenSyncs.Open();

    private @Nullable VirtualContext free;
    private int freeCount;

    Mounted() {}

    /** Initialises the classes that hooks in virtual threads need: a virtual thread that initialised one could be unmounted meanwhile. */
    void load(ThreadContext carrier) {
        release(new VirtualContext(carrier));
        SuspendedThreads.load();
    }

    @Override
    @Nullable
    VirtualContext context() {
        return context;
    }

    /** The context of the current thread, which is virtual; null if its mount was not reported. */
    @Nullable
    VirtualContext contextOf(Thread current, ThreadContext carrier) {
        if (virtual != current) {
            return null;
        }
        VirtualContext known = context;
        if (known == null) {
            known = take(carrier);
            known.begin(current, carrier, carrier.tasks().currentTaskId());
            context = known;
        }
        return known;
    }

    /** The mount of a virtual thread was reported, as the carrier's current task. Reports now if the thread goes on late. */
    void begin(Thread thread, ThreadContext carrier) {
        virtual = thread;
        context = SuspendedThreads.any() ? goOn(thread, carrier) : null;
    }

    /**
     * Reports a late mount. Must come before the carrier gets the state of the wait that the thread is in: the event belongs to the begin of the
     * task.
     */
    private static void goesOn(ThreadContext carrier, long canGoOnNanos) {
        if (canGoOnNanos != 0) {
            Tasks.late(
                    carrier, carrier.tasks().frame().construct, carrier.clock().lastNow() - canGoOnNanos, 0);
        }
    }

    private @Nullable VirtualContext goOn(Thread thread, ThreadContext carrier) {
        VirtualContext kept = SuspendedThreads.take(thread);
        if (kept != null) {
            goesOn(carrier, kept.canGoOnNanos);
            kept.canGoOnNanos = 0;
            kept.mount(carrier);
            return kept;
        }
        long task = carrier.tasks().currentTaskId();
        long sync = SuspendedThreads.takeWait(task, wait);
        if (sync == SuspendedWaits.NO_WAIT) {
            return null;
        }
        goesOn(carrier, wait.canGoOnNanos);
        VirtualContext fresh = take(carrier);
        fresh.begin(thread, carrier, task);
        fresh.tasks().resume(wait, sync);
        return fresh;
    }

    /** The virtual thread leaves its carrier, which is reported afterwards. {@code goesOn} is false if it has ended. */
    void end(ThreadContext carrier, boolean goesOn) {
        VirtualContext left = context;
        try {
            if (left != null) {
                tell(left, goesOn);
                carrier.clock().goOnFrom(left.clock());
            }
        } finally {
            // Also after a failure: the next mounted thread is another one.
            context = null;
            virtual = null;
        }
        if (left != null) {
            if (goesOn && !left.isAtRest()) {
                suspend(left);
            } else {
                forget(left);
            }
        }
    }

    private static void tell(VirtualContext left, boolean goesOn) {
        if (goesOn) {
            left.tellAtUnmount();
        } else {
            left.close();
        }
    }

    private void suspend(VirtualContext left) {
        OpenSyncs.Open only = left.onlyWait();
        if (only == null) {
            SuspendedThreads.keep(left);
        } else {
            SuspendedThreads.keepWait(
                    left.tasks().currentTaskId(), only, left.tasks().sync());
            forget(left);
        }
    }

    private void forget(VirtualContext left) {
        if (left.isKept) {
            SuspendedThreads.forget(left);
        }
        // Another thread must not inherit what is still open, such as a lock that was never released.
        boolean isClean = left.isAtRest() || left.onlyWait() != null;
        left.giveBack();
        if (isClean) {
            release(left);
        }
    }

    private VirtualContext take(ThreadContext carrier) {
        VirtualContext taken = free;
        if (taken == null) {
            return new VirtualContext(carrier);
        }
        free = taken.nextFree;
        taken.nextFree = null;
        freeCount--;
        return taken;
    }

    private void release(VirtualContext released) {
        if (freeCount < MOST_FREE) {
            freeCount++;
            released.nextFree = free;
            free = released;
        }
    }
}
