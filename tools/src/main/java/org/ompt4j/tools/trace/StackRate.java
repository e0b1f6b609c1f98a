package org.ompt4j.tools.trace;

import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;

/**
 * Decides of which regions and tasks a stack is taken where they are made, and of which waits when they are over: of the first one with the same code at each call site, and else
 * of one in ten milliseconds at most in each thread. So a thread that makes them, or waits, without end spends some two thousandths of its time in that at most. After a time with
 * few waits, several may follow each other: on a carrier a virtual thread's wait ends right after that of the one which has woken it.
 *
 * <p>Thread safety: any thread; one that does not see yet what another one has done takes a stack too many.
 */
final class StackRate {
    /** When a thread may take a stack again of what makes a region, or a task, or has waited: readings of {@link System#nanoTime}. */
    static final class Due {
        long regionNanos;
        long taskNanos;
        long waitNanos;

        Due(long nanos) {
            this.regionNanos = nanos;
            this.taskNanos = nanos;
            this.waitNanos = nanos;
        }
    }

    private static final long INTERVAL_NANOS = 10_000_000;
    private static final int WAITS_AFTER_A_PAUSE = 16;
    private static final int SLOT_BITS = 14;

    /** What is shorter is over before its stack would be taken. */
    private static final long SHORTEST_WAIT_NANOS = 10_000;

    /** Apart from regions and tasks with the same call site. */
    private static final long OF_WAITS = 1L << 63;

    private final StackListener listener;
    private final BegunWaits waits = new BegunWaits();
    private final long startNanos;
    /** Not 0 where a stack was taken already. Two call sites and code can share one: then the first of one of them is nothing special. */
    private final byte[] taken = new byte[1 << SLOT_BITS];

    /** @param startNanos the reading of {@link System#nanoTime} that is time 0 of the trace */
    StackRate(StackListener listener, long startNanos) {
        this.listener = listener;
        this.startNanos = startNanos;
    }

    /** @param place the call site and the code of the region */
    void region(Due due, long timeNanos, long region, long place) {
        if (isFirst(place) || timeNanos - due.regionNanos >= 0) {
            due.regionNanos = timeNanos + INTERVAL_NANOS;
            made(region, place);
        }
    }

    /** A stack for the making of a task. Apart from those of regions, since who begins a region makes tasks next. */
    void task(Due due, long timeNanos, long task, long place) {
        if (isFirst(place) || timeNanos - due.taskNanos >= 0) {
            due.taskNanos = timeNanos + INTERVAL_NANOS;
            made(task, place);
        }
    }

    /**
     * The calling thread begins to wait; takes no stack, since a thread that has told others that it waits must not be kept from it.
     *
     * @param of the mutex of an acquisition, or else the task that waits
     */
    void waitBegins(Event kind, long of, long timeNanos, long place) {
        waits.begin(BegunWaits.key(kind, of), timeNanos, place);
    }

    /** A wait of the calling thread is over. */
    void waitEnds(Due due, Event kind, long of, long timeNanos) {
        int wait = waits.end(BegunWaits.key(kind, of));
        if (wait == BegunWaits.NONE) {
            return;
        }
        long beginNanos = waits.beginNanos(wait);
        long place = waits.place(wait) | OF_WAITS;
        if (timeNanos - beginNanos >= SHORTEST_WAIT_NANOS && (isFirst(place) || timeNanos - due.waitNanos >= 0)) {
            long earliest = timeNanos - (WAITS_AFTER_A_PAUSE - 1) * INTERVAL_NANOS;
            // The first one at a place is not held against the next.
            due.waitNanos = Math.min(Math.max(due.waitNanos, earliest), timeNanos) + INTERVAL_NANOS;
            if (listener.waited(beginNanos - startNanos, EventShape.codeptrRa(place))) {
                isTaken(place);
            }
        }
    }

    private boolean isFirst(long place) {
        return taken[slotOf(place)] == 0;
    }

    private static int slotOf(long place) {
        return Slots.of(place, SLOT_BITS);
    }

    private void isTaken(long place) {
        taken[slotOf(place)] = 1;
    }

    private void made(long made, long place) {
        if (listener.made(made, EventShape.codeptrRa(place), EventShape.body(place))) {
            isTaken(place);
        }
    }
}
