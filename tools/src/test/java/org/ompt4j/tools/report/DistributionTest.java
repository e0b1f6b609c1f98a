package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15, 16, 17, 1_000, 50_000})
    void isSpreadAsOneHistogramOfAllTimes(int count) {
        Distribution distribution = new Distribution();
        Histogram all = new Histogram(2);
        Random random = new Random(count);
        long total = 0;
        long max = 0;
        for (int i = 0; i < count; i++) {
            long time = (long) Math.exp(random.nextDouble() * 30);
            distribution.add(time);
            all.recordValue(time);
            total += time;
            max = Math.max(max, time);
        }

        assertThat(distribution.count()).isEqualTo(count);
        assertThat(distribution.totalNanos()).isEqualTo(total);
        assertThat(distribution.maxNanos()).isEqualTo(max);
        for (double percent : new double[] {0, 1, 50, 90, 99, 100}) {
            assertThat(distribution.percentile(percent)).isEqualTo(Math.min(max, all.getValueAtPercentile(percent)));
        }
    }
}
