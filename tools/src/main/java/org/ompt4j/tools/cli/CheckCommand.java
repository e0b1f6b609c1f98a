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
            "Checks that the events of a trace obey the rules of order of OMPT and names each violation.",
            "",
            "Judges only what the trace promises: its profile, events, constructs, filters, limits, and how it ended."
                    + " Exit code 1 if there are violations, or the file is damaged.",
            ""
        })
final class CheckCommand extends TraceCommand {

    @Option(
            names = {"-v", "--verbose"},
            description = "Also list every rule: judged, or why not.")
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
