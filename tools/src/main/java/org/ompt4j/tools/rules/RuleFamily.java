package org.ompt4j.tools.rules;

import org.ompt4j.ompt.Event;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Rules about one kind of construct, judged together over one pass of the events. */
interface RuleFamily {

    /**
     * Judges one event.
     *
     * @param thread on which it happened, as it stood before this event
     * @param before the run as it stood before this event
     */
    default void accept(TraceEvent event, Event kind, ThreadModel thread, RunModel before) {}

    /** Judges one sample. */
    default void sample(TraceEvent sample) {}

    /** Judges what only the end of the run shows. */
    default void finish(RunModel end) {}
}
