package org.ompt4j.tools.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
final class ReportCommand extends TraceCommand {

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "10",
            description = "Rows per table at most (default: ${DEFAULT-VALUE}).")
    private int top;

    @Override
    int read(OmptCommand command, Path file) throws IOException {
        requireAtLeast("--top", 1, top);
        try (Trace trace = command.openPrintable(file)) {
            try (Writer out = command.text()) {
                Report.write(trace, OneLine.of(file.toString()), top, command.width(), out);
            }
            return command.exitCode(trace, file, 0);
        }
    }
}
