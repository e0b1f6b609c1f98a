package org.ompt4j.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.tools.read.TraceLosses;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;

class CompareCommandTest {

    @Test
    void comparesTwoTracesOrSeveralASide() {
        CommandLineRun two = CommandLineRun.on(RichTrace.build(), "compare", "a.ompt", "b.ompt");
        CommandLineRun four = CommandLineRun.on(RichTrace.build(), "compare", "a1", "a2", "--to", "b1", "b2");

        assertThat(two.exitCode()).isZero();
        assertThat(two.out()).contains("Before    a.ompt, process 4711", "After     b.ompt, process 4711");
        assertThat(four.exitCode()).isZero();
        assertThat(four.out()).contains("Before    a1, process 4711").contains("; a2, process 4711");
        assertThat(two.err() + four.err()).isEmpty();
    }

    @Test
    void writesJson() {
        CommandLineRun run = CommandLineRun.on(RichTrace.build(), "compare", "--json", "a.ompt", "b.ompt");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("{\"format\":\"ompt4j-comparison\",\"version\":1,")
                .endsWith("}\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "compare",
                "compare a",
                "compare a b c",
                "compare --to b",
                "compare --top 0 a b",
                "compare --percent -1 a b",
                "compare --percent NaN a b",
                "compare --least x a b"
            })
    void wrongUsageIsExitCode2AndSaysHow(String line) {
        CommandLineRun run = CommandLineRun.on(RichTrace.build(), line.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("ompt4j: ").contains("--help'");
        assertThat(run.out()).isEmpty();
    }

    /** Help and error call the traces before B and those after A. */
    @Test
    void errorSaysWhichSideIsWhichAsTheHelpDoes() {
        assertThat(CommandLineRun.on(RichTrace.build(), "compare", "--help").out())
                .contains("B1 B2 B3 --to A1");
        assertThat(CommandLineRun.on(RichTrace.build(), "compare", "a").err()).contains("B1 B2 --to A1 A2");
    }

    @Test
    void aTraceWithoutEventsIsOneLine() {
        CommandLineRun run = CommandLineRun.on(SampledTrace.build(), "compare", "a.ompt", "b.ompt");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo("ompt4j: a.ompt: has samples, not events; compare traces of tool=trace or tool=profile"
                        + System.lineSeparator());
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aFileThatIsNotThereIsOneLine(@TempDir Path directory) {
        CommandLineRun run = CommandLineRun.with(Traces::open, "compare", directory + "/a.ompt", "b.ompt");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1).allMatch(each -> each.contains("there is no such file"));
    }

    @Test
    void aDamagedTraceIsComparedAndSaidToBe() {
        TraceLosses losses = new TraceLosses(0, Map.of(), true, 0, 0, 100, "", 1_000_000, 0, 0);
        CommandLineRun run = CommandLineRun.on(RichTrace.build().withLosses(losses), "compare", "a.ompt", "b.ompt");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("a.ompt: 100 bytes in it are damaged", "b.ompt: 100 bytes in it are damaged");
        assertThat(run.out()).contains("a.ompt: 100 bytes inside the file are damaged.");
    }
}
