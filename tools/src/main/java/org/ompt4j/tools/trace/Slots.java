package org.ompt4j.tools.trace;

/** A multiplicative hash for tables: keys that differ only a little get distant slots. */
final class Slots {
    /** 2 to the power of 64, divided by the golden ratio. */
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private Slots() {}

    /** The hash of a key. Its upper bits depend on all bits of the key. */
    static long spread(long key) {
        return key * FACTOR;
    }

    /** The slot of a key in a table of two to the power of {@code bits} slots. */
    static int of(long key, int bits) {
        return (int) (spread(key) >>> Long.SIZE - bits);
    }
}
