package org.ompt4j.emitter;

/**
 * The clock of one thread's events: its readings never go back, and events that belong together share one.
 *
 * <p>Thread safety: owner thread only.
 */
public final class EventClock {
    private long lastNanos;
    private boolean freshStamp;
    private long lastEndedTask;
    private boolean combined;

    EventClock() {}

    /** A clock reading, in nanoseconds; 0 if no tool wants any event. Never less than the thread's last one. */
    public long now() {
        if (!Events.timed()) {
            return 0;
        }
        markStale();
        return stamp(System.nanoTime());
    }

    /** The thread's last reading, taken now if there is none. */
    public long lastNow() {
        return Events.timed() && lastNanos != 0 ? lastNanos : now();
    }

    /** Makes a time that came from elsewhere (a region's end) this thread's last one; returns it, or the last if that is later. */
    long stamp(long nanos) {
        if (nanos > lastNanos) {
            lastNanos = nanos;
        }
        return lastNanos;
    }

    /** The last reading; 0 if there is none. */
    long last() {
        return lastNanos;
    }

    /** Goes on where the clock of another thread is, on which this one goes on. */
    void goOnFrom(EventClock other) {
        stamp(other.lastNanos);
        markStale();
    }

    /** Says that the last stamp was taken just now, so that the next event of this thread may share it. */
    public void markFresh() {
        freshStamp = true;
    }

    /** Says that a task ended just now, with the last stamp as its end. */
    void markEnded(long endedTaskId) {
        lastEndedTask = endedTaskId;
        freshStamp = true;
    }

    /** Whether the last thing that happened on this thread was the end of a task, so that a join of it may share its time. */
    public boolean hasJustEnded(long endedTaskId) {
        return freshStamp && lastEndedTask == endedTaskId;
    }

    /**
     * Says that the last stamp was taken just now, as partial results had been combined: up to the next work of the program, what comes on this
     * thread is the library's book-keeping and shares it.
     */
    public void markCombined() {
        combined = true;
    }

    /** The last stamp if partial results have just been combined, else a new one. */
    public long afterCombination() {
        return combined ? lastNow() : now();
    }

    /** The same for the end of a task, not yet the thread's last stamp; not to be asked if no tool wants any event. */
    long taskEndReading() {
        boolean shared = combined;
        markStale();
        return shared ? lastNanos : System.nanoTime();
    }

    /** A new one for the fulfillment of a task, whose detach may have come from another thread meanwhile; what comes next may share it. */
    long fulfillmentTime() {
        boolean shared = combined;
        long time = now();
        combined = shared;
        return time;
    }

    /** Says that time has passed since the last stamp. */
    public void markStale() {
        freshStamp = false;
        combined = false;
    }

    /**
     * A reading for the start of a task, not yet the thread's last stamp.
     *
     * @param created whether this thread created the task itself: then the reading may be shared with the end of the task before
     */
    long taskBeginReading(boolean created) {
        boolean shared = freshStamp && created;
        markStale();
        if (!Events.timed()) {
            return 0;
        }
        return shared ? lastNanos : System.nanoTime();
    }
}
