package org.ompt4j.tools.findings;

/**
 * When a thread did something.
 *
 * @param fromNanos nanoseconds since the trace began
 * @param toNanos not before {@code fromNanos}
 */
public record Interval(long threadId, long fromNanos, long toNanos) {
    public long nanos() {
        return toNanos - fromNanos;
    }
}
