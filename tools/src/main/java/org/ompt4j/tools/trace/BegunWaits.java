package org.ompt4j.tools.trace;

import org.ompt4j.ompt.Event;

/**
 * The begins of waits that are not over. If two waits share a slot, one of them is forgotten. If two threads use a slot at the same time, the
 * result can be a begin that belongs to no wait of the thread.
 *
 * <p>Thread safety: any thread, each for its own waits; a virtual thread may resume on another carrier than it waited on. Memory does not
 * grow.
 */
final class BegunWaits {
    /** No wait. */
    static final int NONE = -1;

    private static final int SLOT_BITS = 12;

    private final long[] keys = new long[1 << SLOT_BITS];
    private final long[] begins = new long[1 << SLOT_BITS];
    private final long[] places = new long[1 << SLOT_BITS];

    /**
     * A key that distinguishes the open waits of all threads.
     *
     * @param kind the kind of the event with which the wait begins
     * @param of the mutex of an acquisition, otherwise the task that waits
     */
    static long key(Event kind, long of) {
        // Not Thread.getId(): a program can override it in its own threads.
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

    /** Ends the wait with this key. The result is valid until the next wait begins; {@link #NONE} if the wait is not known. */
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
