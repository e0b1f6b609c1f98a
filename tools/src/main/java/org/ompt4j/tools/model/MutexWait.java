package org.ompt4j.tools.model;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.tools.read.TraceEvent;

/** An attempt to acquire a mutex that has not been answered. */
public final class MutexWait {
    private final TraceEvent acquire;
    private final MutexState mutex;
    private final boolean followsCondition;
    /** What {@link MutexListener#pathOf} answered. */
    private final int path;
    /** Whether it is known that the thread waits. */
    boolean waits;
    /** Whether the mutex was seen in another thread's hands meanwhile. */
    boolean isEvident;
    /** Who held the mutex when the part of the wait began that nobody is blamed for yet; null where holders are told in another way. */
    @Nullable
    Culprit first;

    MutexWait(TraceEvent acquire, MutexState mutex, boolean followsCondition, int path) {
        this.acquire = acquire;
        this.mutex = mutex;
        this.followsCondition = followsCondition;
        this.path = path;
    }

    public TraceEvent acquire() {
        return acquire;
    }

    int path() {
        return path;
    }

    /** Who holds the mutex now, the latest last; empty where that is not known. */
    public List<MutexHold> holds() {
        return mutex.holds;
    }

    /** Who was last seen to hold the mutex and not to release it; null if nobody was. */
    public @Nullable Culprit seenHolder() {
        return mutex.seenHolder;
    }

    /** Whether the thread gives up by itself some time, or at once. */
    public boolean canFail() {
        return acquire.canFail();
    }

    /** Whether it asks for a share. */
    public boolean asksForShare() {
        MutexImpl impl = acquire.impl();
        return impl != null && impl.isShared();
    }

    /** Whether the thread had the mutex before, and waited for a condition of it. */
    boolean followsCondition() {
        return followsCondition;
    }
}
