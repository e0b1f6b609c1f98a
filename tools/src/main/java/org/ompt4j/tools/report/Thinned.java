package org.ompt4j.tools.report;

/**
 * What there is on one row of the timeline in the order of time, and never much of it: where there would be, what matters most in each stretch of time stays, in
 * stretches that become longer.
 */
abstract class Thinned {
    private final int most;
    private int size;
    private long grainNanos;
    private long told;

    /** @param most how many there may be */
    Thinned(int most) {
        this.most = most;
    }

    /** One was put behind the others, no earlier than those. */
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

    /** How many there were, of which some may have been left out. */
    final long told() {
        return told;
    }

    /** Nothing is left out of what is further apart than this. */
    final long grainNanos() {
        return grainNanos;
    }

    /** Makes them as few as they may be. */
    final void shrink() {
        while (size > most) {
            grainNanos = grainNanos == 0 ? Math.max(1, (at(size - 1) - at(0)) / most) : 2 * grainNanos;
            size = keep();
        }
    }

    /** When it was. */
    abstract long at(int i);

    /** Moves what is to stay of each stretch of {@link #grainNanos} to the front; answers how many these are. */
    abstract int keep();
}
