package org.ompt4j.bench.programs;

/** Work that can be repeated in one JVM, the same amount each time. */
public interface Workload extends AutoCloseable {

    /** Does the work once. */
    void round() throws Exception;

    /** Ends threads that would keep the JVM alive. */
    @Override
    default void close() throws Exception {}
}
