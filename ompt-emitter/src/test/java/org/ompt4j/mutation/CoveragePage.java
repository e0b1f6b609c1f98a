package org.ompt4j.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rows of {@code docs/ompt-coverage.md}: what is implemented of each document, and the test that fails without it. */
public record CoveragePage(List<CoveragePage.Row> rows) {

    /** The page's path, relative to the directory of any module. */
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
     * @param number the number in the document; empty if there is none
     * @param status yes, as, device, number, open or never, explained on the page
     * @param evidence the test (the simple name of a class, or {@code Class.method}), the row that replaces this one, or why there is none
     */
    public record Row(String document, String group, String name, String number, String status, String evidence) {

        /** Whether it is implemented, at least with a device mapping. */
        public boolean isImplemented() {
            return status.equals("yes") || status.equals("device");
        }

        /** Whether it occurs without a device mapping, as itself or as another name. */
        public boolean happens() {
            return status.equals("yes") || status.equals("as");
        }

        /** Whether it is possible in a JVM without a device mapping. */
        public boolean isOfTheJvm() {
            return !status.equals("never") && !status.equals("device");
        }

        /** Whether the evidence is a test. */
        public boolean isTested() {
            return isImplemented() || status.equals("number");
        }

        /** Whether it is an entry point, which tools call. */
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
     * @throws IllegalStateException if a line of a table is not a valid row
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

    /** The rows of what is implemented. */
    public List<Row> implemented() {
        return rows.stream().filter(Row::isImplemented).toList();
    }
}
