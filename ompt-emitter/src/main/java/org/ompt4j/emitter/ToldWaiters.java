package org.ompt4j.emitter;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How many threads have been told to wait for a lock, or for a condition of it: a release inside the JDK is told only if there may be one. Idle workers
 * that queue for the lock of their pool's queue are told nothing, and nobody asks who held it then.
 *
 * <p>Locks share counters by their wait ids. A counter that is not zero may be another lock's, or that of a thread whose end of the wait was not seen.
 *
 * <p>Thread safety: any thread; nothing blocks.
 */
public final class ToldWaiters {
    private static final int COUNTERS = 64;

    /** Apart by a line of the processors' caches. */
    private static final int APART = 16;

    private static final AtomicIntegerArray COUNTS = new AtomicIntegerArray(COUNTERS * APART);

    private ToldWaiters() {}

    /** The current thread is to be told to wait; called before others can find it in the queue. */
    static void begin(long waitId) {
        COUNTS.getAndIncrement(counterOf(waitId));
    }

    static void end(long waitId) {
        COUNTS.getAndDecrement(counterOf(waitId));
    }

    /** False if no thread that is in the lock's queue now has been told to wait. */
    public static boolean mayBeAny(long waitId) {
        return COUNTS.get(counterOf(waitId)) != 0;
    }

    static void forget() {
        for (int i = 0; i < COUNTERS; i++) {
            COUNTS.set(counterOf(i), 0);
        }
    }

    private static int counterOf(long waitId) {
        return (int) (waitId & COUNTERS - 1) * APART;
    }
}
