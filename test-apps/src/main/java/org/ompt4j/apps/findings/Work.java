package org.ompt4j.apps.findings;

import java.util.concurrent.TimeUnit;

/** Work of known length. */
final class Work {

    private Work() {}

    /** Keeps a processor busy for so long on the clock; returns how long it took, in nanoseconds. */
    static long spin(long millis) {
        long begun = System.nanoTime();
        long end = begun + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return System.nanoTime() - begun;
    }
}
