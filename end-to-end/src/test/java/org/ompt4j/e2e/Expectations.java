package org.ompt4j.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The required lines of an {@link InterfaceRun}, for each row of the coverage table that such a run can show. */
record Expectations(Map<String, List<Expectations.Line>> ofRow) {

    /** One regular expression. */
    record Line(boolean absent, Pattern pattern) {

        boolean holds(Set<String> lines) {
            return lines.stream().anyMatch(each -> pattern.matcher(each).matches()) != absent;
        }

        @Override
        public String toString() {
            return (absent ? "no line " : "a line ") + pattern;
        }
    }

    /** Reads the expectations for InterfaceTool. */
    static Expectations read() throws IOException {
        Map<String, List<Line>> rows = new LinkedHashMap<>();
        try (var in = Expectations.class.getResourceAsStream("/coverage/expectations.txt")) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(each -> !each.isBlank() && !each.startsWith("#"))
                    .forEach(each -> {
                        String[] parts = each.split(": ", 2);
                        if (rows.put(parts[0], lines(parts[1])) != null) {
                            throw new IllegalStateException("two expectations for " + parts[0]);
                        }
                    });
        }
        return new Expectations(rows);
    }

    private static List<Line> lines(String text) {
        return Stream.of(text.split(" ;; "))
                .map(each -> new Line(each.startsWith("!"), Pattern.compile(each.replaceFirst("^!", ""))))
                .toList();
    }

    /** The expectations of a row that are not met; empty if all are. */
    List<Line> missing(String row, Set<String> lines) {
        return ofRow.get(row).stream().filter(each -> !each.holds(lines)).toList();
    }

    /** All expectations that are not met, by row. */
    Map<String, List<Line>> missing(Set<String> lines) {
        return ofRow.keySet().stream()
                .filter(row -> !missing(row, lines).isEmpty())
                .collect(Collectors.toMap(row -> row, row -> missing(row, lines), (a, b) -> a, TreeMap::new));
    }
}
