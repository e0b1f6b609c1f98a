package org.ompt4j.bench.programs;

/** Work that only takes time. */
public final class Work {

    private Work() {}

    /** Multiplications that depend on each other: about 1.37 ns each at 3.7 GHz. */
    public static long steps(int steps, long seed) {
        long value = seed;
        for (int i = 0; i < steps; i++) {
            value = value * 0x5DEECE66DL + 0xBL + i ^ value >>> 17;
        }
        return value;
    }
}
