package org.ompt4j.tools.read;

/**
 * A time in which nothing was recorded because a command said so, or in which a garbage collection stopped all threads.
 *
 * @param fromNanos first moment, since time 0
 * @param toNanos when recording, or the threads, went on, or the end of the trace
 */
public record Pause(long fromNanos, long toNanos) {

    public long nanos() {
        return toNanos - fromNanos;
    }
}
