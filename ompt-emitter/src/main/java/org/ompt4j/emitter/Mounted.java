package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * The virtual thread that a carrier runs now, and its context once it has one.
 *
 * <p>Thread safety: the carrier between enter and leave, or the virtual thread that is on it; {@link #context} any thread.
 */
final class Mounted extends ThreadContext.OnCarrier {
    /*
     * Overview. A virtual thread gets a context with its first hook after a mount, and gives it back when it is unmounted with nothing open, or ends. One
     * that is unmounted in the middle of something takes it along, see SuspendedThreads. Each carrier has a few contexts to give.
     */
    private static final int MOST_FREE = 16;

    private @Nullable Thread virtual;
    private @Nullable VirtualContext context;
    /** Reused. */
    private final OpenSyncs.Open wait = new OpenSyncs.Open();

    private @Nullable VirtualContext free;
    private int freeCount;

    Mounted() {}

    /** Makes ready what a virtual thread needs, in which no class must be initialised: it could be unmounted meanwhile. */
    void load(ThreadContext carrier) {
        release(new VirtualContext(carrier));
        SuspendedThreads.load();
    }

    @Override
    @Nullable
    VirtualContext context() {
        return context;
    }

    /** The context of a virtual thread, which is the current one; null if tools have not been told that the carrier runs it. */
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

    /** Tools have been told that the carrier runs it, as its current task; they are told now if it goes on late. */
    void begin(Thread thread, ThreadContext carrier) {
        virtual = thread;
        context = SuspendedThreads.any() ? goOn(thread, carrier) : null;
    }

    /** Before the carrier is in the state of what the thread waits in: that is told as its task begins. */
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
        if (!SuspendedThreads.takeWait(task, wait)) {
            return null;
        }
        goesOn(carrier, wait.canGoOnNanos);
        VirtualContext fresh = take(carrier);
        fresh.begin(thread, carrier, task);
        fresh.tasks().resume(wait);
        return fresh;
    }

    /** It leaves its carrier, of which tools are about to be told; it goes on later, or has ended. */
    void end(ThreadContext carrier, boolean goesOn) {
        VirtualContext left = context;
        try {
            if (left != null) {
                tell(left, goesOn);
                carrier.clock().goOnFrom(left.clock());
            }
        } finally {
            // Whatever failed: what is mounted next is another thread.
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
            SuspendedThreads.keepWait(left.tasks().currentTaskId(), only);
            forget(left);
        }
    }

    private void forget(VirtualContext left) {
        if (left.isKept) {
            SuspendedThreads.forget(left);
        }
        // A thread that ended with a lock in hand, say, leaves it to no other one.
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
