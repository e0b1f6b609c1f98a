package org.ompt4j.tools.trace;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.Quantity;

/**
 * When a call site is throttled: it fires more than {@code eventsPerWindow} times in a window, each time for less than
 * {@code belowNanos}.
 *
 * @param everyMutexOperation whether mutexes are reported from acquisition to release, so that a release always has its acquisition
 */
record ThrottleLimits(int eventsPerWindow, long belowNanos, boolean everyMutexOperation) {
    /** How often each thread reconsiders a call site. */
    static final long WINDOW_NANOS = 100_000_000;

    private static final long WINDOWS_PER_SECOND = 1_000_000_000 / WINDOW_NANOS;

    /** The limits that the configuration names, or null if nothing is throttled. */
    static @Nullable ThrottleLimits of(Map<String, String> configuration) {
        String rate = configuration.getOrDefault("throttle.rate", "off");
        long belowNanos = Quantity.nanos(configuration.getOrDefault("throttle.below", "0"));
        if (rate.equals("off") || belowNanos == 0) {
            return null;
        }
        int eventsPerWindow = (int) Math.max(1, Quantity.count(rate) / WINDOWS_PER_SECOND);
        return new ThrottleLimits(eventsPerWindow, belowNanos, "full".equals(configuration.get("mutex.detail")));
    }
}
