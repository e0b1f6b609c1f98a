package org.ompt4j.tools.rules;

import org.ompt4j.tools.read.TraceEvent;

/** Receives violations of rules, and decides which rules are judged. */
public interface Findings {

    /** Notes a violation that is detected at this event. */
    void report(String rule, TraceEvent event, String expected, String found);

    /**
     * Notes a violation that is detected at the end of the run.
     *
     * @param threadId the thread that it concerns, 0 for none
     */
    void reportAtEnd(String rule, long threadId, String expected, String found);

    /** Notes something that is legal but worth knowing. */
    void note(String sentence);
}
