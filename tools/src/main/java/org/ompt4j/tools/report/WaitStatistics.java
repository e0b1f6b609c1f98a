package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** The waits for one object: how long, at which call sites, and because of whom. */
final class WaitStatistics {
    /** What the time is that a portion says the place of. */
    static final String WAITED_AT = "waited at";

    final Distribution waits = new Distribution();
    private final Map<Place, Long> nanosByCallSite = new HashMap<>();
    private final Map<Place, Long> nanosByHolder = new HashMap<>();
    /** How often it was acquired or passed, with and without waiting. */
    long uses;
    /** Threads that waited for it when the recording ended. */
    long stillWaiting;

    /** @param uses head of how often what names the row was used */
    static <R> List<Column<R>> columns(String uses, String meaning, Function<R, WaitStatistics> waits) {
        List<Column<R>> columns = new ArrayList<>();
        columns.add(Column.count(uses, meaning, row -> waits.apply(row).uses));
        columns.addAll(Distribution.columns(
                Column.count(
                        "waits",
                        "how often a thread really waited",
                        row -> waits.apply(row).waits.count()),
                "waited",
                "took",
                row -> waits.apply(row).waits));
        columns.add(Column.<R>count(
                        "still waiting",
                        "threads that waited when the recording ended",
                        row -> waits.apply(row).stillWaiting)
                .notOnPage());
        return columns;
    }

    void add(long nanos, String callSite) {
        waits.add(nanos);
        nanosByCallSite.merge(new Place(WAITED_AT, callSite), nanos, Long::sum);
    }

    /** Notes who held the object, such as {@code while held from} the call site that acquired it. */
    void blame(String how, String callSite, long nanos) {
        nanosByHolder.merge(new Place(how, callSite), nanos, Long::sum);
    }

    /** Where the waiting was, then who held the object meanwhile, the longest first. */
    List<Portion> portions() {
        return Stream.concat(sorted(nanosByCallSite), sorted(nanosByHolder)).toList();
    }

    /**
     * Lines under the row: where most of the waiting was, who held the object meanwhile, who still waits.
     *
     * @param most how many call sites there are at most, and how many holders
     */
    List<Line> lines(int most) {
        List<Line> lines = new ArrayList<>();
        Stream.concat(sorted(nanosByCallSite).limit(most), sorted(nanosByHolder).limit(most))
                .map(this::line)
                .forEach(lines::add);
        if (stillWaiting > 0) {
            lines.add(new Line(Units.plural(stillWaiting, "thread") + " still waiting at the end"));
        }
        return lines;
    }

    private Line line(Portion portion) {
        double share = portion.nanos() / (double) Math.max(1, waits.totalNanos());
        return new Line(String.format(Locale.ROOT, "%7s %s ", Units.percent(share), portion.what()), portion.name());
    }

    private static Stream<Portion> sorted(Map<Place, Long> nanos) {
        return nanos.entrySet().stream()
                .map(each -> new Portion(each.getKey().how, each.getKey().callSite, each.getValue()))
                .sorted(Comparator.comparing((Portion each) -> -each.nanos())
                        .thenComparing(Portion::name)
                        .thenComparing(Portion::what));
    }

    private record Place(String how, String callSite) {}
}
