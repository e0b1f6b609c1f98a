package org.ompt4j.tools.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.findings.Finding;

/** What the findings of several runs are about, by which the finding of one more run is recognized. Thread safety: none. */
public final class Problem {
    private final Finding.Kind kind;
    private final String subject;
    private final Set<String> callSites = new HashSet<>();
    private final Set<String> methods = new HashSet<>();

    /** Finding by finding is to be {@link #add added}, the first one too. */
    public Problem(ComparedFinding first) {
        kind = first.kind();
        subject = first.subject();
    }

    /** Adds a finding about this problem. */
    public void add(ComparedFinding finding) {
        callSites.addAll(finding.callSites());
        methods.addAll(finding.methods());
    }

    /** How much the finding has in common with the others; 0 if it is about another problem: of another kind, about other classes or another pool, or at other methods. */
    int likeness(ComparedFinding finding) {
        if (kind != finding.kind() || !subject.equals(finding.subject())) {
            return 0;
        }
        if (callSites.isEmpty() || finding.callSites().isEmpty()) {
            return callSites.isEmpty() && finding.callSites().isEmpty() ? 1 : 0;
        }
        return common(callSites, finding.callSites()) + common(methods, finding.methods());
    }

    private static int common(Set<String> some, Set<String> others) {
        return (int) others.stream().filter(some::contains).count();
    }

    /**
     * For each finding of one run the known group that it belongs to, null if there is none. Each group gets one finding at most, those first that
     * have most in common: two pools that are made in one method are not mixed up.
     */
    public static <G> List<@Nullable G> assign(
            List<ComparedFinding> findings, List<G> groups, Function<G, Problem> problem) {
        List<Pair<G>> pairs = new ArrayList<>();
        for (int i = 0; i < findings.size(); i++) {
            for (G each : groups) {
                int likeness = problem.apply(each).likeness(findings.get(i));
                if (likeness > 0) {
                    pairs.add(new Pair<>(i, each, likeness));
                }
            }
        }
        pairs.sort(Comparator.comparing(each -> -each.likeness));
        List<@Nullable G> assigned = new ArrayList<>(Collections.nCopies(findings.size(), null));
        Set<G> taken = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Pair<G> each : pairs) {
            if (assigned.get(each.finding) == null && taken.add(each.group)) {
                assigned.set(each.finding, each.group);
            }
        }
        return assigned;
    }

    private record Pair<G>(int finding, G group, int likeness) {}
}
