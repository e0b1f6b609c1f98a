package org.ompt4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameSelectionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "all | true",
                "work | true",
                "task_create | false",
                "task_create;work | true",
                "[ task_create ; work ] | true",
                "task_create,work | true",
                "-task_create | true",
                "-work | false",
                "all;-work | false",
                "-all;work | true",
                "work,-all | false",
                "[] | false",
                "Work | false",
            })
    void laterElementsWinAndAListThatBeginsWithAMinusTakesOutOfAll(String list, boolean chosen) {
        assertThat(new NameSelection(list).contains("work")).isEqualTo(chosen);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "all | false",
                "work | true",
                "all;work | true",
                "-task_create | false",
                "-task_create;work | true",
                "work,-work | false",
                "work,-all | false",
                "work,-all,work | true",
                "task_create | false",
            })
    void whatIsNamedIsNamedByItselfAndNotByAll(String list, boolean named) {
        assertThat(new NameSelection(list).names("work")).isEqualTo(named);
    }
}
