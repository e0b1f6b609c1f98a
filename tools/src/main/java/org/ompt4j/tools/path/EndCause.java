package org.ompt4j.tools.path;

/**
 * What may have ended a wait.
 *
 * @param threadId who did it
 * @param path the path that led to it
 * @param nanos when
 */
record EndCause(long threadId, Path path, long nanos) {
    /** The present action of the thread. */
    static EndCause now(Line line) {
        Path path = line.trail.path();
        return new EndCause(line.threadId, path, path.timeNanos());
    }

    /** What the thread did last before it had nothing more to do. */
    static EndCause lastWork(Line line, long nanos) {
        return new EndCause(line.threadId, line.trail.pathToRest(), nanos);
    }

    /** Whether it came from another thread, not before this time. */
    boolean ended(long beganNanos, long waiter) {
        return threadId != waiter && nanos >= beganNanos;
    }
}
