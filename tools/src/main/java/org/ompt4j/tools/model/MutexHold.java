package org.ompt4j.tools.model;

import org.ompt4j.tools.read.TraceEvent;

/**
 * A thread holds a mutex.
 *
 * @param acquired since this mutex_acquired
 * @param isShared whether other threads can hold it so at the same time
 * @param isExclusive whether no other thread can hold it; neither is known of locks of the configuration
 */
public record MutexHold(TraceEvent acquired, boolean isShared, boolean isExclusive) {
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
