package org.ompt4j.tools.findings;

/**
 * When a thread did something.
 *
 * @param threadId 0 if all threads did
 * @param fromNanos nanoseconds since the trace began
 * @param toNanos not before {@code fromNanos}
 */
public record Interval(long threadId, long fromNanos, long toNanos) {
    public long nanos() {
        return toNanos - fromNanos;
    }
}
