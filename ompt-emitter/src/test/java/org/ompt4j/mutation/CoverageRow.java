package org.ompt4j.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Something of the interface that docs/ompt-coverage.md says is there.
 *
 * @param test a class of tests by its simple name, or {@code Class.method}
 */
public record CoverageRow(String document, String group, String name, String test) {
    private static final Path CATALOG = Path.of("..", "end-to-end/src/test/resources/coverage/catalog.txt");
    private static final Path TESTS = Path.of("src/test/java");

    /** Every such row of every document, read from a module's folder. */
    public static List<CoverageRow> implemented() throws IOException {
        List<CoverageRow> rows = new ArrayList<>();
        String document = "";
        String group = "";
        for (String line : Files.readAllLines(CATALOG)) {
            if (line.startsWith("== ")) {
                group = line.substring(3);
            } else if (line.startsWith("= ")) {
                document = line.substring(2);
            } else if (line.contains(" | yes | ")) {
                String[] parts = line.split(" \\| ", -1);
                rows.add(new CoverageRow(document, group, parts[0], parts[3]));
            }
        }
        return rows;
    }

    /** The classes of tests of the module whose folder this is, by their simple names. */
    public static Map<String, String> testClasses() throws IOException {
        Map<String, String> classes = new HashMap<>();
        try (Stream<Path> files = Files.walk(TESTS)) {
            files.map(each -> TESTS.relativize(each).toString())
                    .filter(each -> each.endsWith("Test.java"))
                    .map(each -> each.replace(".java", "").replace('/', '.').replace('\\', '.'))
                    .forEach(each -> classes.put(each.substring(each.lastIndexOf('.') + 1), each));
        }
        return classes;
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
