package org.ompt4j.tools.path;

/**
 * What may have ended a wait.
 *
 * @param threadId who did it
 * @param path what led to that
 */
record EndCause(long threadId, Path path) {
    /** What the thread does now. */
    static EndCause now(Line line) {
        return new EndCause(line.threadId, line.trail.path());
    }

    /** Whether it came from another thread, not before this time. */
    boolean ended(long beganNanos, long waiter) {
        return threadId != waiter && path.timeNanos() >= beganNanos;
    }
}
