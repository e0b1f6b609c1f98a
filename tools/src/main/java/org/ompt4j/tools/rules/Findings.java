package org.ompt4j.tools.rules;

import org.ompt4j.tools.read.TraceEvent;

/** Is told what breaks a rule; whether the rule is judged at all is its own business. */
public interface Findings {

    /** Notes a violation that shows at this event. */
    void report(String rule, TraceEvent event, String expected, String found);

    /**
     * Notes a violation that shows at the end of the run.
     *
     * @param threadId the thread that it concerns, 0 for none
     */
    void reportAtEnd(String rule, long threadId, String expected, String found);

    /** Notes something that is legal but worth knowing. */
    void note(String sentence);
}
