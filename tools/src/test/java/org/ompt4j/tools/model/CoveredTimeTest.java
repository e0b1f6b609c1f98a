package org.ompt4j.tools.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CoveredTimeTest {
    private final CoveredTime time = CoveredTime.atLeast();

    @Test
    void whatOverlapsCountsOnce() {
        time.add(0, 10);
        time.add(5, 12);
        time.add(20, 30);
        time.add(0, 40);
        time.add(50, 60);

        assertThat(time.nanos()).isEqualTo(40 + 10);
    }

    @Test
    void countsEachInstantOnce() {
        Random random = new Random(7);
        long[][] stretches = new long[900][2];
        BitSet instants = new BitSet();
        for (long[] each : stretches) {
            each[0] = random.nextInt(40_000);
            each[1] = each[0] + random.nextInt(60);
            instants.set((int) each[0], (int) each[1]);
        }
        Arrays.sort(stretches, Comparator.comparingLong(each -> each[1]));
        for (long[] each : stretches) {
            time.add(each[0], each[1]);
        }

        assertThat(time.nanos()).isEqualTo(instants.cardinality());
    }

    @Test
    void whatMayBeTooLargeIsExactWhereNothingReachesBackFar() {
        CoveredTime atMost = CoveredTime.atMost();
        for (int i = 0; i < 1_500; i++) {
            atMost.add(10 * i, 10 * i + 5);
        }

        assertThat(atMost.nanos()).isEqualTo(1_500 * 5);
    }

    @Test
    void whatMayBeTooLargeIsNeverTooSmall() {
        CoveredTime atMost = CoveredTime.atMost();
        for (int i = 0; i < 100; i++) {
            atMost.add(10 * i, 10 * i + 5);
        }
        atMost.add(300, 1_000);

        assertThat(atMost.nanos()).isBetween(30 * 5 + 700L, 1_000L);

        atMost.add(0, 1_000);
        assertThat(atMost.nanos()).isEqualTo(1_000);
    }

    @Test
    void ofManyGapsTheOldOnesAreClosed() {
        for (int i = 0; i < 1_500; i++) {
            time.add(10 * i, 10 * i + 5);
        }
        assertThat(time.nanos()).isEqualTo(1_500 * 5);

        time.add(0, 15_000);
        assertThat(time.nanos()).isBetween(15_000L - 512 * 5, 15_000L);
    }
}
