package org.ompt4j.tools.model;

import org.ompt4j.tools.read.TraceEvent;

/** One hold of a mutex by a thread, from its acquisition to its release. */
public final class MutexHold {
    private final TraceEvent acquired;
    private final boolean isShared;
    private final boolean isExclusive;

    MutexHold(TraceEvent acquired, boolean isShared, boolean isExclusive) {
        this.acquired = acquired;
        this.isShared = isShared;
        this.isExclusive = isExclusive;
    }

    /** The mutex_acquired event with which the hold began. */
    public TraceEvent acquired() {
        return acquired;
    }

    /** Whether the hold is shared: other threads can hold the mutex at the same time. */
    public boolean isShared() {
        return isShared;
    }

    /** Whether the hold is exclusive. For locks of the configuration neither is known. */
    public boolean isExclusive() {
        return isExclusive;
    }

    public long waitId() {
        return acquired.waitId();
    }

    public long threadId() {
        return acquired.threadId();
    }

    /** Whether a thread that attempts to acquire the mutex has to wait during this hold of another thread. */
    public boolean excludes(boolean asksForShare) {
        return !isShared || !asksForShare;
    }
}
