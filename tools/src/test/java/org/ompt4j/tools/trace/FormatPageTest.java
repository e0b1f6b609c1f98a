package org.ompt4j.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;

/** The table of records in docs/format.md agrees with {@link Event}, and its list of versions is complete. */
class FormatPageTest {
    private static final Path PAGE =
            Path.of("").toAbsolutePath().getParent().resolve("docs").resolve("format.md");

    private static final int EVENT = 2;
    private static final int DETAILS = 3;
    private static final int NUMBERS = 4;

    @ParameterizedTest
    @EnumSource(Event.class)
    void rowsOfAnEventHaveItsMembersInTheOrderOfItsRecord(Event event) throws IOException {
        List<String[]> rows = rowsOf(event);

        if (!event.isOfHost()) {
            assertThat(rows).isEmpty();
            return;
        }
        assertThat(rows).isNotEmpty();
        for (String[] row : rows) {
            boolean saysStatus = row[EVENT].matches(".*, (switch|complete|detach|late_fulfill)\\b.*");
            assertThat(row[DETAILS]).isEqualTo(saysStatus ? "-" : details(event));
            assertThat(saysStatus ? row[NUMBERS].replaceFirst("\\([NP]\\)$", "(T)") : row[NUMBERS])
                    .isEqualTo(numbers(event));
        }
    }

    @Test
    void listOfVersionsEndsWithTheOneThatIsWritten() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf("\n## Versions\n");
        String list = page.substring(from, page.indexOf("\n\n", from));

        assertThat(Pattern.compile("(?<!\\S)(\\d+): ")
                        .matcher(list)
                        .results()
                        .map(each -> Integer.valueOf(each.group(1))))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, RecordLayout.VERSION).boxed().toList());
    }

    /** Joins consist of two events each, and the page describes them in words. */
    private static List<String[]> rowsOf(Event event) throws IOException {
        List<String[]> rows = new ArrayList<>();
        for (String line : Files.readAllLines(PAGE)) {
            String[] cells = line.split(" *\\| *");
            boolean isJoin = cells.length > 1 && cells[1].matches("4[456]");
            if (cells.length == NUMBERS + 1 && !isJoin && cells[EVENT].matches(event.specName() + "([ ,;].*)?")) {
                rows.add(cells);
            }
        }
        return rows;
    }

    private static String details(Event event) {
        return event.members().stream()
                .filter(each -> each.type().isDetail() && each != Member.ENDPOINT)
                .map(Member::specName)
                .collect(Collectors.collectingAndThen(Collectors.joining(", "), FormatPageTest::orNone));
    }

    private static String numbers(Event event) {
        Set<Member> numbers = new LinkedHashSet<>(event.numbers());
        event.members().stream().filter(each -> each.type() == Member.Type.TEXT).forEach(numbers::add);
        return orNone(numbers.stream().map(FormatPageTest::withBase).collect(Collectors.joining(", ")));
    }

    private static String orNone(String list) {
        return list.isEmpty() ? "-" : list;
    }

    private static String withBase(Member member) {
        return member.specName()
                + switch (member.type()) {
                    case TASK -> " (T)";
                    case NEW_TASK -> " (C)";
                    case REGION -> " (R)";
                    case WAIT, POOL -> " (W)";
                    case SIGNED -> " (S)";
                    case TEXT -> " (U: its id)";
                    default -> " (U)";
                };
    }
}
