package org.ompt4j.tools.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RuleBookTest {
    @Test
    void rulesOfOneLetterStandTogetherInTheOrderOfTheirNumbers() {
        List<String> ids = RuleBook.rules().stream().map(Rule::id).toList();
        List<Character> letters =
                ids.stream().map(each -> each.charAt(0)).distinct().toList();

        assertThat(letters).containsExactly('I', 'R', 'B', 'T', 'M', 'W', 'S', 'C');
        for (char letter : letters) {
            List<String> together = ids.subList(first(ids, letter), last(ids, letter) + 1);
            assertThat(together).allMatch(each -> each.charAt(0) == letter);
            assertThat(together.stream().map(each -> Integer.valueOf(each.substring(1))))
                    .isSorted();
        }
    }

    private static int first(List<String> ids, char letter) {
        return ids.indexOf(ids.stream()
                .filter(each -> each.charAt(0) == letter)
                .findFirst()
                .orElseThrow());
    }

    private static int last(List<String> ids, char letter) {
        return ids.lastIndexOf(ids.stream()
                .filter(each -> each.charAt(0) == letter)
                .reduce((earlier, later) -> later)
                .orElseThrow());
    }
}
