package org.ompt4j.tools.read;

/** Gets the length of each record in a trace's file. */
@FunctionalInterface
public interface StoredBytes {

    /**
     * Called for the record of an event.
     *
     * @param event the same object that the iterator returns later; for a record with two events, the first one
     * @param bytes the length of the record in bytes
     */
    void record(TraceEvent event, int bytes);
}
