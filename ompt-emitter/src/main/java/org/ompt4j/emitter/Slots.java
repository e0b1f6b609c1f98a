package org.ompt4j.emitter;

/** Maps a number to its slot in a table (Fibonacci hashing): numbers that differ little get distant slots. */
public final class Slots {
    /** 2 to the power of 64, divided by the golden ratio. */
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private Slots() {}

    /** The slot in a table of this many slots, a power of two up to 2 to the power of 31. */
    public static int of(long key, int slots) {
        return (int) (key * FACTOR >>> Integer.SIZE) & slots - 1;
    }
}
