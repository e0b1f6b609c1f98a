package org.ompt4j.tools.rules;

import java.util.List;
import java.util.Set;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Rules about the run: time does not go back, and nothing is reported after the end of the run. */
final class ControlRules implements RuleFamily {
    private final Guarantees guarantees;
    private final Findings findings;
    private long lastTimeNanos;

    ControlRules(Guarantees guarantees, Findings findings) {
        this.guarantees = guarantees;
        this.findings = findings;
    }

    static List<Rule> rules() {
        return List.of(
                Rule.of("C1", "no event while the tool is paused", Set.of(), Precondition.MORE_THAN_A_TRACE),
                Rule.of("C2", "time never goes back, and no event comes after the run was finalized", Set.of()),
                Rule.of(
                        "C3",
                        "control_tool answers what the specification says",
                        Set.of(),
                        Precondition.MORE_THAN_A_TRACE),
                Rule.of(
                        "C4",
                        "unsetting one callback stops only that event",
                        Set.of(),
                        Precondition.MORE_THAN_A_TRACE));
    }

    @Override
    public void accept(TraceEvent event, Event kind, ThreadModel thread, RunModel before) {
        time(event, before.isInOrderOfTime() ? lastTimeNanos : thread.lastTimeNanos());
    }

    @Override
    public void sample(TraceEvent sample) {
        time(sample, lastTimeNanos);
    }

    private void time(TraceEvent event, long last) {
        if (event.timeNanos() < last) {
            findings.report("C2", event, "a time of at least " + last + " ns", event.timeNanos() + " ns");
        }
        lastTimeNanos = event.timeNanos();
        if (event.timeNanos() > guarantees.endNanos()) {
            findings.report(
                    "C2",
                    event,
                    "no event after the end at " + guarantees.endNanos() + " ns",
                    "one at " + event.timeNanos() + " ns");
        }
    }
}
