package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.RunSettings;

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

    /** The limits that the settings name, or null if nothing is throttled. */
    static @Nullable ThrottleLimits of(RunSettings settings) {
        RunSettings.Throttle throttle = settings.throttle();
        if (throttle == null) {
            return null;
        }
        int eventsPerWindow = (int) Math.max(1, throttle.eventsPerSecond() / WINDOWS_PER_SECOND);
        return new ThrottleLimits(
                eventsPerWindow, throttle.belowNanos(), settings.mutexDetail() == RunSettings.MutexDetail.FULL);
    }
}
