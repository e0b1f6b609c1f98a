package org.ompt4j.emitter;

/**
 * Gives ids that are unique in a run, never 0, and below 2^53, since JSON readers round larger numbers.
 *
 * <p>Thread safety: any thread. Threads take ids in blocks, so that an id costs only an increment of a field of their own.
 */
public final class Ids {
    /** Ids per block; large enough that taking one is rare, small enough that short-lived threads waste little. */
    static final int BLOCK = 1024;

    private static final long NEXT_OFFSET = Memory.fieldOffset(Ids.class, "next");
    private static final Ids SHARED = new Ids();

    private volatile long next = 1;

    private Ids() {}

    /** First id of a block of {@link #BLOCK} that no other thread has. */
    static long takeBlock() {
        return Memory.UNSAFE.getAndAddLong(SHARED, NEXT_OFFSET, BLOCK);
    }

    /** Takes a single id, for rare use. */
    public static long takeOne() {
        return Memory.UNSAFE.getAndAddLong(SHARED, NEXT_OFFSET, 1);
    }
}
