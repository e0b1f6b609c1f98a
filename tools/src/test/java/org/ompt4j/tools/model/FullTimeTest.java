package org.ompt4j.tools.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FullTimeTest {
    private final FullTime full = new FullTime();

    /** Of each ten nanoseconds three are full. */
    private void changes(int times) {
        for (int i = 0; i < times; i++) {
            full.isFull(true, 10L * i);
            full.isFull(false, 10L * i + 3);
        }
    }

    @Test
    void isNothingBeforeTheFirstChange() {
        assertThat(full.until(5)).isZero();
        full.isFull(true, 10);
        assertThat(full.until(5)).isZero();
        assertThat(full.until(10)).isZero();
    }

    @Test
    void isKnownAtAnyTimeThatHasPassed() {
        changes(3);
        assertThat(full.until(2)).isEqualTo(2);
        assertThat(full.until(5)).isEqualTo(3);
        assertThat(full.until(21)).isEqualTo(7);
        assertThat(full.until(1_000)).isEqualTo(9);
    }

    @Test
    void goesOnAfterTheLastChange() {
        full.isFull(true, 10);
        assertThat(full.until(17)).isEqualTo(7);
    }

    @Test
    void whatDoesNotChangeItIsNoChange() {
        full.isFull(false, 3);
        full.isFull(true, 10);
        full.isFull(true, 15);
        assertThat(full.until(20)).isEqualTo(10);
    }

    @Test
    void ofSeveralChangesAtOneTimeTheLastOneHolds() {
        full.isFull(true, 10);
        full.isFull(false, 10);
        full.isFull(true, 10);
        full.isFull(false, 20);
        assertThat(full.until(10)).isZero();
        assertThat(full.until(15)).isEqualTo(5);
    }

    @Test
    void theLatestOfMoreChangesThanAreKeptAreExactAndOfOldOnesTheSum() {
        int times = 100_000;
        changes(times);
        long end = 10L * times;
        for (int i = 0; i < 2_000; i++) {
            long time = end - i;
            long expected = time / 10 * 3 + Math.min(3, time % 10);
            assertThat(full.until(time)).isEqualTo(expected);
        }
        assertThat(full.until(end / 2)).isCloseTo(end / 2 * 3 / 10, within(10L));
    }
}
