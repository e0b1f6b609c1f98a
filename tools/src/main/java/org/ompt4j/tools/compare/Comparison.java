package org.ompt4j.tools.compare;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.read.TraceHeader;
import org.ompt4j.tools.report.Names;
import org.ompt4j.tools.report.Page;
import org.ompt4j.tools.report.Unit;
import org.ompt4j.tools.text.Units;

/**
 * The differences between runs of one program before a change and runs after it. If there are several runs, a figure differs only if it is larger
 * in all runs of one side than in all runs of the other side.
 *
 * <p>Thread safety: none.
 */
public final class Comparison {
    private static final double SHARE_OF_RUN = 0.01;

    private final List<ComparedRun> before;
    private final List<ComparedRun> after;
    private final double percent;
    private final long leastNanos;

    /**
     * @param before at least one run
     * @param after at least one run
     * @param percent the least difference of figures, in percent of the smaller one
     * @param leastNanos the least difference of times in nanoseconds; null for a hundredth of the shortest run
     */
    public Comparison(List<ComparedRun> before, List<ComparedRun> after, double percent, @Nullable Long leastNanos) {
        this.before = List.copyOf(before);
        this.after = List.copyOf(after);
        this.percent = percent;
        this.leastNanos = leastNanos == null ? shareOfShortest() : leastNanos;
    }

    private long shareOfShortest() {
        return (long) (SHARE_OF_RUN * runs().mapToLong(ComparedRun::nanos).min().orElse(0));
    }

    /** Writes the comparison for people. */
    public void write(Page page) throws IOException {
        new ComparisonText(page).write(this);
        page.flush();
    }

    /** Writes the comparison as one JSON object. */
    public void writeJson(int top, JsonGenerator json) throws IOException {
        new ComparisonJson(json, top).write(this);
        json.flush();
    }

    List<ComparedRun> before() {
        return before;
    }

    List<ComparedRun> after() {
        return after;
    }

    double percent() {
        return percent;
    }

    long leastNanos() {
        return leastNanos;
    }

    /** Whether a side has several runs. */
    boolean isOfSeveral() {
        return before.size() > 1 || after.size() > 1;
    }

    ComparedValue lengthBefore() {
        return length(before);
    }

    ComparedValue lengthAfter() {
        return length(after);
    }

    private static ComparedValue length(List<ComparedRun> runs) {
        return ComparedValue.of(runs.stream().map(each -> (double) each.nanos()).toList());
    }

    List<FindingGroup> findings() {
        return FindingGroup.of(before, after);
    }

    /** All rows of the table that can be compared, whether they differ or not. */
    List<ComparedRow> rows(ComparedTable table) {
        List<ComparedRow> rows = new ArrayList<>();
        for (Matching.Pair each : Matching.pairs(names(before, table), names(after, table))) {
            if (isKnown(before, table, each.before()) && isKnown(after, table, each.after())) {
                rows.add(row(table, each));
            }
        }
        return rows;
    }

    /** False if a run has the row without the compared figure, such as the time of tasks none of which has ended. */
    private static boolean isKnown(List<ComparedRun> runs, ComparedTable table, String name) {
        return runs.stream()
                .map(each -> each.rows(table).get(name))
                .allMatch(each -> each == null || each.value(0) != null);
    }

    /** The rows that differ by more than the threshold, the largest differences first. */
    List<ComparedRow> differences(ComparedTable table) {
        double least = table.compared().unit() == Unit.NANOSECONDS ? leastNanos : 0;
        return rows(table).stream()
                .filter(each -> each.differsByMore(percent, least) && !isLeftOut(each))
                .sorted(Comparator.comparing((ComparedRow each) -> -Math.abs(each.difference()))
                        .thenComparing(each -> each.name().text()))
                .toList();
    }

    /** Whether the row is left out: with different settings, or where the other side lacks events, a row that only one side has need not be a difference. */
    private boolean isLeftOut(ComparedRow row) {
        return row.isNew() && (!sameSettings() || lacksEvents(before))
                || row.isGone() && (!sameSettings() || lacksEvents(after));
    }

    private static boolean lacksEvents(List<ComparedRun> side) {
        return !side.stream().allMatch(ComparedRun::isWhole);
    }

    private static Set<String> names(List<ComparedRun> runs, ComparedTable table) {
        Set<String> names = new TreeSet<>();
        runs.forEach(each -> names.addAll(each.rows(table).keySet()));
        return names;
    }

    private ComparedRow row(ComparedTable table, Matching.Pair name) {
        List<ComparedRow.Detail> details = new ArrayList<>();
        List<Measure> measures = table.measures();
        for (int i = 1; i < measures.size(); i++) {
            details.add(new ComparedRow.Detail(
                    measures.get(i),
                    detail(values(before, table, name.before(), i)),
                    detail(values(after, table, name.after(), i))));
        }
        return new ComparedRow(
                name, compared(before, table, name.before()), compared(after, table, name.after()), details);
    }

    private static @Nullable ComparedValue detail(List<Double> values) {
        return values.isEmpty() ? null : ComparedValue.of(values);
    }

    /* The value of a run without the row is 0. */
    private static ComparedValue compared(List<ComparedRun> runs, ComparedTable table, String name) {
        List<Double> values = new ArrayList<>(values(runs, table, name, 0));
        while (values.size() < runs.size()) {
            values.add(0.0);
        }
        return ComparedValue.of(values);
    }

