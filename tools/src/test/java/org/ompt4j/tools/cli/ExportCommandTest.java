package org.ompt4j.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.AbstractList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ompt4j.tools.export.ExportFormat;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.TraceLosses;
import org.ompt4j.tools.testing.PerfettoFile;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;

class ExportCommandTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(ExportFormat.class)
    void fileIsNamedAfterTheTraceAndSaid(ExportFormat format) throws IOException {
        String trace = directory.resolve("run.ompt").toString();

        CommandLineRun run = CommandLineRun.on(RichTrace.build(), "export", "--format", format.toString(), trace);

        Path written = directory.resolve("run" + format.suffix());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith(written + ": open it with ");
        assertThat(run.err()).isEmpty();
        assertThat(written).isNotEmptyFile();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void fileIsForItsOwnerOnlyLikeTheTrace() throws IOException {
        Path out = directory.resolve("x.pftrace");

        CommandLineRun.on(RichTrace.build(), "export", "-f", "perfetto", "-o", out.toString(), "run.ompt");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out)))
                .isEqualTo("rw-------");
    }

    @Test
    void fileThatExistsStaysAsItIs() throws IOException {
        Path out = Files.writeString(directory.resolve("x.pftrace"), "mine");

        CommandLineRun run =
                CommandLineRun.on(RichTrace.build(), "export", "-f", "perfetto", "-o", out.toString(), "run.ompt");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines())
                .containsExactly("ompt4j: " + out + " exists already; name another file with -o or remove it first");
        assertThat(out).hasContent("mine");
    }

    @Test
    void fileThatCannotBeCompletedIsTakenAway() {
        Path out = directory.resolve("x.pftrace");
        TraceInMemory whole = RichTrace.build();
        List<TraceEvent> unreadable = new AbstractList<>() {
            @Override
            public TraceEvent get(int index) {
                if (index == 50) {
                    throw new UncheckedIOException(new IOException("the disk is gone"));
                }
                return whole.eventList().get(index);
            }

            @Override
            public int size() {
                return whole.eventList().size();
            }
        };
        Trace broken = new TraceWithEvents(whole, unreadable);

        CommandLineRun run = CommandLineRun.on(broken, "export", "-f", "perfetto", "-o", out.toString(), "run.ompt");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("the disk is gone");
        assertThat(out).doesNotExist();
    }

    @Test
    void dashIsTheStandardOutputUnlessThatIsATerminal() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringWriter err = new StringWriter();
        String[] arguments = {"export", "-f", "perfetto", "-o", "-", "run.ompt"};

        int shown = OmptCommandLine.create(
                        (file, texts) -> RichTrace.build(), out, new PrintWriter(err), new ShownTerminal())
                .execute(arguments);

        assertThat(shown).isEqualTo(1);
        assertThat(out.size()).isZero();
        assertThat(err.toString().lines())
                .containsExactly("ompt4j: perfetto is binary and would garble the terminal; name a file with -o");

        int piped = OmptCommandLine.create((file, texts) -> RichTrace.build(), out, new PrintWriter(err), Terminal.NONE)
                .execute(arguments);

        assertThat(piped).isZero();
        assertThat(new PerfettoFile(out.toByteArray()).slices("main")).isNotEmpty();
    }

    @Test
    void traceThatWasCutIsExportedAndThatIsSaid() {
        TraceInMemory whole = RichTrace.build();
        TraceLosses losses = whole.losses();
        Path out = directory.resolve("x.pftrace");
        Trace cut = whole.withLosses(new TraceLosses(
                0, losses.failures(), false, 100, 0, 0, losses.endReason(), losses.durationNanos(), 0, 0));

        CommandLineRun run = CommandLineRun.on(cut, "export", "-f", "perfetto", "-o", out.toString(), "run.ompt");
        CommandLineRun report = CommandLineRun.on(cut, "report", "run.ompt");

        assertThat(run.exitCode()).isEqualTo(report.exitCode());
        assertThat(run.err()).isEqualTo(report.err()).contains("the last 100 bytes are left out");
        assertThat(out).isNotEmptyFile();
    }

    @Test
    void formatThatIsUnknownIsWrongUsage() {
        CommandLineRun run = CommandLineRun.on(RichTrace.build(), "export", "-f", "pdf", "run.ompt");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("'pdf' is no format; there are [perfetto");
    }

    @Test
    void metricThatTheTraceDoesNotHaveIsRefusedInOneLine() {
        CommandLineRun samples =
                CommandLineRun.on(RichTrace.build(), "export", "-f", "collapsed", "-m", "samples", "run.ompt");
        CommandLineRun time =
                CommandLineRun.on(SampledTrace.build(), "export", "-f", "collapsed", "-m", "time", "run.ompt");

        assertThat(samples.err().lines())
                .containsExactly(
                        "ompt4j: no samples of run.ompt are there; record it with tool=profile, or take --metric time");
        assertThat(time.err().lines())
                .containsExactly(
                        "ompt4j: run.ompt has samples and no events, so times are not known; leave out --metric time");
        assertThat(samples.exitCode()).isEqualTo(1);
        assertThat(time.exitCode()).isEqualTo(1);
    }

    @Test
    void metricOfAFormatThatHasNoneIsWrongUsage() {
        CommandLineRun run = CommandLineRun.on(RichTrace.build(), "export", "-f", "perfetto", "-m", "time", "run.ompt");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--metric and --format perfetto cannot be given together");
    }

    @Test
    void samplesThatCannotBeReadAreSaidAndTimesAreExported() {
        TraceInMemory trace = new TraceBuilder().configure("tool", "profile").build();

        CommandLineRun run = CommandLineRun.on(
                trace,
                "export",
                "-f",
                "collapsed",
                "-o",
                "-",
                directory.resolve("run.ompt").toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).contains("There is no ", "run.ompt.jfr: the run ended before the Flight Recorder began");
    }

    /** The Flight Recorder writes its file when the program ends: if the program is killed, the file is empty. */
    @Test
    void samplesOfAProgramThatWasKilledAreSaidToBeMissing() throws IOException {
        TraceInMemory trace = new TraceBuilder().configure("tool", "profile").build();
        Path samples = Files.createFile(directory.resolve("run.ompt.jfr"));

        CommandLineRun run = CommandLineRun.on(
                trace,
                "export",
                "-f",
                "collapsed",
                "-o",
                "-",
                directory.resolve("run.ompt").toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.err())
                .contains(
                        samples
                                + " is empty: the program ended before the Flight Recorder had written its samples, or runs still.");
    }

    private static final class ShownTerminal implements Terminal {
        @Override
        public int width() {
            return DEFAULT_WIDTH;
        }

        @Override
        public boolean showsOutput() {
            return true;
        }

        @Override
        public boolean showsErrors() {
            return false;
        }
    }
}
