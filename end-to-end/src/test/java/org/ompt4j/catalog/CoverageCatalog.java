package org.ompt4j.catalog;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The rows of {@code docs/ompt-coverage.md}. */
record CoverageCatalog(List<CoverageCatalog.Row> rows) {

    /**
     * One name of one document.
     *
     * @param number as the document gives it, empty for none
     * @param status yes, as or never
     * @param evidence the test, the row that stands for this one, or why not
     */
    record Row(String document, String group, String name, String number, String status, String evidence) {

        boolean isImplemented() {
            return status.equals("yes");
        }
    }

    /** Those of the file {@code coverage/catalog.txt}. */
    static CoverageCatalog read() throws IOException {
        List<Row> rows = new ArrayList<>();
        String document = "";
        String group = "";
        for (String line : lines("/coverage/catalog.txt")) {
            if (line.startsWith("== ")) {
                group = line.substring(3);
            } else if (line.startsWith("= ")) {
                document = line.substring(2);
            } else {
                String[] parts = line.split(" \\| ", -1);
                if (parts.length != 4) {
                    throw new IllegalStateException("not a row of four columns: " + line);
                }
                rows.add(new Row(document, group, parts[0], parts[1].strip(), parts[2], parts[3]));
            }
        }
        return new CoverageCatalog(rows);
    }

    /** The lines of a resource but for comments and empty ones. */
    static List<String> lines(String resource) throws IOException {
        try (var in = CoverageCatalog.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(each -> !each.isBlank() && !each.startsWith("#"))
                    .toList();
        }
    }

    List<Row> of(String document) {
        return rows.stream().filter(each -> each.document().equals(document)).toList();
    }

    /** The page as Markdown. */
    String page() {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        String document = "";
        String group = "";
        for (Row each : rows) {
            if (!each.document().equals(document)) {
                document = each.document();
                group = "";
                page.append("\n## ").append(document).append("\n\n").append(sum(of(document)));
            }
            if (!each.group().equals(group)) {
                group = each.group();
                page.append("\n### `")
                        .append(group)
                        .append("`\n\n| name | number | | test, or why not |\n|---|---|---|---|\n");
            }
            page.append(
                    "| `%s` | %s | %s | %s |%n".formatted(each.name(), each.number(), each.status(), evidence(each)));
        }
        return page.toString().replace("\r\n", "\n");
    }

    private static String sum(List<Row> rows) {
        return "%d names: %d implemented, %d never.%n"
                .formatted(
                        rows.size(),
                        rows.stream()
                                .filter(each -> !each.status().equals("never"))
                                .count(),
                        rows.stream()
                                .filter(each -> each.status().equals("never"))
                                .count());
    }

    private static String evidence(Row row) {
        return row.status().equals("never") ? row.evidence() : "`" + row.evidence() + "`";
    }

    private static final String INTRODUCTION = """
            # What of OMPT is there

            Each callback, entry point, state and enumerator of each document: `yes` with the test that fails without it, `as` with the name
            that stands for it, `never` with the reason. Never means: no program makes it happen, and registration says so.

            Made by `CoverageTest` from `end-to-end/src/test/resources/coverage/catalog.txt`, which checks it against the enumerators and
            interfaces in the code and against the tests. Rows of `InterfaceIT` are seen in a run on every JDK; `InterfaceMutationIT` switches
            off each event there, and gives each entry point a constant answer, and sees that row fail. `EmitterMutationTest` does the same with
            events and entry points for which a unit test is named, such as those of devices, `ViewMutationTest` with the views of older
            generations and the tests named here.
            """;
}
