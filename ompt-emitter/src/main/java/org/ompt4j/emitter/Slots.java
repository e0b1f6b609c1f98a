package org.ompt4j.emitter;

/** Where a number falls in a table: numbers that differ little fall far from each other. */
public final class Slots {
    /** 2 to the power of 64, divided by the golden ratio. */
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private Slots() {}

    /** The slot of a table with as many, which is a power of two up to 2 to the power of 31. */
    public static int of(long key, int slots) {
        return (int) (key * FACTOR >>> Integer.SIZE) & slots - 1;
    }
}
