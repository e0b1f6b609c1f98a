package org.ompt4j.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.TraceBuilder;

class ScoreCommandTest {

    @Test
    void saysWhatEventsComeFrom() {
        CommandLineRun run = CommandLineRun.on(RichTrace.build(), "score", "x.ompt");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.lines().get(0)).matches("Trace     x\\.ompt: \\d+ events");
        assertThat(run.out()).contains("\nConstructs (most events first", "\nEvents (most", "\nCall sites (most");
    }

    @Test
    void saysThatItCannotLeaveOutAsMuchAsItIsToldTo(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("filter.properties");

        CommandLineRun run =
                CommandLineRun.on(RichTrace.build(), "score", "--write-filter", out.toString(), "--remove", "100", "x");

        assertThat(run.out())
                .containsPattern(" events, [\\d.]+ % of their bytes, and cannot leave out more; use it with ");
    }

    @Test
    void writesAFilterAndSaysWhatItLeavesOut(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("filter.properties");
        CommandLineRun run =
                CommandLineRun.on(RichTrace.build(), "score", "--write-filter", out.toString(), "--remove", "10", "x");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .containsPattern(
                        "filter\\.properties: leaves out \\d+ of \\d+ events, [\\d.]+ % of their bytes; use it with config=");
        assertThat(Files.readString(out)).startsWith("# Made by: score").containsPattern("\n(exclude|constructs) = ");

        CommandLineRun again =
                CommandLineRun.on(RichTrace.build(), "score", "--write-filter", out.toString(), "x.ompt");
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.err()).contains("exists already; name another file with --write-filter");
    }

    @Test
    void aTraceOfWhichNothingCanBeLeftOutHasNoFilter(@TempDir Path directory) {
        Path out = directory.resolve("filter.properties");
        CommandLineRun run =
                CommandLineRun.on(new TraceBuilder().build(), "score", "--write-filter", out.toString(), "x.ompt");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo("ompt4j: x.ompt: has nothing that settings could leave out; no filter is written"
                        + System.lineSeparator());
        assertThat(out).doesNotExist();
    }

    @Test
    void samplesAreOneLine() {
        CommandLineRun run = CommandLineRun.on(SampledTrace.build(), "score", "x.ompt");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1).allMatch(each -> each.contains("has samples, not events"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"score", "score --top 0 x", "score --remove 0 x", "score --remove 101 x", "score a b"})
    void wrongUsageIsExitCode2(String line) {
        CommandLineRun run = CommandLineRun.on(RichTrace.build(), line.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("ompt4j: ").contains("--help'");
    }
}
