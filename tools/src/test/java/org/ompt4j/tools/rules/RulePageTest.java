package org.ompt4j.tools.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Event;

/** docs/check.md says for each rule under which conditions it is checked. */
class RulePageTest {
    private static final Path PAGE = Path.of("../docs/check.md");

    /** The text for rules that do not check the end of a run which was not finished. */
    private static final String BUT_THE_END = "(; )?the end, if the run was not finished$";

    @Test
    void eachRowSaysWhatItsRuleNeeds() throws IOException {
        Map<String, String> needs = new LinkedHashMap<>();
        RuleBook.rules().forEach(each -> needs.put(each.id(), judgedUnless(each)));

        assertThat(lastCells()).containsExactlyEntriesOf(needs);
    }

    private static Map<String, String> lastCells() throws IOException {
        Map<String, String> cells = new LinkedHashMap<>();
        for (String line : Files.readAllLines(PAGE)) {
            if (line.matches("\\| [A-Z]\\d+ \\|.*")) {
                String[] row = line.split(" *\\| *", -1);
                cells.put(row[1], row[3].replaceFirst(BUT_THE_END, ""));
            }
        }
        return cells;
    }

    private static String judgedUnless(Rule rule) {
        boolean looksAtExceptions = rule.events().contains(Event.ERROR);
        return Stream.concat(
                        looksAtExceptions ? Stream.of("errors or cancels are off") : Stream.empty(),
                        Stream.of(Precondition.values())
                                .filter(rule.needs()::contains)
                                .map(RulePageTest::without)
                                .filter(each -> !each.isEmpty()))
                .collect(Collectors.joining(", "));
    }

    /** The text for a condition; empty for conditions of many rules, which are described outside of the table. */
    private static String without(Precondition need) {
        return switch (need) {
            case STACKS, MOUNTS, EVENTS -> "";
            case BEGINNING -> "ring";
            case NO_LOSS -> "dropped events";
            case DEFINITIONS -> "the file was cut";
            case MUTEXES -> "mutex.detail=off";
            case EVERY_MUTEX_OPERATION -> "mutex.detail is not full, min-wait is set";
            case ALL_CALL_SITES -> "filters by class";
            case SHORT_WAITS -> "min-wait is set";
            case SAMPLES -> "no samples";
            case MORE_THAN_A_TRACE -> "no trace shows it";
        };
    }

    @Test
    void rulesThatFollowStacksOfTasksAreNamed() throws IOException {
        assertThat(Files.readString(PAGE))
                .contains(RuleBook.rules().stream()
                                .filter(each -> each.needs().contains(Precondition.STACKS))
                                .map(Rule::id)
                                .collect(Collectors.joining(", "))
                        + " follow each thread's stack of tasks.");
    }
}
