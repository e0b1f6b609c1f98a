package org.ompt4j.tools.trace;

import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;

/**
 * Decides for which regions and tasks a stack is taken at their creation, and for which waits at their end: for the first one with the same code
 * at each call site, and otherwise at most once in ten milliseconds for each thread. So a thread that creates or waits all the time spends at
 * most some two thousandths of its time in taking stacks. After a few waits, several stacks may follow each other: on a carrier, a virtual
 * thread's wait can end right after the wait of the virtual thread that has woken it.
 *
 * <p>Thread safety: any thread; a thread that does not see the update of another thread yet may take a superfluous stack.
 */
final class StackRate {
    /** When the next stack of a region, a task or a wait is due on a thread: times of {@link System#nanoTime}. */
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

    /** Waits shorter than this are not worth a stack, since taking it would take longer. */
    private static final long SHORTEST_WAIT_NANOS = 10_000;

    /** Distinguishes waits from regions and tasks with the same call site. */
    private static final long OF_WAITS = 1L << 63;

    private final StackListener listener;
    private final BegunWaits waits = new BegunWaits();
    private final long startNanos;
    /** Not 0 for slots whose first stack was taken. If two places share a slot, only the first stack of one of them is taken at once. */
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

    /**
     * Takes a stack for the creation of a task, if due. Tasks have a time of their own, since a thread that begins a region creates tasks
     * next.
     */
    void task(Due due, long timeNanos, long task, long place) {
        if (isFirst(place) || timeNanos - due.taskNanos >= 0) {
            due.taskNanos = timeNanos + INTERVAL_NANOS;
            made(task, place);
        }
    }

    /**
     * Notes that the calling thread begins to wait. Takes no stack, since a thread that has announced its wait to others must not be delayed.
     *
     * @param of the mutex of an acquisition, otherwise the task that waits
     */
    void waitBegins(Event kind, long of, long timeNanos, long place) {
        waits.begin(BegunWaits.key(kind, of), timeNanos, place);
    }

    /** Takes a stack at the end of a wait of the calling thread, if due. */
    void waitEnds(Due due, Event kind, long of, long timeNanos) {
        int wait = waits.end(BegunWaits.key(kind, of));
        if (wait == BegunWaits.NONE) {
            return;
        }
        long beginNanos = waits.beginNanos(wait);
        long place = waits.place(wait) | OF_WAITS;
        if (timeNanos - beginNanos >= SHORTEST_WAIT_NANOS && (isFirst(place) || timeNanos - due.waitNanos >= 0)) {
            long earliest = timeNanos - (WAITS_AFTER_A_PAUSE - 1) * INTERVAL_NANOS;
            // The first stack at a place delays the next one only by one interval.
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
