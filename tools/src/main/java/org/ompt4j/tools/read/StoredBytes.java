package org.ompt4j.tools.read;

/** Is told how much of a trace's file is what. */
@FunctionalInterface
public interface StoredBytes {

    /**
     * The record of an event.
     *
     * @param event the very object that the iterator answers with later
     * @param bytes how long the record is; of one that has two events, this is the first
     */
    void record(TraceEvent event, int bytes);
}
