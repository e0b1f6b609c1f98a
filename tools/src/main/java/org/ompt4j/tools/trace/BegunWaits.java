package org.ompt4j.tools.trace;

import org.ompt4j.ompt.Event;

/**
 * When waits began that are not over. Of two that share a slot one is forgotten; where two threads use a slot at once, what comes out can be a begin that
 * no wait of the thread has.
 *
 * <p>Thread safety: any thread, each for itself: a virtual thread goes on with another carrier than it waited on. Takes no more memory than it begins with.
 */
final class BegunWaits {
    /** No wait. */
    static final int NONE = -1;

    private static final int SLOT_BITS = 12;

    private final long[] keys = new long[1 << SLOT_BITS];
    private final long[] begins = new long[1 << SLOT_BITS];
    private final long[] places = new long[1 << SLOT_BITS];

    /**
     * What tells the waits of all threads apart that are open at one time.
     *
     * @param kind of the event with which it begins
     * @param of the mutex of an acquisition, or else the task that waits
     */
    static long key(Event kind, long of) {
        // Not the thread's number: a program can answer that for its own threads.
        long thread = System.identityHashCode(Thread.currentThread());
        return (Slots.spread(of) ^ thread << 6 | 1) + kind.ordinal();
    }

    private static int slotOf(long key) {
        return Slots.of(key, SLOT_BITS);
    }

    void begin(long key, long timeNanos, long place) {
        int slot = slotOf(key);
        keys[slot] = key;
        begins[slot] = timeNanos;
        places[slot] = place;
    }

    /** The wait with this key, until the next one begins; {@link #NONE} if it is not known. */
    int end(long key) {
        int slot = slotOf(key);
        if (keys[slot] != key) {
            return NONE;
        }
        keys[slot] = 0;
        return slot;
    }

    long beginNanos(int wait) {
        return begins[wait];
    }

    long place(int wait) {
        return places[wait];
    }
}
