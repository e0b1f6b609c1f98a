package org.ompt4j.tools.check;

import java.util.List;
import java.util.Map;
import org.ompt4j.tools.rules.Rule;

/**
 * The result of a check.
 *
 * @param events number of events and samples read
 * @param judged the rules that were judged
 * @param notJudged rules that could not be judged, each with the reason
 * @param violations the first violations of each rule, in the order they were noticed
 * @param counts number of violations per rule id, of rules that have any
 * @param notes what is legal but worth knowing, one sentence each
 */
public record CheckResult(
        long events,
        List<Rule> judged,
        Map<Rule, String> notJudged,
        List<Violation> violations,
        Map<String, Long> counts,
        List<String> notes) {

    /** The number of all violations, including those that are not listed. */
    public long violationCount() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
