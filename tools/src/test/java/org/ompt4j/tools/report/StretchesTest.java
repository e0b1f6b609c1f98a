package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StretchesTest {
    private static final int STATES = 5;

    @Test
    void neighboursThatAreAlikeAreOne() {
        Stretches stretches = new Stretches(10, STATES);
        stretches.add(0, 10, 1, 7);
        stretches.add(10, 30, 1, 7);
        stretches.add(30, 40, 1, 8);
        stretches.add(50, 60, 1, 8);

        assertThat(stretches.size()).isEqualTo(3);
        assertThat(stretches.to(0)).isEqualTo(30);
        assertThat(stretches.from(2)).isEqualTo(50);
    }

    @Test
    void thereAreNeverMoreThanAllowedAndTheyStayInOrder() {
        Stretches stretches = random(1_000_000, 400);

        assertThat(stretches.size()).isBetween(20, 400);
        for (int i = 0; i < stretches.size(); i++) {
            assertThat(stretches.to(i)).isGreaterThan(stretches.from(i));
            assertThat(stretches.shareNanos(i)).isBetween(1L, stretches.to(i) - stretches.from(i));
            assertThat(i == 0 ? 0 : stretches.to(i - 1)).isLessThanOrEqualTo(stretches.from(i));
        }
    }

    @Test
    void longOnesStayAsTheyWere() {
        Stretches stretches = new Stretches(20, STATES);
        for (int i = 0; i < 10_000; i++) {
            stretches.add(10L * i, 10L * i + 10, i % 2, 0);
        }
        stretches.add(100_000, 200_000, 3, 9);
        for (int i = 0; i < 10_000; i++) {
            stretches.add(200_000 + 10L * i, 200_010 + 10L * i, i % 2, 0);
        }
        stretches.shrink();

        int at = 0;
        while (stretches.state(at) != 3) {
            at++;
        }
        assertThat(stretches.from(at)).isEqualTo(100_000);
        assertThat(stretches.to(at)).isEqualTo(200_000);
        assertThat(stretches.shareNanos(at)).isEqualTo(100_000);
        assertThat(stretches.label(at)).isEqualTo(9);
        assertThat(stretches.grainNanos()).isLessThan(100_000);
    }

    @Test
    void whatIsMergedHasTheStateOfMostOfItsTime() {
        Stretches stretches = new Stretches(4, STATES);
        for (int i = 0; i < 100; i++) {
            stretches.add(10L * i, 10L * i + 7, 2, 5);
            stretches.add(10L * i + 7, 10L * i + 10, 4, 6);
        }
        stretches.shrink();

        assertThat(stretches.size()).isLessThanOrEqualTo(4);
        for (int i = 0; i < stretches.size(); i++) {
            assertThat(stretches.state(i)).isEqualTo(2);
            assertThat(stretches.label(i)).isEqualTo(5);
            assertThat(stretches.shareNanos(i) / (double) (stretches.to(i) - stretches.from(i)))
                    .isBetween(0.5, 0.75);
        }
    }

    @Test
    void longGapsAreNotFilled() {
        Stretches stretches = new Stretches(4, STATES);
        for (int i = 0; i < 100; i++) {
            stretches.add(10L * i, 10L * i + 10, i % 2, 0);
        }
        for (int i = 0; i < 100; i++) {
            stretches.add(100_000 + 10L * i, 100_010 + 10L * i, i % 2, 0);
        }
        stretches.shrink();

        for (int i = 0; i < stretches.size(); i++) {
            assertThat(stretches.from(i) < 1_000 && stretches.to(i) > 1_000)
                    .as("something between 1,000 and 100,000")
                    .isFalse();
        }
    }

    @Test
    void levelsBecomeCoarserAndAreOfTheSameTime() {
        Stretches finest = random(200_000, 4_000);
        List<Stretches> levels = TimelineSection.levels(finest);

        assertThat(levels.size()).isGreaterThan(1);
        for (int i = 1; i < levels.size(); i++) {
            Stretches finer = levels.get(i - 1);
            Stretches coarser = levels.get(i);
            assertThat(coarser.size()).isLessThanOrEqualTo(finer.size() / 8);
            assertThat(coarser.grainNanos()).isGreaterThan(finer.grainNanos());
            assertThat(coarser.from(0)).isEqualTo(finer.from(0));
            assertThat(coarser.to(coarser.size() - 1)).isEqualTo(finer.to(finer.size() - 1));
        }
    }

    private static Stretches random(int count, int most) {
        Random random = new Random(1);
        Stretches stretches = new Stretches(most, STATES);
        long at = 0;
        for (int i = 0; i < count; i++) {
            long end = at + 1 + random.nextInt(1_000);
            stretches.add(at, end, random.nextInt(STATES), random.nextInt(3));
            at = end;
        }
        stretches.shrink();
        return stretches;
    }
}
