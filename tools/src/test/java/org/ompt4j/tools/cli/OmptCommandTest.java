package org.ompt4j.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.trace.TraceTool;
import picocli.CommandLine;

class OmptCommandTest {

    @ParameterizedTest
    @ValueSource(strings = {"--help", "print --help", "report -h", "check --help"})
    void helpIsGood(String line) {
        CommandLineRun run = CommandLineRun.on(RichTrace.build(), line.split(" "));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("Usage: java -jar ompt-agent.jar").contains("2   wrong usage");
        assertThat(run.err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "print --version", "report -V", "check -V"})
    void everyCommandTellsItsVersion(String line) {
        CommandLineRun run = CommandLineRun.on(RichTrace.build(), line.split(" "));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("OMPT4J ");
    }

    @Test
    void nameThatTheJvmCannotUseIsToldWithTheReason() {
        CommandLineRun run = CommandLineRun.on(RichTrace.build(), "report", "a\0b");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualToIgnoringNewLines(
                        "ompt4j: a\\u0000b: the JVM cannot use this name (Nul character not allowed)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    report --width 80 x.ompt | there is no option --width
                    report --width=80 x.ompt | there is no option --width=80
                    check x.ompt y.ompt      | y.ompt is one argument too many
                    report --top few x.ompt  | Invalid value for option '--top': 'few' is not a whole number
                    reprot x.ompt            | there is no command reprot
                    """)
    void wrongUsageNamesTheOneWordThatIsWrong(String line, String problem) {
        CommandLineRun run = CommandLineRun.on(RichTrace.build(), line.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines().findFirst()).hasValue("ompt4j: " + problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "prin x.ompt",
                "print",
                "print x.ompt y.ompt",
                "report --top x x.ompt",
                "report --top 0 x",
                "report --json --html y x"
            })
    void wrongUsageIsExitCode2AndSaysHow(String line) {
        CommandLineRun run = CommandLineRun.on(RichTrace.build(), line.isEmpty() ? new String[0] : line.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("ompt4j: ").contains("--help'");
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"print", "report", "check"})
    void fileThatIsNotThereIsOneLine(String command, @TempDir Path directory) {
        Path file = directory.resolve("none.ompt");

        CommandLineRun run = CommandLineRun.with(Traces::open, command, file.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1).allMatch(each -> each.contains(file.toString()));
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"print", "report", "check"})
    void readerThatHasSeenEnoughEndsTheCommandQuietly(String command) {
        StringWriter err = new StringWriter();

        int exitCode = OmptCommandLine.create(
                        (file, shown) -> longTrace(), failing("Broken pipe"), new PrintWriter(err), Terminal.NONE)
                .execute(command, "x.ompt");

        assertThat(exitCode).isZero();
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"print", "report", "check"})
    void outputThatCannotBeWrittenIsOneLine(String command) {
        StringWriter err = new StringWriter();

        int exitCode = OmptCommandLine.create(
                        (file, shown) -> longTrace(),
                        failing("No space left on device"),
                        new PrintWriter(err),
                        Terminal.NONE)
                .execute(command, "x.ompt");

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly("ompt4j: No space left on device");
    }

    @Test
    void whatTheObservedProgramNamesCannotForgeALineOfATerminal(@TempDir Path directory) {
        Path file = directory.resolve("a\u001bb.ompt");
        TestRuntime runtime = TestRuntime.writing(file, "trace").with("include", "a\u009bb");
        runtime.failures.put("hook\u0007", 1L);
        TestThread thread = new TestThread(1, "x\u001b[2J\nRun  2 s\r\u202e", ThreadType.INITIAL);
        runtime.start(new TraceTool());
        runtime.events().threadBegin(thread, System.nanoTime(), Construct.THREAD, ThreadType.INITIAL);
        runtime.events().threadBegin(thread, System.nanoTime(), Construct.THREAD, ThreadType.INITIAL);
        runtime.end();

        assertThat(CommandLineRun.with(Traces::open, "report", "--json", file.toString())
                        .out())
                .containsIgnoringCase("\"x\\u001b[2J\\nRun  2 s\\r\\u202e\"")
                .doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\n]]");
        for (String command : new String[] {"report", "check"}) {
            CommandLineRun run = CommandLineRun.with(Traces::open, command, file.toString());
            assertThat(run.out())
                    .contains("x\\u001b[2J\\nRun  2 s\\r\\u202e")
                    .doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\n]]");
        }
        assertThat(CommandLineRun.with(Traces::open, "print", file.toString()).out())
                .containsIgnoringCase("\"x\\u001b[2J\\nRun  2 s\\r\\u202e\"")
                .doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\n]]");
        assertThat(CommandLineRun.with(Traces::open, "report", "no\u001b[2J.ompt")
                        .err())
                .contains("no\\u001b[2J.ompt")
                .doesNotContain("\u001b");
    }

    @Test
    void reportAsJsonIsOneLineWithEveryRow() {
        CommandLineRun all = CommandLineRun.on(RichTrace.build(), "report", "--json", "x.ompt");
        CommandLineRun top = CommandLineRun.on(RichTrace.build(), "report", "--json", "--top", "1", "x.ompt");

        assertThat(all.exitCode()).isZero();
        assertThat(all.lines()).singleElement().asString().startsWith("{\"format\":\"ompt4j-report\",\"version\":2,");
        assertThat(all.out()).contains("app.Writer.run");
        assertThat(top.out()).doesNotContain("app.Writer.run");
        assertThat(all.err()).isEmpty();
    }

    @Test
    void reportAsPageIsAFileThatWasNotThereBefore(@TempDir Path directory) throws IOException {
        Path page = directory.resolve("run.html");
        CommandLineRun first = CommandLineRun.on(RichTrace.build(), "report", "--html", page.toString(), "x.ompt");
        String written = Files.readString(page);
        CommandLineRun second = CommandLineRun.on(RichTrace.build(), "report", "--html", page.toString(), "x.ompt");
        CommandLineRun nowhere = CommandLineRun.on(
                RichTrace.build(),
                "report",
                "--html",
                directory.resolve("no").resolve("x.html").toString(),
                "x.ompt");

        assertThat(first.exitCode()).isZero();
        assertThat(first.lines()).containsExactly(page + ": open it with a browser");
        assertThat(first.err()).isEmpty();
        assertThat(written).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
        assertThat(second.exitCode()).isEqualTo(1);
        assertThat(second.err()).contains("run.html exists already; name another file with --html or remove it first");
        assertThat(page).hasContent(written);
        assertThat(nowhere.exitCode()).isEqualTo(1);
        assertThat(nowhere.err().lines()).singleElement().asString().contains("there is no such directory");
    }

    @Test
    void pageGoesToStandardOutputThatIsNoTerminal() {
        CommandLineRun run = CommandLineRun.on(RichTrace.build(), "report", "--html", "-", "x.ompt");
        CommandLineRun several = CommandLineRun.on(RichTrace.build(), "report", "--html", "-", "x.ompt", "y.ompt");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
        assertThat(several.exitCode()).isEqualTo(1);
        assertThat(several.err()).contains("this cannot go to standard output; name a file with --html");
        assertThat(Path.of("-")).doesNotExist();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whereNoFileCanBeMadeTheReasonIsNotItsName() {
        CommandLineRun run = CommandLineRun.on(RichTrace.build(), "report", "--html", "/proc/x.html", "x.ompt");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .isEqualToIgnoringNewLines("ompt4j: /proc/x.html cannot be made (no files can be made in that"
                        + " directory); name another file with --html");
    }

    @Test
    void aWordThatIsLikeNoCommandIsNotTakenForOne() {
        assertThat(CommandLineRun.on(RichTrace.build(), "frobnicate").err())
                .startsWith("ompt4j: there is no command frobnicate")
                .doesNotContain("Did you mean");
        assertThat(CommandLineRun.on(RichTrace.build(), "reprot").err()).contains("Did you mean report?");
    }

    @Test
    void aNameThatNoFileCanHaveIsOneLine() {
        CommandLineRun run = CommandLineRun.on(RichTrace.build(), "report", "a\0b");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines())
                .singleElement()
                .asString()
                .startsWith("ompt4j: a")
                .doesNotContain("Exception");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void pageIsForItsOwnerOnlyLikeTheTrace(@TempDir Path directory) throws IOException {
        Path page = directory.resolve("run.html");

        CommandLineRun.on(RichTrace.build(), "report", "--html", page.toString(), "x.ompt");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page)))
                .isEqualTo("rw-------");
    }

    @Test
    void checkIsGoodForALegalTrace() {
        TraceInMemory trace = RichTrace.build();

        CommandLineRun run = CommandLineRun.on(trace, "check", "x.ompt");

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines()).containsExactly(trace.eventList().size() + " events, 35 rules checked, 0 violations");
    }

    @Test
    void checkNamesEveryViolationAndFails() {
        TraceInMemory trace = RichTrace.build();
        List<TraceEvent> events = new ArrayList<>(trace.eventList());
        events.remove(0);

        CommandLineRun run = CommandLineRun.on(trace.withEvents(events), "check", "x.ompt");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines())
                .containsExactly(
                        "I3  at 0.000002000 s, thread 1 \"main\", implicit_task begin",
                        "      expected: thread_begin as the thread's first event",
                        "      found:    an event before it",
                        events.size() + " events, 35 rules checked, 1 violation");
    }

    @Test
    void verboseCheckListsEveryRuleWithTheReasonWhyNotJudged() {
        TraceInMemory trace = new TraceBuilder()
                .configure("profile", "default")
                .configure("events", "[all,-task_create]")
                .build();

        CommandLineRun run = CommandLineRun.on(trace, "check", "--verbose", "x.ompt");

        assertThat(run.lines())
                .contains(
                        "  R9  a region has an implicit task on the thread that reached it: ok",
                        "  T1  events=-task_create leaves out task_create",
                        "  M4  mutex.detail=contended",
                        "  S2  the trace holds events, no samples of states",
                        "  I2  no trace shows it; tested inside the agent");
    }

    private static TraceInMemory longTrace() {
        TraceInMemory trace = RichTrace.build();
        List<TraceEvent> events = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            events.addAll(trace.eventList());
        }
        return trace.withEvents(events);
    }

    private static OutputStream failing(String message) {
        return new OutputStream() {
            @Override
            public void write(int unused) throws IOException {
                throw new IOException(message);
            }
        };
    }

    @Test
    void whateverFailsWhileFindingsAreToldIsOneLine() {
        assertThat(findingsWith(new UncheckedIOException(new IOException("the disk is gone"))))
                .isEqualTo("ompt4j: the disk is gone");
        assertThat(findingsWith(new IllegalStateException("oops")))
                .isEqualTo("ompt4j: unexpected failure, please report it: java.lang.IllegalStateException: oops");
        assertThat(findingsWith(new OutOfMemoryError("made up")))
                .startsWith("ompt4j: run.ompt: there is not enough memory");
    }

    private static String findingsWith(Throwable failure) {
        StringWriter err = new StringWriter();
        TraceOpener failing = (file, shown) -> {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        };
        CommandLine line =
                OmptCommandLine.create(failing, OutputStream.nullOutputStream(), new PrintWriter(err), Terminal.NONE);
        line.<OmptCommand>getCommand().tellFindings(Path.of("run.ompt"), null);
        return err.toString().strip();
    }
}
