package com.example.checkcallbacks;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What was found to break a rule: all are counted, the first few are told. */
final class Findings {
    private static final int TOLD_OF_EACH = 3;

    private final Map<Rule, List<String>> told = new EnumMap<>(Rule.class);
    private final Map<Rule, Integer> counts = new EnumMap<>(Rule.class);
    private final PrintStream out;

    Findings(PrintStream out) {
        this.out = out;
    }

    synchronized void add(Rule rule, String thread, String finding) {
        if (counts.merge(rule, 1, Integer::sum) <= TOLD_OF_EACH) {
            told.computeIfAbsent(rule, each -> new ArrayList<>()).add(thread + ": " + finding);
        }
    }

    /** One line for each finding that is told, and the sum. */
    synchronized void print(long callbacks) {
        told.forEach((rule, findings) -> {
            print(rule + " " + counts.get(rule) + " times: " + rule.text);
            findings.forEach(each -> print("  " + each));
        });
        print(callbacks + " callbacks, " + Rule.values().length + " rules, " + told.size() + " of them broken");
    }

    void print(String line) {
        out.println("check-callbacks: " + line);
    }
}
