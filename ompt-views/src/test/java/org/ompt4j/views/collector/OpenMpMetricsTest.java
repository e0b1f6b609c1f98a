package org.ompt4j.views.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ompt4j.views.collector.Collector.OmpCollectorState;

class OpenMpMetricsTest {
    private static final Set<OmpCollectorState> WORK =
            EnumSet.of(OmpCollectorState.WORK, OmpCollectorState.SERIAL, OmpCollectorState.REDUC);

    private final OpenMpMetrics metrics = new OpenMpMetrics();

    @ParameterizedTest
    @EnumSource
    void everyStateIsEitherWorkOrWait(OmpCollectorState state) {
        metrics.sample(state, 10);

        assertThat(metrics.workNanos()).isEqualTo(WORK.contains(state) ? 10 : 0);
        assertThat(metrics.waitNanos()).isEqualTo(WORK.contains(state) ? 0 : 10);
    }

    @Test
    void bothAddUpToTheTimeThatWasSampled() {
        for (OmpCollectorState each : OmpCollectorState.values()) {
            metrics.sample(each, each.value());
        }

        assertThat(metrics.workNanos()).isEqualTo(2 + 6 + 7);
        assertThat(metrics.workNanos() + metrics.waitNanos()).isEqualTo(66);
    }
}
