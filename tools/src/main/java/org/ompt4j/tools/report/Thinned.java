package org.ompt4j.tools.report;

/**
 * A bounded list of items on one row of the timeline, in the order of time. If there would be too many, only the most important item of each
 * stretch of time is kept, and the stretches become longer as needed.
 */
abstract class Thinned {
    private final int most;
    private int size;
    private long grainNanos;
    private long told;

    /** @param most how many items are kept at most */
    Thinned(int most) {
        this.most = most;
    }

    /** Has to be called after an item was put behind the others; the item must not be earlier than those. */
    final void added() {
        size++;
        told++;
        if (size >= 2 * most) {
            shrink();
        }
    }

    final int size() {
        return size;
    }

    /** How many items were added, including those that have been left out. */
    final long told() {
        return told;
    }

    /** Items that are further apart than this, in nanoseconds, are all kept. */
    final long grainNanos() {
        return grainNanos;
    }

    /** Leaves out items until there are no more than allowed. */
    final void shrink() {
        if (size > most && grainNanos > 0) {
            size = keep();
        }
        while (size > most) {
            grainNanos = grainNanos == 0 ? Math.max(1, (at(size - 1) - at(0)) / most) : 2 * grainNanos;
            size = keep();
        }
    }

    /** The time of item {@code i} in nanoseconds. */
    abstract long at(int i);

    /** Moves the items to keep of each stretch of {@link #grainNanos} nanoseconds to the front; returns how many these are. */
    abstract int keep();
}
