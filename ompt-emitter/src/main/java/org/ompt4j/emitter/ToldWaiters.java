package org.ompt4j.emitter;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Counts the threads whose wait for a lock, or for a condition of the lock, was reported: a release inside the JDK is reported only if there may be
 * such a thread. Waits of idle workers for the lock of their pool's queue are not reported.
 *
 * <p>Locks share counters by their wait ids. A counter that is not zero may belong to another lock, or to a thread whose end of the wait was not
 * seen.
 *
 * <p>Thread safety: any thread; nothing blocks.
 */
public final class ToldWaiters {
    private static final int COUNTERS = 64;

    /** The distance between two counters is a cache line. */
    private static final int APART = 16;

    private static final AtomicIntegerArray COUNTS = new AtomicIntegerArray(COUNTERS * APART);

    private ToldWaiters() {}

    /** A wait of the current thread is about to be reported. Called before other threads can find it in the lock's queue. */
    static void begin(long waitId) {
        COUNTS.getAndIncrement(counterOf(waitId));
    }

    static void end(long waitId) {
        COUNTS.getAndDecrement(counterOf(waitId));
    }

    /** False only if no wait of a thread in the lock's queue was reported. */
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
