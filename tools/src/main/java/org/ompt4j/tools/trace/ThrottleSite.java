package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/** The events with one tag at one call site on one thread. Thread safety: that thread. */
final class ThrottleSite {
    final long key;
    final int tag;
    final int codeptrRa;
    final Construct construct;

    @Nullable
    Counter counter;

    /** Whether there is no room for a counter in the file. */
    boolean hasNoRoom;

    private long windowNanos;
    private int shortOnes;
    private boolean throttled;

    ThrottleSite(long key, int tag, int codeptrRa, Construct construct) {
        this.key = key;
        this.tag = tag;
        this.codeptrRa = codeptrRa;
        this.construct = construct;
    }

    /** Whether the site is throttled, as of the last event that was counted. */
    boolean isThrottled() {
        return throttled;
    }

    /** Counts a short event; returns whether the site is throttled. */
    boolean isThrottled(long timeNanos, int mostPerWindow) {
        long age = timeNanos - windowNanos;
        if (age >= ThrottleLimits.WINDOW_NANOS || age < 0) {
            throttled = throttled && age < 2 * ThrottleLimits.WINDOW_NANOS && shortOnes > mostPerWindow;
            windowNanos = timeNanos;
            shortOnes = 0;
        }
        if (++shortOnes > mostPerWindow) {
            throttled = true;
        }
        return throttled;
    }
}
