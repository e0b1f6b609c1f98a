package org.ompt4j.emitter;

/**
 * The clock of one thread's events: its readings never go back, and events that belong together share one.
 *
 * <p>Thread safety: owner thread only.
 */
public final class EventClock {
    /** A power of 2. */
    private static final int KEPT_DETACHED = 8;

    private long lastNanos;
    private boolean freshStamp;
    private long lastEndedTask;
    private boolean combined;

    /** Tasks that were detached on this thread, the latest ones. */
    private final long[] detached = new long[KEPT_DETACHED];

    private int latestDetached;

    EventClock() {}

    /** A clock reading, in nanoseconds; 0 if no tool wants any event. Never less than the thread's last one. */
    public long now() {
        if (!Events.timed()) {
            return 0;
        }
        markStale();
        return stamp(System.nanoTime());
    }

    /** As {@link #now}, of what happened a moment ago: that time, as the clock had it; 0 for now. */
    public long at(long nanos) {
        if (nanos == 0 || !Events.timed()) {
            return now();
        }
        markStale();
        return stamp(nanos);
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

    /** A reading for the end of a task, or the last stamp if partial results have just been combined. It is not the thread's last stamp yet; not to be asked if no tool wants any event. */
    long taskEndReading() {
        boolean shared = combined;
        markStale();
        return shared ? lastNanos : System.nanoTime();
    }

    /** Says that a task was detached on this thread, with the last stamp. */
    void markDetached(long taskId) {
        detached[latestDetached++ & KEPT_DETACHED - 1] = taskId;
        freshStamp = true;
    }

    /**
     * The time of a task's fulfillment, which what comes next may share: that of the combination just before, unless the task's detach may
     * have come from another thread meanwhile.
     */
    long fulfillmentTime(long taskId) {
        boolean shared = combined;
        if (shared && wasDetachedHere(taskId)) {
            return lastNow();
        }
        long time = now();
        combined = shared;
        return time;
    }

    /** Looks at the latest ones first: tasks inside others are fulfilled before these. */
    private boolean wasDetachedHere(long taskId) {
        for (int i = 1; i <= KEPT_DETACHED; i++) {
            if (detached[latestDetached - i & KEPT_DETACHED - 1] == taskId) {
                return true;
            }
        }
        return false;
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
