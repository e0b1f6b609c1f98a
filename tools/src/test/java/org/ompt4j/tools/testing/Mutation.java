package org.ompt4j.tools.testing;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.ompt4j.tools.read.TraceEvent;

/**
 * One way to break a trace.
 *
 * @param rule the rule that is broken then (others can follow)
 * @param what what is done to the trace
 * @param apply the broken events, or empty if these events give no opportunity
 */
public record Mutation(String rule, String what, Function<List<TraceEvent>, Optional<List<TraceEvent>>> apply) {

    @Override
    public String toString() {
        return rule + ": " + what;
    }
}
