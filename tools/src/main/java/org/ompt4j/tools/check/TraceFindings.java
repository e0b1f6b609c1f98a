package org.ompt4j.tools.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.rules.Findings;
import org.ompt4j.tools.rules.Rule;

/** Collects violations of the rules that can be judged with this trace. */
final class TraceFindings implements Findings {
    /* Enough to see a pattern. A broken trace with millions of events must not use up the memory. */
    private static final int LISTED_PER_RULE = 1_000;

    private final TraceGuarantees guarantees;
    private final Map<String, Rule> judged = new LinkedHashMap<>();
    private final Map<Rule, String> notJudged = new LinkedHashMap<>();
    private final Map<String, Long> counts = new TreeMap<>();
    private final List<Violation> violations = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    TraceFindings(Collection<Rule> rules, TraceGuarantees guarantees) {
        this.guarantees = guarantees;
        for (Rule each : rules) {
            String reason = guarantees.whyNotJudged(each);
            if (reason == null) {
                judged.put(each.id(), each);
            } else {
                notJudged.put(each, reason);
            }
        }
    }

    @Override
    public void report(String rule, TraceEvent event, String expected, String found) {
        report(new Violation(rule, event.timeNanos(), event.threadId(), event.name(), expected, found));
    }

    @Override
    public void reportAtEnd(String rule, long threadId, String expected, String found) {
        report(new Violation(rule, guarantees.endNanos(), threadId, "end of trace", expected, found));
    }

    private void report(Violation violation) {
        String rule = violation.rule();
        if (!judged.containsKey(rule)) {
            return;
        }
        long count = counts.merge(rule, 1L, Long::sum);
        if (count <= LISTED_PER_RULE) {
            violations.add(violation);
        }
    }

    @Override
    public void note(String sentence) {
        notes.add(sentence);
    }

    CheckResult result(long events) {
        return new CheckResult(
                events,
                List.copyOf(judged.values()),
                notJudged,
                List.copyOf(violations),
                new TreeMap<>(counts),
                List.copyOf(notes));
    }
}
