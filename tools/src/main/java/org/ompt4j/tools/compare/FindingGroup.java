package org.ompt4j.tools.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.findings.Finding;

/** The findings of several runs about the same problem, at most one of each run. Thread safety: none. */
final class FindingGroup {
    private final Problem problem;
    private final List<ComparedFinding> before = new ArrayList<>();
    private final List<ComparedFinding> after = new ArrayList<>();

    private FindingGroup(ComparedFinding first) {
        problem = new Problem(first);
    }

    /** The groups of all runs, by kind, then by cost, the highest first. */
    static List<FindingGroup> of(List<ComparedRun> before, List<ComparedRun> after) {
        List<FindingGroup> groups = new ArrayList<>();
        before.forEach(each -> add(each, groups, true));
        after.forEach(each -> add(each, groups, false));
        groups.sort(Comparator.comparing(FindingGroup::kind).thenComparing(each -> -each.costNanos()));
        return groups;
    }

    private static void add(ComparedRun run, List<FindingGroup> groups, boolean isBefore) {
        List<@Nullable FindingGroup> known = Problem.assign(run.findings(), List.copyOf(groups), each -> each.problem);
        for (int i = 0; i < known.size(); i++) {
            ComparedFinding finding = run.findings().get(i);
            FindingGroup group = known.get(i);
            if (group == null) {
                group = new FindingGroup(finding);
                groups.add(group);
            }
            group.problem.add(finding);
            (isBefore ? group.before : group.after).add(finding);
        }
    }

    List<ComparedFinding> before() {
        return before;
    }

    List<ComparedFinding> after() {
        return after;
    }

    boolean isNew() {
        return before.isEmpty();
    }

    boolean isGone() {
        return after.isEmpty();
    }

    Finding.Kind kind() {
        return latest().kind();
    }

    /** The finding in the words of the last run that has it. */
    String says() {
        return latest().says();
    }

    /** The call sites of all runs. */
    TreeSet<String> callSites() {
        TreeSet<String> sites = new TreeSet<>();
        before.forEach(each -> sites.addAll(each.callSites()));
        after.forEach(each -> sites.addAll(each.callSites()));
        return sites;
    }

    /** The highest cost in nanoseconds. */
    private double costNanos() {
        return Math.max(mostOf(before), mostOf(after));
    }

    private static double mostOf(List<ComparedFinding> findings) {
        return findings.stream().mapToDouble(ComparedFinding::costNanos).max().orElse(0);
    }

    private ComparedFinding latest() {
        List<ComparedFinding> findings = after.isEmpty() ? before : after;
        return findings.get(findings.size() - 1);
    }

    /** The costs of these findings. */
    static ComparedValue cost(List<ComparedFinding> findings) {
        return ComparedValue.of(
                findings.stream().map(ComparedFinding::costNanos).toList());
    }
}
