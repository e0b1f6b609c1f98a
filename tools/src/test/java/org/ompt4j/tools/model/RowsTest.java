package org.ompt4j.tools.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RowsTest {
    private long givenUp;
    private final Rows<Integer, Row> rows =
            new Rows<>(10, key -> new Row(), each -> each.sum, each -> givenUp += each.sum);

    private static final class Row {
        long sum;
    }

    private void add(int key, long more) {
        rows.at(key).sum += more;
    }

    @Test
    void thoseOfMostWeightAreKeptAndTheRestIsAddedUp() {
        long all = 0;
        for (int i = 0; i < 1_000; i++) {
            long more = i % 100 == 0 ? 1_000_000 + i : i % 7;
            add(i, more);
            all += more;
        }

        assertThat(rows.kept().keySet()).containsExactlyInAnyOrder(0, 100, 200, 300, 400, 500, 600, 700, 800, 900);
        assertThat(rows.given()).isEqualTo(990);
        assertThat(rows.all().stream().mapToLong(each -> each.sum).sum() + givenUp)
                .isEqualTo(all);
    }

    @Test
    void thereAreNeverMoreThanFourTimesAsMany() {
        for (int i = 0; i < 1_000; i++) {
            rows.at(i);
            assertThat(rows.given()).isGreaterThanOrEqualTo(i + 1 - 40);
        }
    }

    @Test
    void ofEquallyHeavyOnesTheOldestAreKept() {
        for (int i = 0; i < 15; i++) {
            add(i, i < 12 ? 5 : 9);
        }

        assertThat(rows.kept().keySet()).containsExactly(0, 1, 2, 3, 4, 5, 6, 12, 13, 14);
    }

    @Test
    void fewAreAllKept() {
        add(1, 0);
        add(2, 3);
        add(1, 2);

        assertThat(rows.kept()).hasSize(2);
        assertThat(rows.at(1).sum).isEqualTo(2);
        assertThat(rows.find(3)).isNull();
        assertThat(rows.given()).isZero();
    }
}
