package org.ompt4j.tools.report;

import java.util.List;
import org.ompt4j.tools.read.Trace;

/**
 * Identifies a run.
 *
 * @param events how many events the trace has
 * @param head the run in one line, behind the name of its trace
 * @param lines further facts for people
 */
record RunFacts(Trace trace, String name, long events, long samples, String head, List<Fact> lines) {
    /** One fact about a run. */
    record Fact(String head, String text) {}
}
