package org.ompt4j.emitter;

import jdk.internal.ref.CleanerFactory;

/**
 * Makes weak maps drop the entries of objects that the garbage collector has freed (locks, monitors, tasks), even if no new entries are added. Runs
 * after each collection, on the JDK's cleaner thread; does not run before a map has grown.
 *
 * <p>Thread safety: any thread.
 */
final class Sweeper implements Runnable {
    /** Sweeping takes at most one part in this many of the time of a processor. */
    private static final int SHARE = 20;

    private static final Sweeper SHARED = new Sweeper();

    private static volatile boolean begun;

    private long lastEndNanos;
    private long lastNanos;

    private Sweeper() {}

    /** Starts sweeping, since a map has grown. */
    static void begin() {
        if (begun) {
            return;
        }
        synchronized (SHARED) {
            if (!begun) {
                runAfterNextCollection();
                begun = true;
            }
        }
    }

    /** Nothing refers to the new object, so the next collection frees it. */
    private static void runAfterNextCollection() {
        CleanerFactory.cleaner().register(new Object(), SHARED);
    }

    /** If there is no memory for the new object, the next insertion into a map starts sweeping again. */
    private static void runAgain() {
        begun = false;
        begin();
    }

    @Override
    public void run() {
        try {
            runAgain();
            long begin = System.nanoTime();
            if (begin - lastEndNanos >= SHARE * lastNanos) {
                WaitIds.sweep();
                Swept.sweepAll();
                lastEndNanos = System.nanoTime();
                lastNanos = lastEndNanos - begin;
            }
        } catch (Throwable t) {
            Failures.count("sweep", t);
        }
    }
}
