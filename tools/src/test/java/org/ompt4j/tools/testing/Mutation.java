package org.ompt4j.tools.testing;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.ompt4j.tools.read.TraceEvent;

/**
 * One way to break a trace.
 *
 * @param rule the rule that the broken trace violates; it may violate others too
 * @param what describes the change of the trace
 * @param apply returns the broken events, or empty if it does not apply to these events
 */
public record Mutation(String rule, String what, Function<List<TraceEvent>, Optional<List<TraceEvent>>> apply) {

    @Override
    public String toString() {
        return rule + ": " + what;
    }
}
