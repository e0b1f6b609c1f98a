package org.ompt4j.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rows of {@code docs/ompt-coverage.md}: what there is of each document, and the test that would miss it. */
public record CoveragePage(List<CoveragePage.Row> rows) {

    /** Found from the folder of any module. */
    public static final Path PLACE = Path.of("..", "docs", "ompt-coverage.md");

    private static final String DOCUMENT = "## ";
    private static final Pattern GROUP = Pattern.compile("### `(.+)`");
    private static final Pattern ROW =
            Pattern.compile("\\| `([^`]+)` \\| (-?[0-9]*) \\| (yes|as|device|number|open|never) \\| (.+) \\|");
    private static final Pattern HEADING =
            Pattern.compile("\\| name \\| number \\| \\| test, or why not \\||\\|[-|]+\\|");

    /**
     * One name of one document.
     *
     * @param number as the document gives it, empty for none
     * @param status yes, as, device, number, open or never, as the page says
     * @param evidence the test (a class by its simple name, or {@code Class.method}), the row that stands for this one, or why not
     */
    public record Row(String document, String group, String name, String number, String status, String evidence) {

        /** Whether it happens, be it with a device mapping. */
        public boolean isImplemented() {
            return status.equals("yes") || status.equals("device");
        }

        /** Whether it is seen to happen, by itself or as another one. */
        public boolean happens() {
            return status.equals("yes") || status.equals("as");
        }

        /** Whether the JVM has it, and needs no device for it. */
        public boolean isOfTheJvm() {
            return !status.equals("never") && !status.equals("device");
        }

        /** Whether the evidence is a test. */
        public boolean isTested() {
            return isImplemented() || status.equals("number");
        }

        /** Whether a tool calls it. */
        public boolean isEntryPoint() {
            return group.startsWith("entry points");
        }

        @Override
        public String toString() {
            return name + " of " + document;
        }
    }

    /**
     * Reads the page.
     *
     * @throws IllegalStateException if a line of a table is no row
     */
    public static CoveragePage read() throws IOException {
        List<Row> rows = new ArrayList<>();
        String document = "";
        String group = "";
        for (String line : Files.readAllLines(PLACE)) {
            Matcher ofGroup = GROUP.matcher(line);
            if (ofGroup.matches()) {
                group = ofGroup.group(1);
            } else if (line.startsWith(DOCUMENT)) {
                document = line.substring(DOCUMENT.length());
            } else if (line.startsWith("|") && !HEADING.matcher(line).matches()) {
                rows.add(row(document, group, line));
            }
        }
        return new CoveragePage(rows);
    }

    private static Row row(String document, String group, String line) {
        Matcher parts = ROW.matcher(line);
        if (!parts.matches()) {
            throw new IllegalStateException(PLACE
                    + ": not a row with name, number, yes, as, device, number, open or never, and a test or reason: "
                    + line);
        }
        boolean isReason = parts.group(3).equals("never") || parts.group(3).equals("open");
        String evidence = isReason ? parts.group(4) : withoutQuotes(parts.group(4), line);
        return new Row(document, group, parts.group(1), parts.group(2), parts.group(3), evidence);
    }

    private static String withoutQuotes(String evidence, String line) {
        if (!evidence.matches("`[^`]+`")) {
            throw new IllegalStateException(
                    PLACE + ": the test or the other row is not put between backquotes: " + line);
        }
        return evidence.substring(1, evidence.length() - 1);
    }

    /** The rows of one document. */
    public List<Row> of(String document) {
        return rows.stream().filter(each -> each.document().equals(document)).toList();
    }

    /** The rows of what is there. */
    public List<Row> implemented() {
        return rows.stream().filter(Row::isImplemented).toList();
    }
}
