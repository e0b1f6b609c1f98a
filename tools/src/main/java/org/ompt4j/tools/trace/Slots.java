package org.ompt4j.tools.trace;

/** Where a number falls in a table: numbers that differ little fall far from each other. */
final class Slots {
    /** 2 to the power of 64, divided by the golden ratio. */
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private Slots() {}

    /** Of its bits the upper ones depend on all of the key's. */
    static long spread(long key) {
        return key * FACTOR;
    }

    /** The slot among two to the power of {@code bits}. */
    static int of(long key, int bits) {
        return (int) (spread(key) >>> Long.SIZE - bits);
    }
}
