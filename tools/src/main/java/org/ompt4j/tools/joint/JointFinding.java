package org.ompt4j.tools.joint;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.ompt4j.tools.compare.ComparedFinding;
import org.ompt4j.tools.compare.Problem;
import org.ompt4j.tools.findings.Finding;
import org.ompt4j.tools.findings.Interval;
import org.ompt4j.tools.report.FindingList;
import org.ompt4j.tools.text.Units;

/** The findings of several JVMs about the same problem, at most one of each JVM. Thread safety: none. */
final class JointFinding {
    /** Findings that can stop a program come first, then those with the highest cost. */
    static final Comparator<JointFinding> WORST_FIRST = Comparator.comparing((JointFinding each) ->
                    each.kind().canStopTheProgram() ? each.kind().ordinal() : Integer.MAX_VALUE)
            .thenComparing(each -> -each.costNanos())
            .thenComparing(JointFinding::kind);

    private final Problem problem;
    private final List<Part> parts = new ArrayList<>();

    /**
     * The finding of one JVM.
     *
     * @param number the index of the finding among those of its JVM, from 0
     */
    record Part(JointRun run, int number, ComparedFinding finding, FindingList.Words words, Interval interval) {}

    JointFinding(Part first) {
        problem = new Problem(first.finding());
        add(first);
    }

    Problem problem() {
        return problem;
    }

    void add(Part part) {
        problem.add(part.finding());
        parts.add(part);
        parts.sort(Comparator.comparing(each -> -each.finding().costNanos()));
    }

    Finding.Kind kind() {
        return worst().finding().kind();
    }

    /** The sum of the costs in all JVMs, in nanoseconds. */
    double costNanos() {
        return parts.stream().mapToDouble(each -> each.finding().costNanos()).sum();
    }

    /** The findings of the JVMs, the one with the highest cost first. */
    List<Part> parts() {
        return parts;
    }

    /** The finding with the highest cost, which represents all. */
    Part worst() {
        return parts.get(0);
    }

    /** The call sites in all JVMs. */
    TreeSet<String> callSites() {
        TreeSet<String> sites = new TreeSet<>();
        parts.forEach(each -> sites.addAll(each.finding().callSites()));
        return sites;
    }

    /** The JVM of the finding; if there are several, their number, their total cost and the JVM of the worst finding. */
    String where() {
        String name = worst().run().name();
        if (parts.size() == 1) {
            return "In " + name + ".";
        }
        boolean hasCost = costNanos() > 0;
        return "In " + Units.plural(parts.size(), "JVM") + (hasCost ? ", " + Units.time(costNanos()) + " in all" : "")
                + "; this is " + (hasCost ? "the one with most, " : "") + name + ".";
    }
}
