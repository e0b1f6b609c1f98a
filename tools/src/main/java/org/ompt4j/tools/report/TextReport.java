package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.text.Units;

/** Writes a report for people, as lines of a certain width. */
public final class TextReport {
    private static final String INDENT = "  ";

    private final Page page;

    TextReport(Page page) {
        this.page = page;
    }

    void write(Content content) throws IOException {
        RunFacts run = content.run();
        page.broken("", INDENT, run.name() + ": " + run.head());
        FindingList findings = content.findings();
        if (findings != null) {
            write(findings);
        }
        String none = FindingList.none(run.trace().losses().isWhole());
        for (Table<?> each : content.tables()) {
            write(each, none);
        }
        write(run.lines());
        page.heading("What is not in this report");
        for (String each : content.missing()) {
            page.sentence(each);
        }
        for (Table<?> each : content.unobserved()) {
            write(each);
        }
    }

    /** Writes only the findings, under a line that identifies the run. */
    void writeFindings(Content content) throws IOException {
        Trace trace = content.run().trace();
        page.heading(content.run().name() + ": process " + trace.header().pid() + ", " + RunSection.length(trace));
        FindingList findings = content.findings();
        if (findings != null) {
            write(findings);
        }
    }

    private void write(List<RunFacts.Fact> facts) throws IOException {
        page.heading("The run");
        for (RunFacts.Fact each : facts) {
            page.factBelow(each.head(), each.text());
        }
    }

    private void write(FindingList findings) throws IOException {
        List<FindingEntry<?>> all = findings.all();
        List<FindingEntry<?>> shown = page.top(all);
        page.heading(all.isEmpty() ? "Findings" : "Findings (worst first" + more(shown, all) + ")");
        if (all.isEmpty()) {
            page.sentence(FindingList.nothing(findings.isWhole()));
        }
        for (FindingEntry<?> each : shown) {
            FindingList.Words words = each.words();
            page.sentence(words.sentence());
            for (String detail : words.details()) {
                page.detail(detail);
            }
        }
        for (String each : findings.notes()) {
            page.sentence(each);
        }
    }

    public static String more(List<?> shown, List<?> all) {
        return all.size() > shown.size() ? ", " + shown.size() + " of " + Units.count(all.size()) : "";
    }

    /** Writes the first rows, with a heading and an empty line before it; writes one line if the table has no rows. */
    <R> void write(Table<R> table) throws IOException {
        write(table, FindingList.none(true));
    }

    private <R> void write(Table<R> table, String none) throws IOException {
        List<R> rows = page.top(table.rows());
        if (rows.isEmpty()) {
            page.heading(table.title() + ": " + none);
        } else {
            page.heading(table.title() + " (" + table.order() + more(rows, table.rows()) + ")");
            for (String each : lines(table, rows)) {
                page.line(each);
            }
        }
        for (Note each : table.notes()) {
            page.sentence(each.sentence());
        }
    }

    private <R> List<String> lines(Table<R> table, List<R> rows) {
        List<Column<R>> columns = table.onPage().apply(rows, page.width());
        TextTable text = new TextTable(columns.stream().map(Column::head).toList());
        for (R row : rows) {
            text.row(
                    columns.stream().map(each -> each.text().apply(row)).toList(),
                    table.under().apply(row, columns));
        }
        return text.lines(page.width());
    }
}
