package org.ompt4j.tools.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code report}: what a run did, as tables for people. */
@Command(
        name = "report",
        description = {
            "Prints what a run did: its parallel regions, pools, tasks, threads, locks and barriers, and what is missing.",
            "",
            "Imbalance is the longest busy time of a region's members over their mean: 1.00 if all did the same, the number"
                    + " of members if one did everything. Busy is what is neither waiting nor idle.",
            ""
        })
final class ReportCommand implements Callable<Integer> {

    @ParentCommand
    private @Nullable OmptCommand root;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "The trace file.")
    private Path file = Path.of("");

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "10",
            description = "Rows per table at most (default: ${DEFAULT-VALUE}).")
    private int top;

    @Override
    public Integer call() throws IOException {
        if (top < 1) {
            throw new ParameterException(spec.commandLine(), "--top must be at least 1, but is " + top);
        }
        OmptCommand command = Objects.requireNonNull(root);
        try (Trace trace = command.openPrintable(file)) {
            try (Writer out = command.text()) {
                Report.write(trace, OneLine.of(file.toString()), top, command.width(), out);
            }
            return command.exitCode(trace, file, 0);
        }
    }
}
