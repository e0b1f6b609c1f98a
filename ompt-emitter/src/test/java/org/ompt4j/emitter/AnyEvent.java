package org.ompt4j.emitter;

import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;

/** A sink that is called for every event and ignores its arguments. */
@FunctionalInterface
public interface AnyEvent extends RecordSink {
    /** Called on the thread of the event. */
    void happened();

    @Override
    default void record(
            OmptThread thread,
            EventShape shape,
            long timeNanos,
            long details,
            long a,
            long b,
            long c,
            long d,
            long place) {
        happened();
    }

    @Override
    default void recordWith(
            OmptThread thread,
            EventShape shape,
            long timeNanos,
            long details,
            long a,
            long b,
            long c,
            long place,
            Object payload) {
        happened();
    }
}
