package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ompt4j.tools.report.WaitHistogram.Range;

class WaitHistogramTest {
    @Test
    void aRangeBeginsWhereTheOneBeforeEnds() {
        WaitHistogram histogram = new WaitHistogram();
        for (long end = 10_000; end <= 100_000_000; end *= 10) {
            histogram.add(end - 1);
            histogram.add(end);
        }
        histogram.add(0);
        histogram.add(Long.MAX_VALUE);

        assertThat(histogram.ranges())
                .containsExactly(
                        new Range(0, 10_000, 2, "<10 us"),
                        new Range(10_000, 100_000, 2, "10-100 us"),
                        new Range(100_000, 1_000_000, 2, "0.1-1 ms"),
                        new Range(1_000_000, 10_000_000, 2, "1-10 ms"),
                        new Range(10_000_000, 100_000_000, 2, "10-100 ms"),
                        new Range(100_000_000, Long.MAX_VALUE, 2, ">=100 ms"));
    }

    @Test
    void saysOnlyWhatThereIs() {
        WaitHistogram histogram = new WaitHistogram();
        histogram.add(5_000_000);
        histogram.add(6_000_000);
        assertThat(histogram.says()).isEqualTo("2 of 1-10 ms");
        assertThat(histogram.isSpread()).isFalse();

        histogram.add(1);
        assertThat(histogram.says()).isEqualTo("1 of <10 us, 2 of 1-10 ms");
        assertThat(histogram.isSpread()).isTrue();
    }
}
