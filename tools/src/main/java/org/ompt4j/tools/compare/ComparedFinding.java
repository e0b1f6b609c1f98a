package org.ompt4j.tools.compare;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ompt4j.tools.findings.Finding;
import org.ompt4j.tools.findings.QueueWaits;
import org.ompt4j.tools.model.PoolModel;
import org.ompt4j.tools.report.FindingList;
import org.ompt4j.tools.report.Names;

/**
 * A finding of one run, with the properties by which it is recognized in another run.
 *
 * @param subject the classes of the locks that the finding is about, or the name of the pool without its number; empty if it is about neither
 * @param callSites the known call sites
 * @param says the finding in words
 */
public record ComparedFinding(Finding.Kind kind, String subject, Set<String> callSites, double costNanos, String says) {

    public static ComparedFinding of(Finding finding, FindingList.Words words, Names names) {
        Set<String> sites = finding.callSites().stream()
                .filter(each -> each != 0)
                .map(names::callSite)
                .collect(Collectors.toCollection(TreeSet::new));
        return new ComparedFinding(
                finding.kind(), subject(finding, names), sites, finding.costNanos(), words.sentence());
    }

    /** What the finding is about besides its places: the classes of locks, or the name of a pool without its number. */
    private static String subject(Finding finding, Names names) {
        if (finding instanceof QueueWaits waits) {
            PoolModel pool = waits.queue().pool();
            String name = pool == null ? null : pool.name();
            return name == null ? "" : name.replaceAll("[0-9]+", "");
        }
        return finding.mutexes().stream()
                .map(each -> Names.withoutId(names.object(each)))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** The call sites without the numbers that change if code is inserted before them. */
    Set<String> methods() {
        return callSites.stream().map(Matching::withoutNumbers).collect(Collectors.toSet());
    }
}
