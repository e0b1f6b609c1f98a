package org.ompt4j.tools.check;

import java.util.List;
import java.util.Set;
import org.ompt4j.tools.read.TraceEvent;

/** After the end of the run nothing is reported. */
final class ControlRules implements RuleFamily {
    private final Promises promises;
    private final Findings findings;
    private long lastTimeNanos;

    ControlRules(Promises promises, Findings findings) {
        this.promises = promises;
        this.findings = findings;
    }

    static List<Rule> rules() {
        return List.of(
                Rule.of("C1", "no event while the tool is paused", Set.of(), Need.MORE_THAN_A_TRACE),
                Rule.of("C2", "time never goes back, and no event comes after the run was finalized", Set.of()),
                Rule.of("C3", "control_tool answers what the specification says", Set.of(), Need.MORE_THAN_A_TRACE),
                Rule.of("C4", "unsetting one callback stops only that event", Set.of(), Need.MORE_THAN_A_TRACE));
    }

    @Override
    public void accept(TraceEvent event, RunModel before) {
        if (event.timeNanos() < lastTimeNanos) {
            findings.report("C2", event, "a time of at least " + lastTimeNanos + " ns", event.timeNanos() + " ns");
        }
        lastTimeNanos = event.timeNanos();
        if (promises.isFinished() && event.timeNanos() > promises.durationNanos()) {
            findings.report(
                    "C2",
                    event,
                    "no event after the end at " + promises.durationNanos() + " ns",
                    "one at " + event.timeNanos() + " ns");
        }
    }
}
