package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.findings.InHold;
import org.ompt4j.tools.model.MutexListener;
import org.ompt4j.tools.text.Units;

/** The waits for one object: how long, at which call sites, and which threads held the object meanwhile. */
public final class WaitStatistics {
    /** The {@link Portion#what} of portions that name the place where the first holder had taken the object. */
    public static final String HELD_FROM = "first held from";

    /** The {@link Portion#what} of portions that name the first holder, a thread, since the place is not known. */
    public static final String HELD_BY = "first held by";

    /** The {@link Portion#what} of portions that name the call site of a wait. */
    public static final String WAITED_AT = "waited at";

    final Distribution waits = new Distribution();
    private final Map<Place, Long> nanosByCallSite = new HashMap<>();
    private final Map<Place, Long> nanosByHolder = new HashMap<>();
    private final Map<Place, Hold> holds = new HashMap<>();
    private final Map<String, Called> calledBy = new HashMap<>();
    /** Wait times by call path, for the waits whose callers are known. */
    final Map<Path, Long> nanosByPath = new HashMap<>();
    /** How often the object was acquired or passed, with and without waiting. */
    long uses;
    /** How many threads waited for the object when the recording ended. */
    long stillWaiting;

    /** @param uses the heading of the column with the number of uses */
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

    /**
     * Notes which thread held the object, such as {@code while held from} the call site that acquired it.
     *
     * @param inHold what the holder did meanwhile; null if it is not known
     * @param says {@code inHold} as lines
     */
    void blame(String how, String callSite, long nanos, @Nullable InHold inHold, List<RowLine> says) {
        Place place = new Place(how, callSite);
        nanosByHolder.merge(place, nanos, Long::sum);
        if (inHold != null) {
            holds.putIfAbsent(place, new Hold(inHold, says));
        }
    }

    /** Notes the callers of a part of the waits at a call site. The callers with the most time are shown. */
    void calledBy(String callSite, List<String> callers, long nanos) {
        Called known = calledBy.get(callSite);
        if (known == null || nanos > known.nanos) {
            calledBy.put(callSite, new Called(callers, nanos));
        }
    }

    /** The call sites of the waits, then the holders, the longest first in each. */
    List<Portion> portions() {
        return Stream.concat(sorted(nanosByCallSite), sorted(nanosByHolder)).toList();
    }

    /**
     * Lines under the row: the call sites with most of the waiting, the holders, and the number of threads that still wait.
     *
     * @param most how many call sites, and how many holders, there are at most
     */
    List<RowLine> lines(int most) {
        List<RowLine> lines = new ArrayList<>();
        sorted(nanosByCallSite).limit(most).forEach(each -> {
            lines.add(line(each));
            Called called = calledBy.get(each.name());
            if (called != null && !called.callers.isEmpty()) {
                lines.add(RowLine.calledBy(called.callers, share(called.nanos)));
            }
        });
        sorted(nanosByHolder).limit(most).forEach(each -> {
            lines.add(line(each));
            Hold hold = holds.get(new Place(each.what(), each.name()));
            if (hold != null) {
                lines.addAll(hold.says);
            }
        });
        if (stillWaiting > 0) {
            lines.add(new RowLine(Units.plural(stillWaiting, "thread") + " still waiting at the end"));
        }
        return lines;
    }

    private RowLine line(Portion portion) {
        return new RowLine(
                String.format(Locale.ROOT, "%7s %s ", Units.percent(share(portion.nanos())), portion.what()),
                portion.name());
    }

    private double share(long nanos) {
        return nanos / (double) Math.max(1, waits.totalNanos());
    }

    private Stream<Portion> sorted(Map<Place, Long> nanos) {
        return nanos.entrySet().stream()
                .map(each -> portion(each.getKey(), each.getValue()))
                .sorted(Comparator.comparing((Portion each) -> -each.nanos())
                        .thenComparing(Portion::name)
                        .thenComparing(Portion::what));
    }

    private Portion portion(Place place, long nanos) {
        Hold hold = holds.get(place);
        return new Portion(place.how, place.callSite, nanos, hold == null ? null : hold.inHold);
    }

    /** A call site and the number of its call path, see {@link MutexListener#pathOf}. */
    record Path(int callSite, int number) {}

    private record Place(String how, String callSite) {}

    private record Hold(InHold inHold, List<RowLine> says) {}

    private record Called(List<String> callers, long nanos) {}
}
