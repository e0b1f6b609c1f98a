package org.ompt4j.tools.conformance;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.rules.Findings;

/** Writes violations as they happen, and a summary of the run. Thread safety: that of the checker. */
final class LiveFindings implements Findings {
    /** How many violations of a rule are listed; further ones are only counted, so that the application's own output stays readable. */
    private static final int LISTED_PER_RULE = 5;

    private final Ompt4jRuntime runtime;
    private final Set<String> notJudged = new LinkedHashSet<>();
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private final Map<Long, String> threadNames = new HashMap<>();

    LiveFindings(Ompt4jRuntime runtime) {
        this.runtime = runtime;
    }

    /** Leaves a rule out, since some of its events are not always reported in this run. */
    void doNotJudge(String rule) {
        notJudged.add(rule);
    }

    void nameThread(long threadId, String name) {
        threadNames.put(threadId, name);
    }

    @Override
    public void report(String rule, TraceEvent event, String expected, String found) {
        String callSite = event.codeptrRa() == 0 ? null : runtime.callSite(event.codeptrRa());
        String what = ", " + event.name() + (callSite == null ? "" : " at " + callSite);
        report(rule, " on " + thread(event.threadId()) + what, expected, found);
    }

    @Override
    public void reportAtEnd(String rule, long threadId, String expected, String found) {
        report(rule, threadId == 0 ? "" : " on " + thread(threadId) + ", end of the run", expected, found);
    }

    /** Notes a violation that belongs to no event. */
    void report(String rule, String expected, String found) {
        report(rule, "", expected, found);
    }

    private String thread(long id) {
        String name = threadNames.get(id);
        return TraceEvent.nameOfThread(id) + (name == null ? "" : " \"" + name + "\"");
    }

    private void report(String rule, String where, String expected, String found) {
        if (!notJudged.contains(rule) && counts.merge(rule, 1L, Long::sum) <= LISTED_PER_RULE) {
            runtime.message(
                    "conformance: " + rule + " violated" + where + ": expected " + expected + ", found " + found);
        }
    }

    /* Notes, such as on tasks that never ran, are not written while the application runs. */
    @Override
    public void note(String sentence) {}

    /** Writes the summary. */
    void finish(long events, int threads) {
        if (!notJudged.isEmpty()) {
            runtime.message("conformance: not judged, since this run does not report all they need: "
                    + String.join(" ", notJudged));
        }
        int judged = LiveRules.all().size() - notJudged.size();
        runtime.message("conformance: " + events + " events on " + threads + " threads, " + judged + " rules, "
                + (counts.isEmpty() ? "no violation" : "violations: " + counts));
    }
}
