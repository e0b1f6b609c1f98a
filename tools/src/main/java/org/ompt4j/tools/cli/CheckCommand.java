package org.ompt4j.tools.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import org.ompt4j.tools.check.CheckResult;
import org.ompt4j.tools.check.CheckText;
import org.ompt4j.tools.check.TraceChecker;
import org.ompt4j.tools.read.Trace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code check}: whether a trace obeys the rules of order of OMPT events. */
@Command(
        name = "check",
        description = {
            "Check whether the events of a trace come in the order that OMPT promises, and name each violation.",
            "",
            "Only what the trace promises is judged, by its profile, events, constructs, filters and limits, and by how it"
                    + " ended.",
            ""
        },
        exitCodeList = {"0:no violation", "1:there are violations, it failed, or the file is damaged", "2:wrong usage"})
final class CheckCommand extends TraceCommand {

    @Option(
            names = {"-v", "--verbose"},
            description = "Also list every rule: its verdict, or why it was not judged.")
    private boolean verbose;

    @Option(
            names = "--max",
            paramLabel = "N",
            defaultValue = "20",
            description = "List at most this many violations of each rule (default: ${DEFAULT-VALUE}).")
    private int listedPerRule;

    @Override
    int read(OmptCommand command, Path file) throws IOException {
        requireAtLeast("--max", 0, listedPerRule);
        try (Trace trace = command.openPrintable(file)) {
            CheckResult result = TraceChecker.check(trace);
            try (Writer out = command.text()) {
                new CheckText(trace, result).write(out, listedPerRule, verbose);
            }
            return command.exitCode(trace, file, result.violationCount() == 0 ? 0 : 1);
        }
    }
}
