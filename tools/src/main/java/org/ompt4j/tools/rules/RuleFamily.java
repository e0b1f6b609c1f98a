package org.ompt4j.tools.rules;

import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.read.TraceEvent;

/** Rules about one kind of construct, judged together over one pass of the events. */
interface RuleFamily {

    /**
     * Judges one event.
     *
     * @param before the run as it stood before this event
     */
    void accept(TraceEvent event, RunModel before);

    /** Judges what only the end of the run shows. */
    default void finish(RunModel end) {}
}
