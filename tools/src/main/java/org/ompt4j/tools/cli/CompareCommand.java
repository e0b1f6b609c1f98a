package org.ompt4j.tools.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.compare.ComparedRun;
import org.ompt4j.tools.compare.Comparison;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.report.Page;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code compare}: what became slower and what faster from one run of a program to another. */
@Command(
        name = "compare",
        description = {
            "Print what differs between two runs of a program: findings that came, went or stayed, and what regions, tasks, pools,"
                    + " locks, barriers and joins took before and after, by call site.",
            "",
            "With several runs a side it is known how much runs differ by themselves: compare B1 B2 B3 --to A1 A2 A3."
                    + " B are the runs before, A those after.",
            ""
        })
final class CompareCommand implements Callable<Integer> {
    private static final int ROWS_OF_TEXT = 10;

    @ParentCommand
    private @Nullable OmptCommand root;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "The trace before and the trace after; with --to the traces before.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--to", paramLabel = "FILE", arity = "1..*", description = "The traces after.")
    private List<Path> to = new ArrayList<>();

    @Option(
            names = "--percent",
            paramLabel = "P",
            defaultValue = "10",
            description = "Show what differs by more than P percent of the smaller one (default: ${DEFAULT-VALUE}).")
    private double percent;

    @Option(
            names = "--least",
            paramLabel = "TIME",
            converter = TimeSpan.Converter.class,
            description = "Show times that differ by more than this, such as 5ms (default: 1 %% of the shortest run).")
    private @Nullable TimeSpan least;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "The most rows of a table (default: " + ROWS_OF_TEXT + ", and all with --json).")
    private @Nullable Integer top;

    @Option(names = "--json", description = "Print the same as one JSON object, in raw units; see docs/compare.md.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        requireGood();
        OmptCommand command = Objects.requireNonNull(root);
        boolean isPair = to.isEmpty();
        List<Path> before = isPair ? files.subList(0, 1) : files;
        List<Path> after = isPair ? files.subList(1, 2) : to;
        int[] exitCode = new int[1];
        List<ComparedRun> runsBefore = read(command, before, exitCode);
        List<ComparedRun> runsAfter = read(command, after, exitCode);
        Comparison comparison =
                new Comparison(runsBefore, runsAfter, percent, least == null ? null : Long.valueOf(least.nanos()));
        write(command, comparison);
        return exitCode[0];
    }

    private void requireGood() {
        if (to.isEmpty() && files.size() != 2) {
            throw new ParameterException(
                    spec.commandLine(),
                    "give two traces, the one before and the one after; several a side as B1 B2 --to A1 A2");
        }
        if (top != null && top < 1) {
            throw new ParameterException(spec.commandLine(), "--top must be at least 1, but is " + top);
        }
        if (!(percent >= 0 && percent < 1e9)) {
            throw new ParameterException(spec.commandLine(), "--percent must be at least 0, but is " + percent);
        }
    }

    private List<ComparedRun> read(OmptCommand command, List<Path> files, int[] exitCode) throws IOException {
        List<ComparedRun> runs = new ArrayList<>();
        for (Path each : files) {
            try (Trace trace = json ? command.open(each) : command.openPrintable(each)) {
                String problem = ComparedRun.whyNot(trace);
                if (problem != null) {
                    throw new CommandFailure(each + ": " + problem, null);
                }
                runs.add(ComparedRun.read(trace, json ? each.toString() : OneLine.of(each.toString())));
                exitCode[0] = command.exitCode(trace, each, exitCode[0]);
            }
        }
        return runs;
    }

    private void write(OmptCommand command, Comparison comparison) throws IOException {
        if (json) {
            try (JsonGenerator out = JsonLines.generator(command.out())) {
                comparison.writeJson(top == null ? Integer.MAX_VALUE : top, out);
                out.writeRaw('\n');
            }
            return;
        }
        try (Writer out = command.text()) {
            comparison.write(new Page(out, command.width(), top == null ? ROWS_OF_TEXT : top));
        }
    }
}
