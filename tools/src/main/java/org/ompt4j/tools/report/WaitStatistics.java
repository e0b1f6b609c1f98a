package org.ompt4j.tools.report;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The waits for one object: how long, at which call sites, and because of whom. */
final class WaitStatistics {
    final Distribution waits = new Distribution();
    private final Map<Place, Long> nanosByCallSite = new HashMap<>();
    private final Map<Place, Long> nanosByHolder = new HashMap<>();
    /** How often it was acquired or passed, with and without waiting. */
    long uses;
    /** Threads that waited for it when the recording ended. */
    long stillWaiting;

    /**
     * A table of waits, whose rows {@link #row} adds.
     *
     * @param uses head of how often what names the row was used
     */
    static Table table(String uses, String name) {
        return Distribution.table(uses, "waits", "waited", name);
    }

    /** @param lines how many call sites stand under the row at most, and how many holders */
    void row(Table table, String name, int lines) {
        waits.row(table, uses, name);
        explain(table, lines);
    }

    void add(long nanos, String callSite) {
        waits.add(nanos);
        nanosByCallSite.merge(new Place("waited at", callSite), nanos, Long::sum);
    }

    /** Notes who held the object, such as {@code while held from} the call site that acquired it. */
    void blame(String how, String callSite, long nanos) {
        nanosByHolder.merge(new Place(how, callSite), nanos, Long::sum);
    }

    /** Lines under the object's row: where most of the waiting was, who held the object meanwhile, who still waits. */
    private void explain(Table table, int lines) {
        shares(table, nanosByCallSite, lines);
        shares(table, nanosByHolder, lines);
        if (stillWaiting > 0) {
            table.continuation(Units.plural(stillWaiting, "thread") + " still waiting at the end");
        }
    }

    private void shares(Table table, Map<Place, Long> nanos, int lines) {
        double whole = Math.max(1, waits.totalNanos());
        nanos.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<Place, Long> each) -> -each.getValue())
                        .thenComparing(each -> each.getKey().callSite)
                        .thenComparing(each -> each.getKey().how))
                .limit(lines)
                .forEach(each -> table.continuation(
                        String.format(
                                Locale.ROOT, "%7s %s ", Units.percent(each.getValue() / whole), each.getKey().how),
                        each.getKey().callSite));
    }

    private record Place(String how, String callSite) {}
}
