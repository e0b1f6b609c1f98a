package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.blame.Blame;
import org.ompt4j.tools.blame.BlameListener;
import org.ompt4j.tools.blame.Cause;
import org.ompt4j.tools.blame.WaitPlace;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.profile.WaitCallers;
import org.ompt4j.tools.text.Units;

/** The blame tables: the places where threads waited, with what other threads did meanwhile; and which code ran while workers were idle. */
final class BlameSection implements Section, BlameListener {
    private static final int LINES_PER_ROW = 3;

    /** The most causes that are kept for all places together, at some 100 bytes each. Further causes are not distinguished. */
    private static final int CAUSES = 200_000;

    private static final Cause NOT_KEPT = new Cause(Cause.Kind.NOT_KEPT, null, 0, 0, 0, 0);

    private final Names names;
    private final BlameWords words;
    private final Blame blame;
    private final @Nullable WaitCallers callers;
    private final Map<WaitPlace, Waits> places = new HashMap<>();
    private final Map<Cause, Long> idle = new HashMap<>();
    private int causes;

    /** @param callers the callers of the code that waited; null if the run was not configured to take stacks */
    BlameSection(
            Names names, BlameWords words, RunModel run, List<BlameListener> others, @Nullable WaitCallers callers) {
        this.callers = callers;
        this.names = names;
        this.words = words;
        List<BlameListener> all = new ArrayList<>(others);
        all.add(this);
        this.blame = new Blame(run, all);
    }

    /** The model that calls this section. */
    Blame blame() {
        return blame;
    }

    @Override
    public void waited(Waited wait) {
        Waits waits = waits(wait.place());
        waits.waits.add(wait.nanos());
        waits.histogram.add(wait.nanos());
    }

    @Override
    public void blames(WaitPlace place, long waitId, Cause cause, long nanos) {
        Map<Cause, Long> known = waits(place).causes;
        int before = known.size();
        known.merge(kept(cause, known), nanos, Long::sum);
        causes += known.size() - before;
    }

    private Cause kept(Cause cause, Map<Cause, Long> known) {
        return causes < CAUSES || known.containsKey(cause) ? cause : NOT_KEPT;
    }

    @Override
    public void idled(Cause meanwhile, long nanos) {
        idle.merge(meanwhile, nanos, Long::sum);
    }

    private Waits waits(WaitPlace place) {
        return places.computeIfAbsent(place, Waits::new);
    }

    @Override
    public List<Table<?>> tables() {
        List<Table<?>> tables = new ArrayList<>();
        List<Waits> rows = places.values().stream()
                .filter(each -> each.waits.count() > 0)
                .sorted(Comparator.comparing((Waits each) -> -each.waits.totalNanos())
                        .thenComparing(each -> each.place.state())
                        .thenComparing(each -> each.place.waitsAt())
                        .thenComparing(each -> each.place.waitId()))
                .toList();
        if (!rows.isEmpty()) {
            tables.add(waits(rows));
        }
        if (!idle.isEmpty()) {
            tables.add(idle());
        }
        return tables;
    }

    private Table<Waits> waits(List<Waits> rows) {
        List<Column<Waits>> columns = new ArrayList<>(Distribution.columns(
                Column.count("waits", "how often a thread waited there", each -> each.waits.count()),
                "waited",
                "took",
                each -> each.waits));
        columns.add(Column.<Waits>of(Unit.TEXT, "state", "how threads waited", each -> state(each))
                .notOnPage());
        columns.add(Column.<Waits>of(Unit.CALL_SITE, "waited at", "where, or for what", this::where)
                .as(each -> where(each) + " [" + state(each) + "]"));
        Table<Waits> table = Table.of(
                        "Who made whom wait",
                        "by where threads waited, longest first; under it what that was due to",
                        rows,
                        columns)
                .under(this::lines)
                .portions(this::portions)
                .histogram(each -> each.histogram.ranges());
        return blame.notFollowed() == 0
                ? table
                : table.note(new Note(
                        Units.plural(blame.notFollowed(), "task") + " could not be followed: there were too many.",
                        Map.of("not_followed", blame.notFollowed())));
    }

    private static String state(Waits waits) {
        return Names.state(waits.place.state());
    }

    private String where(Waits waits) {
        return names.place(waits.place);
    }

    private List<RowLine> lines(Waits waits) {
        double total = Math.max(1, waits.waits.totalNanos());
        List<RowLine> lines = new ArrayList<>();
        portions(waits).stream()
                .limit(LINES_PER_ROW)
                .map(each -> new RowLine(
                        String.format(Locale.ROOT, "%7s %s", Units.percent(each.nanos() / total), each.what())
                                + (each.name().isEmpty() ? "" : " "),
                        each.name()))
                .forEach(lines::add);
        if (waits.histogram.isSpread()) {
            lines.add(new RowLine("single waits: " + waits.histogram.says()));
        }
        WaitCallers.Callers found = callers == null ? null : callers.of(waits.place.state(), waits.place.waitsAt());
        if (found != null && !found.callers().isEmpty()) {
            lines.add(RowLine.calledBy(found.callers(), found.nanos() / total));
        }
        return lines;
    }

    private List<Portion> portions(Waits waits) {
        Map<List<String>, Long> sums = new HashMap<>();
        waits.causes.forEach(
                (cause, nanos) -> sums.merge(List.of(words.what(cause), words.where(cause)), nanos, Long::sum));
        return sums.entrySet().stream()
                .map(each -> new Portion(each.getKey().get(0), each.getKey().get(1), each.getValue()))
                .sorted(Comparator.comparing((Portion each) -> -each.nanos())
                        .thenComparing(Portion::what)
                        .thenComparing(Portion::name))
                .toList();
    }

    // ---------------------------------------------------------------- idle workers

    private Table<Map.Entry<String, Long>> idle() {
        Map<String, Long> sums = idle.entrySet().stream()
                .collect(Collectors.toMap(each -> meanwhile(each.getKey()), Map.Entry::getValue, Long::sum));
        List<Map.Entry<String, Long>> rows = sums.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .toList();
        double total = Math.max(1, blame.idleNanos());
        List<Column<Map.Entry<String, Long>>> columns = List.of(
                Column.time("idle", "how long workers were idle because of it", Map.Entry::getValue),
                Column.of(Unit.SHARE, "share", "share of all idleness", each -> each.getValue() / total),
                Column.of(Unit.CALL_SITE, "meanwhile", "what worked then", Map.Entry::getKey));
        return Table.of(
                "Who worked while workers were idle", "idleness in equal parts of those that worked", rows, columns);
    }

    private String meanwhile(Cause cause) {
        return switch (cause.kind()) {
            case DID -> words.code(cause);
            case NOBODY -> "(nobody worked)";
            default -> words.what(cause);
        };
    }

    private static final class Waits {
        final WaitPlace place;
        final Distribution waits = new Distribution();
        final WaitHistogram histogram = new WaitHistogram();
        final Map<Cause, Long> causes = new HashMap<>();

        Waits(WaitPlace place) {
            this.place = place;
        }
    }
}
