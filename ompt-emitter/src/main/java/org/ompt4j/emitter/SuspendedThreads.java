package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * The state of virtual threads that have left their carrier with something open.
 *
 * <p>Thread safety: any thread; methods about one virtual thread are called on the carrier that mounts it or has unmounted it.
 */
final class SuspendedThreads {
    /*
     * Overview. There can be very many such threads, and most of them only wait. Of these only the wait is kept, as numbers in a table with the
     * thread's task as the key. Other threads keep a context until what they are in is over; it refers to the thread, which is not collected before.
     * If a virtual thread that only waits is garbage-collected, its numbers stay in the table.
     */
    private static final int COUNTERS = 256;
    private static final int STRIPES = 16;

    private static final long COUNT = Memory.fieldOffset(Counter.class, "count");

    private static final WeakSideTable<VirtualContext> CONTEXTS = new WeakSideTable<>();
    private static final SuspendedWaits[] KEPT = new SuspendedWaits[STRIPES];

    private static final Counter ALL = new Counter();

    /** How many of the threads wait for mutexes, by some bits of the wait id. */
    private static final Counter[] WAITERS = new Counter[COUNTERS];

    static {
        for (int i = 0; i < STRIPES; i++) {
            KEPT[i] = new SuspendedWaits();
        }
        for (int i = 0; i < COUNTERS; i++) {
            WAITERS[i] = new Counter();
        }
        AttachEpoch.atEnd(new Runnable() {
            @Override
            public void run() {
                forgetAll();
            }
        });
    }

    private SuspendedThreads() {}

    private static final class Counter {
        volatile int count;

        void add(int difference) {
            Memory.UNSAFE.getAndAddInt(this, COUNT, difference);
        }
    }

    /** Initializes the class. */
    static void load() {
        // The call does this.
    }

    /** Whether there is any such thread; costs one comparison. */
    static boolean any() {
        return ALL.count != 0;
    }

    /** How many there are; the number may already be outdated. */
    static int count() {
        return ALL.count;
    }

    /** Whether one of them may be waiting for the mutex; can also be true if one waits for another mutex. */
    static boolean mayWaitFor(long waitId) {
        return any() && waitersOf(waitId).count != 0;
    }

    private static Counter waitersOf(long waitId) {
        return WAITERS[(int) waitId & COUNTERS - 1];
    }

    // ---------------------------------------------------------------- contexts

    static void keep(VirtualContext context) {
        if (!context.isKept) {
            CONTEXTS.put(context.thread(), context);
            long task = context.outermostTask();
            stripe(task).addContext(task);
            context.isKept = true;
        }
        count(context, 1);
    }

    /** The context that a thread had when it left its carrier; null if none was kept. */
    static @Nullable VirtualContext take(Thread thread) {
        VirtualContext context = CONTEXTS.find(thread);
        if (context != null) {
            count(context, -1);
        }
        return context;
    }

    private static void count(VirtualContext context, int difference) {
        ALL.add(difference);
        if (context.tasks().state().isForMutex()) {
            waitersOf(context.tasks().waitId()).add(difference);
        }
    }

    /** Removes the context of a thread that has nothing open any more. */
    static void forget(VirtualContext context) {
        CONTEXTS.put(context.thread(), null);
        long task = context.outermostTask();
        stripe(task).removeContext(task);
    }

    /** Notes the time, not 0, at which the thread can go on at the latest. No effect if the thread is not kept here. */
    static void canGoOn(Thread thread, long task, long nanos) {
        if (stripe(task).canGoOn(task, nanos)) {
            return;
        }
        VirtualContext kept = CONTEXTS.find(thread);
        // A thread that yields while it works has not waited.
        if (kept != null && !kept.tasks().isWorking()) {
            kept.canGoOnNanos = SuspendedWaits.earlier(kept.canGoOnNanos, nanos);
        }
    }

    // ---------------------------------------------------------------- waits

    /**
     * Keeps the wait of the thread with this task, which has nothing else open.
     *
     * @param sync the packed sync region in which the thread waits; 0 if it is in none
     */
    static void keepWait(long task, OpenSyncs.Open wait, long sync) {
        stripe(task).put(task, wait, sync);
        ALL.add(1);
    }

    /**
     * Takes the wait in which the thread left its carrier.
     *
     * @return the packed sync region in which it waits, 0 if it is in none; {@link SuspendedWaits#NO_WAIT} if no wait was kept
     */
    static long takeWait(long task, OpenSyncs.Open wait) {
        long sync = stripe(task).take(task, wait);
        if (sync != SuspendedWaits.NO_WAIT) {
            ALL.add(-1);
        }
        return sync;
    }

    /** Whether the thread with this task has left its carrier with something open. */
    static boolean keeps(long task) {
        return any() && stripe(task).has(task);
    }

    private static SuspendedWaits stripe(long task) {
        return KEPT[(int) task & STRIPES - 1];
    }

    private static void forgetAll() {
        for (SuspendedWaits each : KEPT) {
            each.clear();
        }
        for (Counter each : WAITERS) {
            each.count = 0;
        }
        ALL.count = 0;
    }
}
