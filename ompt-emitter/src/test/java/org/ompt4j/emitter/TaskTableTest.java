package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TaskTableTest {
    private static final int FIRST_ROWS = 16;

    private final TaskTable table = new TaskTable(3);

    /** Rows are found as in a map, while the table grows and shrinks, and after others were removed. */
    @Test
    void isAMapOfTasks() {
        for (int seed = 0; seed < 40; seed++) {
            compareWithAMap(new Random(seed));
        }
    }

    private void compareWithAMap(Random random) {
        Map<Long, Long> expected = new HashMap<>();
        List<Long> tasks = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            boolean grows = i % 1_000 < 500;
            long task = 1 + random.nextInt(10_000);
            if (expected.containsKey(task)) {
                assertThat(table.get(table.find(task), 2)).isEqualTo(expected.get(task));
            } else if (grows || tasks.isEmpty()) {
                int row = table.add(task);
                assertThat(table.get(row, 1)).isZero();
                assertThat(table.get(row, 2)).isZero();
                table.set(row, 2, i);
                expected.put(task, (long) i);
                tasks.add(task);
            } else {
                assertThat(table.find(task)).isEqualTo(TaskTable.NONE);
                long removed = tasks.remove(random.nextInt(tasks.size()));
                int row = table.find(removed);
                assertThat(table.get(row, 2)).isEqualTo(expected.remove(removed));
                table.remove(row);
                assertThat(table.find(removed)).isEqualTo(TaskTable.NONE);
            }
        }
        expected.forEach(
                (task, value) -> assertThat(table.get(table.find(task), 2)).isEqualTo(value));
        for (long each : tasks) {
            table.remove(table.find(each));
        }
        assertThat(table.capacity()).isEqualTo(FIRST_ROWS);
    }

    /** A million virtual threads may wait: memory for less than twice the rows that there are. */
    @Test
    void isMoreThanHalfFullWhileItGrows() {
        for (int i = 1; i <= 100_000; i++) {
            table.add(16L * i);
            if (i >= FIRST_ROWS) {
                assertThat(table.capacity()).isLessThan(2 * i);
            }
        }
    }

    @Test
    void isEmptyAfterItWasCleared() {
        for (int i = 1; i <= 100; i++) {
            table.add(i);
        }
        table.clear();

        for (int i = 1; i <= 100; i++) {
            assertThat(table.find(i)).isEqualTo(TaskTable.NONE);
        }
        assertThat(table.capacity()).isEqualTo(FIRST_ROWS);
    }
}
