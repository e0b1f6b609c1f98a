package org.ompt4j.tools.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.report.Filter;
import org.ompt4j.tools.report.Page;
import org.ompt4j.tools.report.Score;
import org.ompt4j.tools.text.Units;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code score}: what a trace's events come from, and settings with which the next one lacks the chattiest. */
@Command(
        name = "score",
        description = {
            "Print which constructs, events and call sites take most of a trace.",
            "",
            "With --write-filter also write settings with which the next run leaves out those that take most.",
            ""
        })
final class ScoreCommand extends TraceCommand {
    private static final String FILTER = "--write-filter";
    private static final String REMOVE = "--remove";

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "10",
            description = "The most rows of a table (default: ${DEFAULT-VALUE}).")
    private int top;

    @Option(
            names = FILTER,
            paramLabel = "OUT",
            description = "Write these settings to this file, which must not exist yet; it is for the key config.")
    private @Nullable Path filter;

    @Option(
            names = REMOVE,
            paramLabel = "P",
            defaultValue = "50",
            description =
                    "The least percentage of the events' bytes that these settings leave out, if they can (default:"
                            + " ${DEFAULT-VALUE}).")
    private double remove;

    @Override
    int read(OmptCommand command, Path file) throws IOException {
        requireAtLeast("--top", 1, top);
        requireShare();
        try (Trace trace = command.openPrintable(file)) {
            if (trace.header().tool().equals("sample")) {
                throw new CommandFailure(
                        file + ": has samples, not events; give a trace of tool=trace or tool=profile", null);
            }
            Score score = Score.of(trace, OneLine.of(file.toString()));
            Path out = filter;
            Filter chosen = out == null ? null : write(score, file, out);
            try (Writer text = command.text()) {
                score.write(new Page(text, command.width(), top));
                if (out != null && chosen != null) {
                    text.write(System.lineSeparator() + told(out, chosen, score) + System.lineSeparator());
                }
            }
            return command.exitCode(trace, file, 0);
        }
    }

    private void requireShare() {
        if (!(remove > 0 && remove <= 100)) {
            throw usage(REMOVE + " must be above 0 and at most 100, but is " + remove);
        }
    }

    private Filter write(Score score, Path file, Path out) throws IOException {
        Filter chosen = score.filter(remove);
        if (chosen.isEmpty()) {
            throw new CommandFailure(file + ": has nothing that settings could leave out; no filter is written", null);
        }
        String lines = String.join("\n", chosen.lines()) + "\n";
        NewFile.write(out, FILTER, stream -> stream.write(lines.getBytes(StandardCharsets.UTF_8)));
        return chosen;
    }

    private String told(Path out, Filter chosen, Score score) {
        String less = chosen.share() * 100 < remove ? ", and cannot leave out more" : "";
        return OneLine.of(out.toString()) + ": leaves out " + chosen.events() + " of " + score.events() + " events, "
                + Units.percent(chosen.share()) + " of their bytes" + less + "; use it with config="
                + OneLine.of(out.toString())
                + " and otherwise the settings of that run";
    }
}
