package org.ompt4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForkedRunTest {

    @Test
    void metricsAreTakenFromWhatAProgramPrints() {
        Map<String, List<Double>> metrics = new LinkedHashMap<>();
        for (String line : List.of("hello", "@begun", "@wall 1.5 @cpu 3", "@wall 2.5", "Started recording 1.")) {
            ForkedRun.parse(line, metrics);
        }

        assertThat(metrics).isEqualTo(Map.of("wall", List.of(1.5, 2.5), "cpu", List.of(3.0)));
    }
}
