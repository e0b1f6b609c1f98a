package org.ompt4j.tools.report;

import java.util.List;
import org.ompt4j.tools.read.Trace;

/**
 * Which run this was.
 *
 * @param events how many the trace has
 * @param head the run in a line, behind the name of its trace
 * @param lines what else people are told of it
 */
record RunFacts(Trace trace, String name, long events, long samples, String head, List<Fact> lines) {
    /** One thing that there is to know of a run. */
    record Fact(String head, String text) {}
}
