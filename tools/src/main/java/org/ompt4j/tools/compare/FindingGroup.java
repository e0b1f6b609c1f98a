package org.ompt4j.tools.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.ompt4j.tools.findings.Finding;

/** The findings of several runs about the same problem, at most one of each run. Thread safety: none. */
final class FindingGroup {
    private final List<ComparedFinding> before = new ArrayList<>();
    private final List<ComparedFinding> after = new ArrayList<>();

    /** The groups of all runs, by kind, then by cost, the highest first. */
    static List<FindingGroup> of(List<ComparedRun> before, List<ComparedRun> after) {
        List<FindingGroup> groups = new ArrayList<>();
        before.forEach(each -> add(each, groups, true));
        after.forEach(each -> add(each, groups, false));
        groups.sort(Comparator.comparing(FindingGroup::kind).thenComparing(each -> -each.costNanos()));
        return groups;
    }

    private static void add(ComparedRun run, List<FindingGroup> groups, boolean isBefore) {
        List<FindingGroup> free = new ArrayList<>(groups);
        for (ComparedFinding each : run.findings()) {
            FindingGroup group =
                    free.stream().filter(known -> known.isOf(each)).findFirst().orElse(null);
            if (group == null) {
                group = new FindingGroup();
                groups.add(group);
            } else {
                free.remove(group);
            }
            (isBefore ? group.before : group.after).add(each);
        }
    }

    private boolean isOf(ComparedFinding finding) {
        return before.stream().anyMatch(finding::isLike) || after.stream().anyMatch(finding::isLike);
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
