package org.ompt4j.tools.report;

import java.util.List;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** One part of the report: sees every event and every stretch of time once, keeps sums, and answers with tables at the end. */
interface Section {

    /**
     * An event; the thread's stack of tasks is as it was before the event.
     *
     * @param thread the thread on which it happened
     */
    default void event(TraceEvent event, ThreadModel thread) {}

    /**
     * A stretch of time in which a thread was in one state.
     *
     * @param thread its stack of tasks is as it was in that time
     * @param nanos length, at least 1
     */
    default void interval(ThreadModel thread, State state, long nanos) {}

    /** The end of the recording, for each thread whose end it does not hold. */
    default void end(ThreadModel thread, long timeNanos) {}

    /** Recording was paused: what is open now is not seen to end. Threads have been told {@link #end} before. */
    default void pause() {}

    /** A sample of a thread's state. */
    default void sample(TraceEvent sample) {}

    /** What came of all that. */
    default List<Table<?>> tables() {
        return List.of();
    }
}
