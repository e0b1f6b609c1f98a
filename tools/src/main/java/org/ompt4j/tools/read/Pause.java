package org.ompt4j.tools.read;

/**
 * A time in which recording was paused, or in which a garbage collection stopped all threads.
 *
 * @param fromNanos when the pause began, in nanoseconds since time 0
 * @param toNanos when recording or the threads were resumed, or the end of the trace, in nanoseconds since time 0
 */
public record Pause(long fromNanos, long toNanos) {

    public long nanos() {
        return toNanos - fromNanos;
    }
}
