package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.RunSettings;

/**
 * The limits from which on a call site is throttled: more than {@code eventsPerWindow} events in a window, each shorter than {@code
 * belowNanos}.
 *
 * @param everyMutexOperation whether mutexes are reported from acquisition to release, so that a release always has its acquisition
 */
record ThrottleLimits(int eventsPerWindow, long belowNanos, boolean everyMutexOperation) {
    /** The length of a window. */
    static final long WINDOW_NANOS = 100_000_000;

    private static final long WINDOWS_PER_SECOND = 1_000_000_000 / WINDOW_NANOS;

    /** The limits in the settings; null if nothing is throttled. */
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