    private static List<Double> values(List<ComparedRun> runs, ComparedTable table, String name, int measure) {
        List<Double> values = new ArrayList<>();
        for (ComparedRun each : runs) {
            Figures figures = each.rows(table).get(name);
            Double value = figures == null ? null : figures.value(measure);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    private Stream<ComparedRun> runs() {
        return Stream.concat(before.stream(), after.stream());
    }

    /** Whether a finding that only one side has is new or gone: all runs were looked at in the same way, and no events are missing. */
    boolean tellsWhichFindingsAreNew() {
        return sameSettings()
                && runs().map(each -> Set.copyOf(each.limits())).distinct().count() == 1
                && !lacksEvents(before)
                && !lacksEvents(after);
    }

    private boolean sameSettings() {
        return runs().map(ComparedRun::settings).distinct().count() == 1;
    }

    /** Reasons why differences may not come from the program, one sentence each. */
    List<String> doubts() {
        List<String> doubts = new ArrayList<>(repetitions());
        differing("the setting ", ComparedRun::settings, doubts);
        if (!sameSettings()) {
            doubts.add("So rows that only one side has are left out: the program may have done the same on the other.");
        } else {
            leftOut(before, "after", doubts);
            leftOut(after, "before", doubts);
        }
        differing("", ComparedRun::facts, doubts);
        runs().forEach(run -> run.losses().forEach(each -> doubts.add(run.name() + ": " + each)));
        runs().forEach(run -> run.limits().stream()
                .filter(each -> runs().anyMatch(other -> !other.limits().contains(each)))
                .forEach(each -> doubts.add(run.name() + ": " + each)));
        return doubts;
    }

    private static void leftOut(List<ComparedRun> side, String otherSide, List<String> doubts) {
        if (lacksEvents(side)) {
            doubts.add("Rows that only the runs " + otherSide + " have are left out: the others lack events.");
        }
    }

    /** Traces of one run: they do not differ, and tell nothing about how much runs differ by themselves. */
    private List<String> repetitions() {
        Map<TraceHeader.Identity, List<String>> sides = new LinkedHashMap<>();
        before.forEach(each -> note(each, "before", sides));
        after.forEach(each -> note(each, "after", sides));
        return sides.values().stream()
                .filter(each -> each.size() > 1)
                .map(each -> "The same run is given more than once: " + String.join(", ", each) + ".")
                .toList();
    }

    private static void note(ComparedRun run, String side, Map<TraceHeader.Identity, List<String>> sides) {
        sides.computeIfAbsent(run.identity(), key -> new ArrayList<>()).add(run.name() + " " + side);
    }

    private void differing(String what, Function<ComparedRun, Map<String, String>> values, List<String> doubts) {
        for (String key : values.apply(before.get(0)).keySet()) {
            Set<String> one = valuesOf(before, values, key);
            Set<String> other = valuesOf(after, values, key);
            if (one.size() > 1 || !one.equals(other)) {
                doubts.add("Not the same is " + what + key + ": " + inWords(one, other) + " before, "
                        + inWords(other, one) + " after.");
            }
        }
    }

    /** The values without the common begin and end of all values of both sides: for class paths, the entries that differ. */
    private static String inWords(Set<String> values, Set<String> others) {
        List<List<String>> all = Stream.concat(values.stream(), others.stream())
                .map(Comparison::words)
                .toList();
        int first = same(all);
        int last = same(all.stream()
                .map(each -> reversed(each.subList(first, each.size())))
                .toList());
        return values.stream().map(each -> differing(words(each), first, last)).collect(Collectors.joining(" or "));
    }

    private static String differing(List<String> words, int first, int last) {
        String text = String.join("", words.subList(first, words.size() - last)).replaceFirst("[ :;,]$", "");
        return (first == 0 ? "" : ".. ") + Names.beginning(text) + (last == 0 ? "" : " ..");
    }

    /** The parts of a value, each with the separator behind it. */
    private static List<String> words(String value) {
        return List.of(value.split("(?<=[ :;,])"));
    }

    private static List<String> reversed(List<String> words) {
        List<String> reversed = new ArrayList<>(words);
        Collections.reverse(reversed);
        return reversed;
    }

    /** The number of common first words, such that each value has at least one more word. */
    private static int same(List<List<String>> all) {
        int same = 0;
        while (isWordOfAll(all, same)) {
            same++;
        }
        return same;
    }

    private static boolean isWordOfAll(List<List<String>> all, int index) {
        return all.stream().allMatch(each -> each.size() > index + 1)
                && all.stream().map(each -> each.get(index)).distinct().count() == 1;
    }

    private static Set<String> valuesOf(
            List<ComparedRun> runs, Function<ComparedRun, Map<String, String>> values, String key) {
        return runs.stream()
                .map(each -> values.apply(each).getOrDefault(key, ""))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The thresholds, in one sentence. */
    String threshold() {
        String by = "Shown is what differs by more than " + percentage()
                + " of the smaller one, and of times by more than " + Units.time(leastNanos);
        return isOfSeveral()
                ? by + ", and only where all runs of one side have more than all of the other. Figures are medians."
                : by + ". With one run a side it is not known how much runs differ by themselves.";
    }

    private String percentage() {
        return new BigDecimal(String.valueOf(percent)).stripTrailingZeros().toPlainString() + " %";
    }
}
