package org.ompt4j.tools.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.export.ExportFormat;
import org.ompt4j.tools.export.Metric;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.Trace;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code export}: a trace in the format of another viewer. */
@Command(
        name = "export",
        description = {
            "Write a trace in the format of another viewer.",
            "",
            "perfetto: threads with their regions, tasks, waits and states, counters, and arrows from cause to effect, for"
                    + " ui.perfetto.dev.",
            "speedscope: for each thread what it was in, as nested frames, for speedscope.app.",
            "firefox: threads with their regions, tasks and waits as markers, and samples as stacks, for"
                    + " profiler.firefox.com.",
            "jfr: the same as events of the Flight Recorder, for Mission Control, jfr print and others.",
            "collapsed: call stacks as the program was written, one a line with its samples or its time, for flame"
                    + " graphs.",
            ""
        })
final class ExportCommand extends TraceCommand {
    private static final String SUFFIX_OF_TRACES = ".ompt";
    private static final int BUFFER_BYTES = 1 << 16;

    @Option(
            names = {"-f", "--format"},
            required = true,
            paramLabel = "FORMAT",
            converter = FormatName.class,
            completionCandidates = FormatNames.class,
            description = "One of: ${COMPLETION-CANDIDATES}.")
    private ExportFormat format = ExportFormat.PERFETTO;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description =
                    "The file to write, which must not exist yet; - stands for standard output (default: the trace's"
                            + " name with another ending).")
    private @Nullable Path output;

    @Option(
            names = {"-m", "--metric"},
            paramLabel = "METRIC",
            converter = MetricName.class,
            completionCandidates = MetricNames.class,
            description =
                    "What collapsed counts, one of: ${COMPLETION-CANDIDATES}; time is in nanoseconds (default: samples,"
                            + " or time if there are none).")
    private @Nullable Metric metric;

    static final class FormatNames extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        FormatNames() {
            super(Arrays.stream(ExportFormat.values())
                    .map(ExportFormat::toString)
                    .toList());
        }
    }

    static final class FormatName implements ITypeConverter<ExportFormat> {
        @Override
        public ExportFormat convert(String text) {
            for (ExportFormat each : ExportFormat.values()) {
                if (each.toString().equals(text.toLowerCase(Locale.ROOT))) {
                    return each;
                }
            }
            throw new TypeConversionException(
                    "'" + text + "' is no format; there are " + Arrays.toString(ExportFormat.values()));
        }
    }

    static final class MetricNames extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        MetricNames() {
            super(Arrays.stream(Metric.values()).map(Metric::toString).toList());
        }
    }

    static final class MetricName implements ITypeConverter<Metric> {
        @Override
        public Metric convert(String text) {
            for (Metric each : Metric.values()) {
                if (each.toString().equals(text.toLowerCase(Locale.ROOT))) {
                    return each;
                }
            }
            throw new TypeConversionException(
                    "'" + text + "' is no metric; there are " + Arrays.toString(Metric.values()));
        }
    }

    @Override
    int read(OmptCommand command, Path file) throws IOException {
        requireOneOf("--metric", metric != null, "--format " + format, format != ExportFormat.COLLAPSED);
        Path out = output == null ? beside(file) : output;
        boolean toStandardOutput = NewFile.isStandardOutput(out);
        if (toStandardOutput && format.isBinary() && command.isTerminal()) {
            throw new CommandFailure(format + " is binary and would garble the terminal; name a file with -o", null);
        }
        try (Trace trace = command.open(file)) {
            Samples samples = format.hasSamples() ? Samples.beside(file, trace) : null;
            Metric counted = metric(trace, samples, file);
            if (samples != null && !samples.problem().isEmpty()) {
                command.remark(samples.problem());
            }
            if (toStandardOutput) {
                try (OutputStream stream = new BufferedOutputStream(command.out(), BUFFER_BYTES)) {
                    format.write(trace, samples, counted, stream);
                }
                return command.exitCode(trace, file, CommandLine.ExitCode.OK);
            }
            NewFile.write(out, "-o", stream -> format.write(trace, samples, counted, stream));
            try (Writer text = command.text()) {
                text.write(OneLine.of(out.toString()) + ": open it with " + format.viewer() + System.lineSeparator());
            }
            return command.exitCode(trace, file, CommandLine.ExitCode.OK);
        }
    }

    private Metric metric(Trace trace, @Nullable Samples samples, Path file) {
        Metric asked = metric;
        if (asked == null) {
            return Metric.of(trace, samples);
        }
        if (!asked.isOf(trace, samples)) {
            throw new CommandFailure(
                    asked == Metric.TIME
                            ? file + " has samples and no events, so times are not known; leave out --metric time"
                            : "no samples of " + file
                                    + " are there; record it with tool=profile, or take --metric time",
                    null);
        }
        return asked;
    }

    private Path beside(Path file) {
        String name = String.valueOf(file.getFileName());
        String stem =
                name.endsWith(SUFFIX_OF_TRACES) ? name.substring(0, name.length() - SUFFIX_OF_TRACES.length()) : name;
        return file.resolveSibling(stem + format.suffix());
    }
}
