package org.ompt4j.tools.profile;

/**
 * A time in which the JVM kept every thread that runs the program's code from going on.
 *
 * @param fromNanos when it began to stop them, in the trace
 * @param toNanos when they could go on
 * @param isCollection whether garbage was collected meanwhile
 * @param cause as the JVM names it: why it collected, or what else it stopped the threads for; empty if it was not told
 */
public record JvmPause(long fromNanos, long toNanos, boolean isCollection, String cause) {
    public long nanos() {
        return toNanos - fromNanos;
    }
}
