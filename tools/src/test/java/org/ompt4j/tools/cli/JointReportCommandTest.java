package org.ompt4j.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.TraceBuilder;

/** {@code report} of several traces. */
class JointReportCommandTest {
    @TempDir
    private Path directory;

    private CommandLineRun run(String... arguments) {
        return CommandLineRun.with(
                (file, shown) -> {
                    if (file.toString().contains("missing")) {
                        throw new IOException(file + ": there is no such file");
                    }
                    return run(file);
                },
                arguments);
    }

    /** Each file is another run, except for copies of one. */
    private static Trace run(Path file) {
        String name = file.getFileName().toString();
        TraceBuilder trace = new TraceBuilder().startedLater(name.contains("copy") ? 0 : 1 + Math.abs(name.hashCode()));
        RichTrace.addTo(trace);
        return trace.build();
    }

    /** One JVM is not two. */
    @Test
    void runThatIsGivenMoreThanOnceCountsOnce() {
        CommandLineRun run = run("report", "a.ompt", "copy1.ompt", "copy2.ompt");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err().lines())
                .containsExactly("ompt4j: copy2.ompt: is of the same run as copy1.ompt, and left out");
        assertThat(run.out()).startsWith("\n2 JVMs: ");
    }

    private Path trace(String name) throws IOException {
        return Files.writeString(directory.resolve(name), "");
    }

    @Test
    void tellsOfAllTogether() {
        CommandLineRun run = run("report", "a.ompt", "b.ompt");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("\n2 JVMs: ")
                .contains("In 2 JVMs, ", "  a.ompt: app.jar, process 4711")
                .containsOnlyOnce("Findings (worst first");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void writesJson() {
        CommandLineRun run = run("report", "--json", "a.ompt", "b.ompt");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("{\"format\":\"ompt4j-joint-report\",\"version\":1,")
                .endsWith("}\n");
    }

    @Test
    void traceThatCannotBeReadIsNamedAndTheOthersAreTold() {
        CommandLineRun run = run("report", "a.ompt", "missing.ompt");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines()).containsExactly("ompt4j: missing.ompt: there is no such file");
        assertThat(run.out()).startsWith("\n1 JVM: ");
    }

    @Test
    void whereNoneCanBeReadThereIsNoReport() {
        CommandLineRun run = run("report", "missing1", "missing2");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).endsWith("ompt4j: none of these traces can be read" + System.lineSeparator());
    }

    @Test
    void pageLeadsToOneBesideEachTrace() throws IOException {
        Path other = Files.createDirectory(directory.resolve("with space"));
        String one = trace("a.ompt").toString();
        String two = Files.writeString(other.resolve("b#.ompt"), "").toString();
        Path index = directory.resolve("all.html");

        CommandLineRun run = run("report", "--html", index.toString(), one, two);

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo(index + ": open it with a browser" + System.lineSeparator());
        assertThat(index).content().contains("href=\"./a.ompt.html\"", "href=\"./with%20space/b%23.ompt.html\"");
        assertThat(Path.of(one + ".html")).content().startsWith("<!DOCTYPE html>");
        assertThat(Path.of(two + ".html")).content().startsWith("<!DOCTYPE html>");
    }

    @Test
    void pageThatIsThereIsLedToAndAnotherFileIsNot() throws IOException {
        String one = trace("a.ompt").toString();
        String two = trace("b.ompt").toString();
        assertThat(run("report", "--html", one + ".html", one).exitCode()).isZero();
        Path mine = Files.writeString(Path.of(two + ".html"), "mine");
        Path index = directory.resolve("all.html");

        CommandLineRun run = run("report", "--html", index.toString(), one, two);

        assertThat(run.err().lines()).hasSize(1).allMatch(each -> each.contains("b.ompt.html exists already"));
        assertThat(mine).hasContent("mine");
        assertThat(index).content().contains("href=\"./a.ompt.html\"").doesNotContain("b.ompt.html");
    }
}
