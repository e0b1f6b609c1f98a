package org.ompt4j.tools.check;

import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.rules.Rule;
import org.ompt4j.tools.text.Units;

/** Writes the result of a check for people. */
public final class CheckText {
    /** In characters. */
    private static final int LONGEST_NAME = 200;

    private final CheckResult result;
    private final Map<Long, String> threadNames;

    /** @param trace the trace that was checked; names its threads */
    public CheckText(Trace trace, CheckResult result) {
        this.result = result;
        this.threadNames = trace.threadNames();
    }

    /**
     * Writes the violations, then rules and notes, then a summary in one line.
     *
     * @param listedPerRule how many violations of each rule to list
     * @param verbose whether to list every rule
     */
    public void write(Writer out, int listedPerRule, boolean verbose) throws IOException {
        writeViolations(out, listedPerRule);
        if (verbose) {
            writeRules(out);
        }
        for (String each : result.notes()) {
            out.write("note: " + each + "\n");
        }
        out.write(summary() + "\n");
    }

    private void writeViolations(Writer out, int listedPerRule) throws IOException {
        Map<String, Integer> listed = new HashMap<>();
        for (Violation each : result.violations()) {
            if (listed.merge(each.rule(), 1, Integer::sum) <= listedPerRule) {
                write(out, each);
            }
        }
        for (Map.Entry<String, Long> each : result.counts().entrySet()) {
            long more = each.getValue() - Math.min(listedPerRule, listed.getOrDefault(each.getKey(), 0));
            if (more > 0) {
                out.write(each.getKey() + ": " + more + " more\n");
            }
        }
    }

    private void write(Writer out, Violation violation) throws IOException {
        out.write(String.format(
                Locale.ROOT,
                "%-3s at %.9f s, %s, %s\n      expected: %s\n      found:    %s\n",
                violation.rule(),
                violation.timeNanos() / 1e9,
                thread(violation.threadId()),
                violation.event(),
                violation.expected(),
                violation.found()));
    }

    private String thread(long id) {
        String name = threadNames.get(id);
        return TraceEvent.nameOfThread(id) + (name == null ? "" : " \"" + shortened(name) + "\"");
    }

    /* A name from a damaged trace can be very long, and is repeated in each line. */
    private static String shortened(String name) {
        if (name.length() <= LONGEST_NAME) {
            return name;
        }
        int end = Character.isHighSurrogate(name.charAt(LONGEST_NAME - 1)) ? LONGEST_NAME - 1 : LONGEST_NAME;
        return name.substring(0, end) + "...";
    }

    private void writeRules(Writer out) throws IOException {
        out.write("Rules judged:\n");
        for (Rule each : result.judged()) {
            long count = result.counts().getOrDefault(each.id(), 0L);
            String verdict = count == 0 ? "ok" : Units.plural(count, "violation");
            out.write(String.format("  %-3s %s: %s\n", each.id(), each.statement(), verdict));
        }
        out.write("Rules not judged:\n");
        for (Map.Entry<Rule, String> each : result.notJudged().entrySet()) {
            out.write(String.format("  %-3s %s\n", each.getKey().id(), each.getValue()));
        }
    }

    private String summary() {
        return Units.plural(result.events(), "event") + ", "
                + Units.plural(result.judged().size(), "rule") + " checked, "
                + Units.plural(result.violationCount(), "violation");
    }
}
