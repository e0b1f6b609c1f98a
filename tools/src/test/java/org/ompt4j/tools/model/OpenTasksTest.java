package org.ompt4j.tools.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenTasksTest {
    @Test
    void laterOnesAreCountedWhenThereAreTooMany() {
        OpenTasks tasks = new OpenTasks(3);
        for (long id = 1; id <= 5; id++) {
            tasks.created(id, 10 * id);
        }

        assertThat(tasks.notFollowed()).isEqualTo(2);
        assertThat(tasks.of(3)).isEqualTo(30);
        assertThat(tasks.of(4)).isEqualTo(OpenTasks.NOT_KNOWN);
        assertThat(tasks.forget(1)).isEqualTo(10);
        tasks.created(6, 60);
        assertThat(tasks.of(6)).isEqualTo(60);
        assertThat(tasks.forget(1)).isEqualTo(OpenTasks.NOT_KNOWN);
    }

    @Test
    void whatIsForgottenLeavesTheOthersWhereTheyAreFound() {
        OpenTasks tasks = new OpenTasks();
        for (long id = 1; id <= 10_000; id++) {
            tasks.created(id, id);
        }
        for (long id = 1; id <= 10_000; id += 3) {
            assertThat(tasks.forget(id)).isEqualTo(id);
        }

        for (long id = 1; id <= 10_000; id++) {
            assertThat(tasks.of(id)).isEqualTo(id % 3 == 1 ? OpenTasks.NOT_KNOWN : id);
        }
        assertThat(tasks.notFollowed()).isZero();
    }
}
