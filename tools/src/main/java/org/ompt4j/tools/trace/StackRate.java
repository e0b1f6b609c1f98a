package org.ompt4j.tools.trace;

import org.ompt4j.ompt.EventShape;

/**
 * Decides of which regions and tasks a stack is taken where they are made: the first one with the same code at each call site, and else one in ten milliseconds
 * at most in each thread. So a thread that makes them without end spends some two thousandths of its time in that at most.
 *
 * <p>Thread safety: any thread; one that does not see yet what another one has done takes a stack too many.
 */
final class StackRate {
    private static final long INTERVAL_NANOS = 10_000_000;
    private static final int PLACES = 1 << 14;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final TraceCompanion companion;
    /** Not 0 where a stack was taken already. Two call sites and code can share one: then the first of one of them is nothing special. */
    private final byte[] taken = new byte[PLACES];

    StackRate(TraceCompanion companion) {
        this.companion = companion;
    }

    /** @param place the call site and the code of the region */
    void region(ThreadLog log, long timeNanos, long region, long place) {
        if (isFirst(place) || timeNanos - log.nextStackOfRegionNanos >= 0) {
            log.nextStackOfRegionNanos = timeNanos + INTERVAL_NANOS;
            take(region, place);
        }
    }

    /** The same for a task. Apart, since who begins a region makes tasks next. */
    void task(ThreadLog log, long timeNanos, long task, long place) {
        if (isFirst(place) || timeNanos - log.nextStackOfTaskNanos >= 0) {
            log.nextStackOfTaskNanos = timeNanos + INTERVAL_NANOS;
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
        if (companion.made(made, EventShape.codeptrRa(place), EventShape.body(place))) {
            taken[slotOf(place)] = 1;
        }
    }
}
