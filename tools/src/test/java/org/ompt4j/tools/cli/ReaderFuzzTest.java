package org.ompt4j.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.sample.SampleTool;
import org.ompt4j.tools.testing.ForgedTrace;
import org.ompt4j.tools.testing.RandomEvents;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;
import org.ompt4j.tools.trace.RecordLayout;
import org.ompt4j.tools.trace.TraceTool;
import picocli.CommandLine;

/**
 * Whatever a file contains, the commands that read it end with one of their exit codes, use memory in proportion to the size of the file, and
 * print nothing that is impossible.
 */
class ReaderFuzzTest {
    private static final int CASES = 150;

    /** The memory that a command may use for an empty file. */
    private static final long BASE_BYTES = 24L << 20;

    /** The memory that a command may use for each byte of the file. */
    private static final long BYTES_FOR_EACH = 500;

    private static final Pattern TIME = Pattern.compile("(?<![\\w.,#-])(-?[\\d.,]+) (ns|us|ms|s|min)\\b");
    private static final Pattern RUN = Pattern.compile("\\A\\S+:\\s+([\\d.,]+) (ns|us|ms|s|min)");
    private static final Map<String, Double> NANOS = Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "min", 60e9);
    private static final ThreadMXBean MEMORY = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final StringWriter err = new StringWriter();
    /** One command line for all files, since creating it takes longer than most commands. */
    private final CommandLine commands = OmptCommandLine.create(Traces::open, out, new PrintWriter(err), Terminal.NONE);

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"stored", "random", "samples", "killed"})
    @Timeout(600)
    void noFileMakesACommandFailOrLie(String which) throws IOException {
        byte[] good = trace(which);
        Path file = directory.resolve("forged.ompt");
        Random random = new Random(which.hashCode());
        for (int i = 0; i < CASES; i++) {
            ForgedTrace forged = ForgedTrace.of(good, random);
            Files.write(file, forged.bytes());
            String what = which + " " + i + ", " + forged.how();
            judgeReport(what, run(what, file, "report", file.toString()));
            judgeCheck(what, run(what, file, "check", file.toString()));
            judgePrint(what, run(what, file, "print", file.toString()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stored", "random", "samples", "killed"})
    void theTracesThatAreForgedAreGood(String which) throws IOException {
        Path file = Files.write(directory.resolve("good.ompt"), trace(which));

        CommandLineRun report = run(which, file, "report", file.toString());
        judgeReport(which, report);
        judgePrint(which, run(which, file, "print", file.toString()));
        assertThat(report.exitCode()).isZero();
        assertThat(report.err()).isEmpty();
    }

    private CommandLineRun run(String what, Path file, String... arguments) throws IOException {
        out.reset();
        err.getBuffer().setLength(0);
        long before = MEMORY.getCurrentThreadAllocatedBytes();
        int exitCode = commands.execute(arguments);
        CommandLineRun run = new CommandLineRun(exitCode, out.toString(StandardCharsets.UTF_8), err.toString());
        long allocated = MEMORY.getCurrentThreadAllocatedBytes() - before;

        String name = what + ": " + arguments[0] + " says " + run.err();
        assertThat(run.exitCode()).as(name).isIn(0, 1);
        assertThat(run.err()).as(name).matches("(ompt4j: [^\\n]*\\n){0,2}").doesNotContain("unexpected", "Exception");
        assertThat(allocated).as(name).isLessThan(BASE_BYTES + BYTES_FOR_EACH * Files.size(file));
        assertThat(controlsIn(run.out())).as(name).isEmpty();
        assertThat(controlsIn(run.err())).as(name).isEmpty();
        if (run.exitCode() != 0 && !arguments[0].equals("check")) {
            assertThat(run.err()).as(name).isNotEmpty();
        }
        return run;
    }

    /** The control characters in a text, which a terminal would execute. */
    private static String controlsIn(String text) {
        StringBuilder controls = new StringBuilder();
        text.codePoints().filter(each -> each != '\n' && isControl(each)).forEach(controls::appendCodePoint);
        return controls.toString();
    }

    private static boolean isControl(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    /** Checks times only, since ids and flags are printed as they are in the file. */
    private static void judgeCheck(String what, CommandLineRun run) {
        for (Matcher time = Pattern.compile(" at (\\S+) s, ").matcher(run.out()); time.find(); ) {
            assertThat(number(time.group(1))).as("%s: %s", what, time.group()).isBetween(0.0, (1L << 57) / 1e9);
        }
    }

    /** No time is negative, and none exceeds the time of all threads; one of the random tasks is a virtual thread. */
    private static void judgeReport(String what, CommandLineRun run) {
        // The command line of the program can contain anything.
        String told = run.out().replaceFirst("(?s)\n  Command .*?\n  JVM ", "");
        assertThat(told).as(what).doesNotContainPattern("(?m)(^|(?<!thread) )-\\d");
        Matcher length = RUN.matcher(run.out());
        if (!length.find()) {
            assertThat(run.out()).as(what).isEmpty();
            return;
        }
        Matcher threads =
                Pattern.compile("\\son\\s+([\\d,]+)\\s+threads?,\\s+profile").matcher(run.out());
        assertThat(threads.find()).as(what).isTrue();
        double most = nanos(length) * 1.01 * (1 + Math.max(1, number(threads.group(1))));
        for (Matcher time = TIME.matcher(told); time.find(); ) {
            assertThat(nanos(time))
                    .as("%s: %s in%n%s", what, time.group(), run.out())
                    .isBetween(0.0, most);
        }
    }

    private static double nanos(Matcher time) {
        return number(time.group(1)) * NANOS.get(time.group(2));
    }

    private static double number(String text) {
        return Double.parseDouble(text.replace(",", ""));
    }

    private static void judgePrint(String what, CommandLineRun run) throws IOException {
        try (JsonParser lines = new JsonFactory().createParser(run.out())) {
            String member = "";
            for (JsonToken token = lines.nextToken(); token != null; token = lines.nextToken()) {
                if (token == JsonToken.FIELD_NAME) {
                    member = lines.currentName();
                } else if (List.of("time", "until", "total_ns", "max_ns").contains(member)) {
                    long time = lines.getLongValue();
                    // An assertion for each value would take longer than the rest of the test.
                    if (time < 0 || time > 1L << 57) {
                        assertThat(time).as("%s: %s", what, member).isBetween(0L, 1L << 57);
                    }
                    member = "";
                }
            }
        }
    }

    private byte[] trace(String which) throws IOException {
        return switch (which) {
            case "stored" -> stored();
            case "samples" -> samples();
            default -> random(which.equals("killed"));
        };
    }

    private static byte[] stored() throws IOException {
        try (InputStream zipped = Traces.class.getResourceAsStream("version5.ompt.gz");
                InputStream trace = new GZIPInputStream(zipped)) {
            return trace.readAllBytes();
        }
    }

    private static Path spoolIn(Path directory) throws IOException {
        try (DirectoryStream<Path> spools = Files.newDirectoryStream(directory, RecordLayout.SPOOL_PREFIX + "*")) {
            return spools.iterator().next().resolve(RecordLayout.SPOOL_FILE);
        }
    }

    private byte[] random(boolean killed) throws IOException {
        Path file = directory.resolve("random.ompt");
        TestRuntime runtime =
                TestRuntime.writing(file, "trace").with("max-size", "128k").with("profile", "full");
        runtime.start(new TraceTool());
        List<TestThread> threads = List.of(
                new TestThread(1, "main", ThreadType.INITIAL),
                new TestThread(2, "r\u001b[31med\u202E\n\u009b", ThreadType.WORKER));
        runtime.sink().defineCallSite(1, "a.B.c(B.java:1)");
        long last = new RandomEvents(5, threads, System.nanoTime()).feed(runtime.sink(), 600);
        if (killed) {
            byte[] asKilled = Files.readAllBytes(spoolIn(directory));
            runtime.end();
            // Cuts off most of the space that was allocated in advance.
            return Arrays.copyOf(asKilled, Math.toIntExact(Files.size(file)) + 2 * RecordLayout.PAGE_BYTES);
        }
        runtime.endAt(last, file);
        return Files.readAllBytes(file);
    }

    private byte[] samples() throws IOException {
        Path file = directory.resolve("samples.ompt");
        TestRuntime runtime = TestRuntime.writing(file, "sample").with("sample.period", "1ms");
        TestThread worker = new TestThread(3, "worker", ThreadType.WORKER);
        worker.state = State.WAIT_CRITICAL;
        runtime.threads.add(worker);
        runtime.start(new SampleTool());
        Awaitility.await().until(() -> Files.size(file) > 0);
        runtime.end();
        return Files.readAllBytes(file);
    }
}
