package org.ompt4j.tools.profile;

/**
 * A pause in which the JVM stopped all threads that run the program's code.
 *
 * @param fromNanos when the JVM began to stop the threads, in nanoseconds since the begin of the trace
 * @param toNanos when the threads could continue, likewise
 * @param isCollection whether the pause was for a garbage collection
 * @param cause the JVM's name for the cause of the collection or of another pause; empty if it is not known
 */
public record JvmPause(long fromNanos, long toNanos, boolean isCollection, String cause) {
    public long nanos() {
        return toNanos - fromNanos;
    }
}
