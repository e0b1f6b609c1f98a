package org.ompt4j.emitter;

import java.util.Arrays;

/**
 * Tables that refer weakly to objects of the program. They are swept after collections, and emptied at the end of each epoch.
 *
 * <p>Thread safety: any thread.
 */
abstract class Swept {
    /* They are made for good: a few by hook families when they are initialised. */
    private static volatile Swept[] all = new Swept[0];

    /** Drops what belongs to objects that the garbage collector has freed. */
    abstract void sweep();

    /** Drops everything. */
    abstract void clear();

    /** Has this table swept and emptied, for good. To be called once it is complete. */
    final void register() {
        synchronized (Swept.class) {
            Swept[] after = Arrays.copyOf(all, all.length + 1);
            after[after.length - 1] = this;
            all = after;
        }
    }

    /** Sweeps all tables; called after a collection. */
    static void sweepAll() {
        for (Swept each : all) {
            each.sweep();
        }
    }

    /** Empties all tables. */
    static void clearAll() {
        for (Swept each : all) {
            each.clear();
        }
    }
}
