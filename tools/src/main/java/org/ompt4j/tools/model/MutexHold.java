package org.ompt4j.tools.model;

import org.ompt4j.tools.read.TraceEvent;

/** A thread holds a mutex. Each time that it does is another one. */
public final class MutexHold {
    private final TraceEvent acquired;
    private final boolean isShared;
    private final boolean isExclusive;

    MutexHold(TraceEvent acquired, boolean isShared, boolean isExclusive) {
        this.acquired = acquired;
        this.isShared = isShared;
        this.isExclusive = isExclusive;
    }

    /** Since this mutex_acquired. */
    public TraceEvent acquired() {
        return acquired;
    }

    /** Whether other threads can hold it so at the same time. */
    public boolean isShared() {
        return isShared;
    }

    /** Whether no other thread can hold it; neither is known of locks of the configuration. */
    public boolean isExclusive() {
        return isExclusive;
    }

    public long waitId() {
        return acquired.waitId();
    }

    public long threadId() {
        return acquired.threadId();
    }

    /** Whether a thread that asks for the mutex has to wait while another one has it so. */
    public boolean excludes(boolean asksForShare) {
        return !isShared || !asksForShare;
    }
}
