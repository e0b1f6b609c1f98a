package org.ompt4j.apps.findings;

import java.util.concurrent.TimeUnit;

/** Work with a known duration. */
final class Work {

    private Work() {}

    /** Spins for this time; returns how long that took, in nanoseconds. */
    static long spin(long millis) {
        long begun = System.nanoTime();
        long end = begun + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return System.nanoTime() - begun;
    }
}
