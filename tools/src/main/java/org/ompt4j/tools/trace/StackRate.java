package org.ompt4j.tools.trace;

import org.ompt4j.ompt.EventShape;

/**
 * Decides of which regions and tasks a stack is taken where they are made: the first one with the same code at each call site, and else one in ten milliseconds
 * at most in each thread. So a thread that makes them without end spends some two thousandths of its time in that at most.
 *
 * <p>Thread safety: any thread; one that does not see yet what another one has done takes a stack too many.
 */
final class StackRate {
    /** When a thread may take a stack again of what makes a region, or a task: readings of {@link System#nanoTime}. */
    static final class Due {
        long regionNanos;
        long taskNanos;

        Due(long nanos) {
            this.regionNanos = nanos;
            this.taskNanos = nanos;
        }
    }

    private static final long INTERVAL_NANOS = 10_000_000;
    private static final int PLACES = 1 << 14;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final MadeListener listener;
    /** Not 0 where a stack was taken already. Two call sites and code can share one: then the first of one of them is nothing special. */
    private final byte[] taken = new byte[PLACES];

    StackRate(MadeListener listener) {
        this.listener = listener;
    }

    /** @param place the call site and the code of the region */
    void region(Due due, long timeNanos, long region, long place) {
        if (isFirst(place) || timeNanos - due.regionNanos >= 0) {
            due.regionNanos = timeNanos + INTERVAL_NANOS;
            take(region, place);
        }
    }

    /** The same for a task. Apart, since who begins a region makes tasks next. */
    void task(Due due, long timeNanos, long task, long place) {
        if (isFirst(place) || timeNanos - due.taskNanos >= 0) {
            due.taskNanos = timeNanos + INTERVAL_NANOS;
            take(task, place);
        }
    }

    private boolean isFirst(long place) {
        return taken[slotOf(place)] == 0;
    }

    private static int slotOf(long place) {
        return (int) (place * SPREAD >>> 50);
    }

    private void take(long made, long place) {
        if (listener.made(made, EventShape.codeptrRa(place), EventShape.body(place))) {
            taken[slotOf(place)] = 1;
        }
    }
}
