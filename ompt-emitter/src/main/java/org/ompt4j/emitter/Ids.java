package org.ompt4j.emitter;

/**
 * Hands out ids: unique over the run, never 0, below 2^53 since JSON readers round larger numbers.
 *
 * <p>Thread safety: any thread. Threads take blocks, so that an id costs an increment of their own field.
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

    /** One id, for rare things. */
    public static long takeOne() {
        return Memory.UNSAFE.getAndAddLong(SHARED, NEXT_OFFSET, 1);
    }
}
