package org.ompt4j.tools.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MeanOverTimeTest {
    @Test
    void meansAreThoseOfTheNumberAtEachTime() {
        Random random = new Random(5);
        long[] numbers = new long[1_000];
        MeanOverTime mean = new MeanOverTime(100, numbers.length);
        for (int i = 0; i < 500; i++) {
            int from = random.nextInt(numbers.length);
            int to = Math.min(numbers.length, from + random.nextInt(i % 2 == 0 ? 15 : 600));
            mean.add(from, to, i % 7);
            for (int j = from; j < to; j++) {
                numbers[j] += i % 7;
            }
        }

        assertThat(mean.stepNanos()).isEqualTo(10);
        double[] means = mean.means();
        for (int i = 0; i < means.length; i++) {
            long sum = Arrays.stream(numbers, 10 * i, 10 * i + 10).sum();
            assertThat(means[i]).isEqualTo(sum / 10.0);
        }
    }

    @Test
    void integralIsThatOfTheNumber() {
        MeanOverTime mean = new MeanOverTime(10, 100);
        mean.add(5, 25, 1);
        mean.add(50, 60, 1);

        MeanOverTime.Integral integral = mean.integral();

        assertThat(integral.between(0, 100)).isEqualTo(30);
        assertThat(integral.between(10, 20)).isEqualTo(10);
        assertThat(integral.between(55, 1_000)).isEqualTo(5);
        assertThat(integral.between(-5, 5)).isEqualTo(2.5);
        assertThat(integral.between(30, 50)).isZero();
    }

    @Test
    void whatComesAfterTheEndIsLeftOut() {
        MeanOverTime mean = new MeanOverTime(3, 8);
        mean.add(7, 100, 2);
        mean.add(20, 30, 2);

        assertThat(mean.stepNanos()).isEqualTo(3);
        assertThat(mean.means()).containsExactly(0, 0, 2 * 2 / 3.0);
    }
}
