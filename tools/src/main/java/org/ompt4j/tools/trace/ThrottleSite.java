package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/** What happens at one place in the code: events with one tag of one thread. Thread safety: that thread. */
final class ThrottleSite {
    final long key;
    final int tag;
    final int codeptrRa;
    final Construct construct;

    @Nullable
    Counter counter;

    /** Whether there is no room for a counter. */
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

    /** Whether it fired too often, as far as is known. */
    boolean isThrottled() {
        return throttled;
    }

    /** Counts one that was short; answers whether the site fires too often. */
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
