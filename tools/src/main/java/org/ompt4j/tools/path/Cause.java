package org.ompt4j.tools.path;

/**
 * What may have ended a wait.
 *
 * @param threadId who did it
 * @param path what led to that
 */
record Cause(long threadId, Path path) {
    /** What the thread does now. */
    static Cause now(Line line) {
        return new Cause(line.threadId, line.trail.path());
    }

    /** Whether it came from another thread, not before this time. */
    boolean ended(long beganNanos, long waiter) {
        return threadId != waiter && path.timeNanos() >= beganNanos;
    }
}
