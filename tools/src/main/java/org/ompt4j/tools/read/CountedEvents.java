package org.ompt4j.tools.read;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;

/**
 * Events of one kind that one thread raised at one call site and that were counted instead of traced, because the site was throttled.
 *
 * @param endpoint the endpoint of nest_lock; null for events without one
 * @param codeptrRa call-site id, 0 for none; for a dispatch that of its region
 * @param count how many events, at least 1
 * @param totalNanos how long they took in all: of mutex_acquired the waits, of others the time to the next event of the thread; 0 of
 *     what takes no time
 * @param maxNanos the longest time of a single event
 * @param fromNanos when the first event happened, since the trace began
 * @param toNanos when the last event happened, since the trace began
 */
public record CountedEvents(
        long threadId,
        Event event,
        @Nullable ScopeEndpoint endpoint,
        Construct construct,
        int codeptrRa,
        long count,
        long totalNanos,
        long maxNanos,
        long fromNanos,
        long toNanos) {}
