package org.ompt4j.tools.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.report.Page;
import org.ompt4j.tools.report.RowLine;
import org.ompt4j.tools.report.TextTable;
import org.ompt4j.tools.report.Unit;
import org.ompt4j.tools.text.Units;

/** Writes a comparison for people, as lines of a certain width. */
final class ComparisonText {
    private final Page page;

    ComparisonText(Page page) {
        this.page = page;
    }

    void write(Comparison comparison) throws IOException {
        page.fact("Before", runs(comparison.before()));
        page.fact("After", runs(comparison.after()));
        page.fact("Length", length(comparison));
        List<String> doubts = comparison.doubts();
        if (!doubts.isEmpty()) {
            page.heading("What may not be comparable");
            for (String each : doubts) {
                page.sentence(each);
            }
        }
        findings(comparison);
        int differing = 0;
        for (ComparedTable each : ComparedTable.values()) {
            differing += write(comparison, each);
        }
        page.heading(differing == 0 ? "No table differs" : "What is shown");
        page.sentence(comparison.threshold());
    }

    private static String runs(List<ComparedRun> runs) {
        return runs.stream()
                .map(each -> each.name() + ", process " + each.pid() + ", " + recorded(each))
                .collect(Collectors.joining("; "));
    }

    private static String recorded(ComparedRun run) {
        String recorded = Units.time(run.recordedNanos());
        return run.recordedNanos() == run.nanos() ? recorded : recorded + " of " + Units.time(run.nanos());
    }

    private static String length(Comparison comparison) {
        ComparedValue before = comparison.lengthBefore();
        ComparedValue after = comparison.lengthAfter();
        ComparedRow row = new ComparedRow(new Matching.Pair("run", "run"), before, after, List.of());
        return Units.time(before.median()) + " before, " + Units.time(after.median()) + " after: "
                + difference(row, Unit.NANOSECONDS) + ", " + ratio(row) + " times as long"
                + (comparison.isOfSeveral() ? " (" + spread(row, Unit.NANOSECONDS) + ")" : "");
    }

    private void findings(Comparison comparison) throws IOException {
        List<FindingGroup> groups = comparison.findings();
        if (groups.isEmpty()) {
            page.heading("Findings: none, neither before nor after");
            return;
        }
        page.heading("Findings");
        boolean tellsNew = comparison.tellsWhichFindingsAreNew();
        for (FindingGroup each :
                page.top(groups.stream().filter(FindingGroup::isNew).toList())) {
            page.sentence(
                    (tellsNew ? "New" : "Only after") + of(each.after(), comparison.after()) + ": " + each.says());
        }
        for (FindingGroup each :
                page.top(groups.stream().filter(FindingGroup::isGone).toList())) {
            page.sentence(
                    (tellsNew ? "Gone" : "Only before") + of(each.before(), comparison.before()) + ": " + each.says());
        }
        for (FindingGroup each : page.top(groups.stream()
                .filter(group -> !group.isNew() && !group.isGone())
                .toList())) {
            page.sentence("Before (" + cost(each.before()) + of(each.before(), comparison.before()) + ") and after ("
                    + cost(each.after()) + of(each.after(), comparison.after()) + "): " + each.says());
        }
    }

    private static String cost(List<ComparedFinding> findings) {
        return "cost " + Units.time(FindingGroup.cost(findings).median());
    }

    /** The number of runs with the finding; empty if there is only one run. */
    private static String of(List<ComparedFinding> findings, List<ComparedRun> runs) {
        return runs.size() == 1 ? "" : ", in " + findings.size() + " of " + runs.size() + " runs";
    }

    /** Writes the differences of a table; returns the number of rows that differ. */
    private int write(Comparison comparison, ComparedTable table) throws IOException {
        List<ComparedRow> rows = comparison.differences(table);
        if (rows.isEmpty()) {
            return 0;
        }
        List<ComparedRow> shown = page.top(rows);
        String most = shown.size() < rows.size() ? ", shown are " + shown.size() : "";
        page.heading(table.title() + " (" + table.meaning() + "; " + rows.size() + " of "
                + comparison.rows(table).size() + " differ" + most + ", the largest difference first)");
        Unit unit = table.compared().unit();
        TextTable text = new TextTable(List.of("before", "after", "difference", "times", table.names()));
        for (ComparedRow each : shown) {
            text.row(
                    List.of(
                            each.isNew() ? Units.NONE : text(unit, each.before().median()),
                            each.isGone() ? Units.NONE : text(unit, each.after().median()),
                            difference(each, unit),
                            ratio(each),
                            each.name().text()),
                    lines(each, unit, comparison));
        }
        for (String each : text.lines(page.width())) {
            page.line(each);
        }
        return rows.size();
    }

    private static List<RowLine> lines(ComparedRow row, Unit unit, Comparison comparison) {
        List<RowLine> lines = new ArrayList<>();
        if (comparison.isOfSeveral()) {
            lines.add(new RowLine(spread(row, unit)));
        }
        String details = row.details().stream()
                .filter(each -> each.before() != null || each.after() != null)
                .map(ComparisonText::detail)
                .collect(Collectors.joining(", "));
        if (!details.isEmpty()) {
            lines.add(new RowLine(details));
        }
        return lines;
    }

    private static String detail(ComparedRow.Detail detail) {
        Unit unit = detail.measure().unit();
        return detail.measure().head() + " " + median(unit, detail.before()) + " -> " + median(unit, detail.after());
    }

    private static String median(Unit unit, @Nullable ComparedValue value) {
        return value == null ? Units.NONE : text(unit, value.median());
    }

    private static String spread(ComparedRow row, Unit unit) {
        return spread(row.before(), unit) + " before, " + spread(row.after(), unit) + " after";
    }

    private static String spread(ComparedValue value, Unit unit) {
        return text(unit, value.least()) + " to " + text(unit, value.most());
    }

    private static String difference(ComparedRow row, Unit unit) {
        String size = text(unit, Math.abs(row.difference()));
        return (row.difference() > 0 ? "+" : row.difference() < 0 ? "-" : "") + size;
    }

    private static String ratio(ComparedRow row) {
        if (row.isNew()) {
            return "new";
        }
        Double ratio = row.ratio();
        return row.isGone() ? "gone" : ratio == null ? Units.NONE : Units.ratio(ratio);
    }

    private static String text(Unit unit, double value) {
        return unit == Unit.COUNT ? Units.count(Math.round(value)) : unit.text(value);
    }
}
