package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThinnedTest {
    private static final int MOST = 5;
    private static final long GAP_NANOS = 1_000;

    @Test
    void stretchesBecomeLongerWithTheTimeAndNotWithTheNumberOfItems() {
        LateBegins items = new LateBegins(MOST);
        int count = 100_000;
        for (int i = 0; i < count; i++) {
            items.add(i * GAP_NANOS, i);
        }
        items.shrink();

        assertThat(items.told()).isEqualTo(count);
        assertThat(items.size()).isBetween(MOST / 3, MOST);
        assertThat(items.grainNanos()).isBetween(1L, count * GAP_NANOS);
        assertThat(items.lateNanos(items.size() - 1)).isEqualTo(count - 1);
    }
}
