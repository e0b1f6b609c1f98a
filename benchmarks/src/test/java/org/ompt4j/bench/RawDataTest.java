package org.ompt4j.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawDataTest {
    private static final Trial OFF = new Trial(0, 17, Suite.START_UP, "hello", Setting.OFF);
    private static final Trial PROFILER = new Trial(1, 25, Suite.PROGRAMS, "h2", Setting.ASYNC_PROFILER);

    @TempDir
    private Path directory = Path.of("");

    private Path file = Path.of("");

    @BeforeEach
    void nameFile() {
        file = directory.resolve("raw.csv");
    }

    @Test
    void whatWasWrittenIsReadAgain() throws IOException {
        RawData written = RawData.begin(file);
        written.add(row(OFF, Map.of("total", List.of(41.5))));
        written.add(row(PROFILER, Map.of("wall", List.of(1.25, 2.5))));

        assertThat(RawData.read(file).rows()).isEqualTo(written.rows()).hasSize(2);
    }

    @Test
    void valuesAreFoundByTheirPair() throws IOException {
        RawData data = RawData.begin(file);
        data.add(row(PROFILER, Map.of("wall", List.of(1.25, 2.5), "cpu", List.of(3.0))));
        data.add(row(OFF, Map.of("wall", List.of(7.0))));

        assertThat(data.values(25, Suite.PROGRAMS, "h2", Setting.ASYNC_PROFILER, "wall"))
                .containsOnlyKeys(1)
                .containsEntry(1, new double[] {1.25, 2.5});
        assertThat(data.values(25, Suite.PROGRAMS, "h2", Setting.OFF, "wall")).isEmpty();
        assertThat(data.values(17, Suite.PROGRAMS, "h2", Setting.ASYNC_PROFILER, "wall"))
                .isEmpty();
        assertThat(data.values(25, Suite.PROGRAMS, "h2", Setting.ASYNC_PROFILER, "none"))
                .isEmpty();
    }

    @Test
    void trialThatRanAgainCountsByItsLaterRun() throws IOException {
        RawData data = RawData.begin(file);
        data.add(row(OFF, Map.of("total", List.of(41.5))));
        data.add(row(OFF, Map.of("total", List.of(40.0))));

        for (RawData each : List.of(data, RawData.read(file))) {
            assertThat(each.rows()).hasSize(1);
            assertThat(each.values(17, Suite.START_UP, "hello", Setting.OFF, "total"))
                    .containsEntry(0, new double[] {40.0});
        }
    }

    @Test
    void halfALineOfAKilledRunIsCutOffAndMeasuredAgain() throws IOException {
        RawData.begin(file).add(row(OFF, Map.of("total", List.of(41.5))));
        Files.writeString(file, "1,25,programs,h2,async-profiler,2026-01-01T00:0", StandardOpenOption.APPEND);

        RawData resumed = RawData.read(file);
        resumed.add(row(PROFILER, Map.of("wall", List.of(1.0))));

        assertThat(resumed.has(OFF)).isTrue();
        assertThat(RawData.read(file).rows()).isEqualTo(resumed.rows()).hasSize(2);
    }

    @Test
    void beginningAnewForgetsWhatWasThere() throws IOException {
        RawData.begin(file).add(row(OFF, Map.of("total", List.of(41.5))));

        assertThat(RawData.begin(file).has(OFF)).isFalse();
        assertThat(RawData.read(file).rows()).isEmpty();
    }

    @Test
    void lineThatIsNoneIsNamed() throws IOException {
        Files.writeString(file, "head\nsomething else\n");

        assertThatThrownBy(() -> RawData.read(file)).hasMessageContaining("something else");
    }

    @Test
    void trialThatFailedIsKnownAndHasNoValues() throws IOException {
        RawData data = RawData.begin(file);
        data.add(row(OFF, Map.of(RawData.FAILED, List.of(1.0))));

        assertThat(data.has(OFF)).isTrue();
        assertThat(data.rows().get(0).failed()).isTrue();
        assertThat(data.values(17, Suite.START_UP, "hello", Setting.OFF, "total"))
                .isEmpty();
    }

    private static RawData.Row row(Trial trial, Map<String, List<Double>> metrics) {
        return new RawData.Row(trial, Instant.parse("2026-01-01T00:00:01Z"), 0.25, metrics);
    }
}
