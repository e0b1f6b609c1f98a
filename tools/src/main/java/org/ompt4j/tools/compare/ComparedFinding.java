package org.ompt4j.tools.compare;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ompt4j.tools.findings.Finding;
import org.ompt4j.tools.report.FindingList;
import org.ompt4j.tools.report.Names;

/**
 * A finding of one run, with the properties by which it is recognized in another run.
 *
 * @param subject the classes of the locks that the finding is about; empty if it is not about locks
 * @param callSites the known call sites
 * @param says the finding in words
 */
public record ComparedFinding(Finding.Kind kind, String subject, Set<String> callSites, double costNanos, String says) {

    public static ComparedFinding of(Finding finding, FindingList.Words words, Names names) {
        Set<String> sites = finding.callSites().stream()
                .filter(each -> each != 0)
                .map(names::callSite)
                .collect(Collectors.toCollection(TreeSet::new));
        String subject = finding.mutexes().stream()
                .map(each -> Names.withoutId(names.object(each)))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return new ComparedFinding(finding.kind(), subject, sites, finding.costNanos(), words.sentence());
    }

    /** Whether both are about the same problem: the same kind and classes, and a common method, unless neither names one. */
    public boolean isLike(ComparedFinding other) {
        return kind == other.kind
                && subject.equals(other.subject)
                && (callSites.isEmpty() ? other.callSites.isEmpty() : sharesMethodWith(other));
    }

    private boolean sharesMethodWith(ComparedFinding other) {
        Set<String> methods =
                other.callSites.stream().map(Matching::withoutNumbers).collect(Collectors.toSet());
        return callSites.stream().map(Matching::withoutNumbers).anyMatch(methods::contains);
    }
}
