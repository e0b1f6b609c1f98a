package org.ompt4j.emitter;

import jdk.internal.ref.CleanerFactory;

/**
 * Lets weak maps drop what the collector has freed, so that nothing is kept of locks, monitors and tasks that are gone, also if
 * no new ones come. Runs after each collection, on the JDK's own cleaning thread; not at all before a map has grown.
 *
 * <p>Thread safety: any thread.
 */
final class Sweeper implements Runnable {
    /** Sweeping takes no larger share of a processor than one of these. */
    private static final int SHARE = 20;

    private static final Sweeper SHARED = new Sweeper();

    private static volatile boolean begun;

    private long lastEndNanos;
    private long lastNanos;

    private Sweeper() {}

    /** From now on there is something to sweep. */
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

    /** Nothing refers to the new object, so that the next collection frees it. */
    private static void runAfterNextCollection() {
        CleanerFactory.cleaner().register(new Object(), SHARED);
    }

    /** Where there is no memory for it, what is next put into a map begins anew. */
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
                WeakSideTable.sweepAll();
                lastEndNanos = System.nanoTime();
                lastNanos = lastEndNanos - begin;
            }
        } catch (Throwable t) {
            Failures.count("sweep", t);
        }
    }
}
