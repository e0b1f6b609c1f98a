package org.ompt4j.tools.report;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The waits for one object: how long, at which call sites, and because of whom. */
final class WaitStatistics {
    final Distribution waits = new Distribution();
    private final Map<String, Long> nanosByCallSite = new HashMap<>();
    private final Map<String, Long> nanosByHolder = new HashMap<>();
    /** How often it was acquired or passed, with and without waiting. */
    long uses;
    /** Threads that waited for it when the recording ended. */
    long stillWaiting;

    void add(long nanos, String callSite) {
        waits.add(nanos);
        nanosByCallSite.merge(callSite, nanos, Long::sum);
    }

    void blame(String holder, long nanos) {
        nanosByHolder.merge(holder, nanos, Long::sum);
    }

    /** Where most of the waiting was, each line with its share. */
    List<String> callSites(int most) {
        return shares("waits at ", nanosByCallSite, most);
    }

    /** Who held it meanwhile, as far as the trace shows. */
    List<String> holders(int most) {
        return shares("held by ", nanosByHolder, most);
    }

    private List<String> shares(String prefix, Map<String, Long> nanos, int most) {
        double whole = Math.max(1, waits.totalNanos());
        return nanos.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, Long> each) -> -each.getValue())
                        .thenComparing(Map.Entry::getKey))
                .limit(most)
                .map(each -> String.format(
                        Locale.ROOT, "%7s %s%s", Units.percent(each.getValue() / whole), prefix, each.getKey()))
                .toList();
    }
}
