package org.ompt4j.tools.findings;

import org.ompt4j.tools.blame.BlameListener;

/**
 * When a thread did something.
 *
 * @param threadId 0 if all threads did
 * @param fromNanos nanoseconds since the trace began
 * @param toNanos not before {@code fromNanos}
 */
public record Interval(long threadId, long fromNanos, long toNanos) {
    /** When a thread waited. */
    static Interval of(BlameListener.Waited wait) {
        return new Interval(wait.threadId(), wait.fromNanos(), wait.fromNanos() + wait.nanos());
    }

    public long nanos() {
        return toNanos - fromNanos;
    }
}
