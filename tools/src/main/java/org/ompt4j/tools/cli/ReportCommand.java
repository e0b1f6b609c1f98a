package org.ompt4j.tools.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.joint.JointReport;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.report.HtmlReport;
import org.ompt4j.tools.report.Page;
import org.ompt4j.tools.report.Report;
import org.ompt4j.tools.report.TracedRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code report}: what a run did, as tables for people, as JSON or as a page for a browser. */
@Command(
        name = "report",
        description = {
            "Print what is wrong with a run, and what it did: its parallel regions, pools, tasks, threads, locks and barriers,"
                    + " and what was not observed.",
            "",
            "Busy is what is neither waiting nor idle. Imbalance is the longest busy time of a region's members divided by"
                    + " their mean: 1.00 if all did the same, the number of members if one did everything.",
            "",
            "Of several traces it prints what is wrong with all of these runs, worst first.",
            "",
            "Lines are as wide as the terminal, or as the variable COLUMNS says: COLUMNS=120 java -jar ...",
            ""
        })
final class ReportCommand extends FileCommand {

    private static final int BUFFER_BYTES = 1 << 16;

    static final int ROWS_OF_TEXT = 10;
    /** The most rows of a table in the page. */
    static final int ROWS_OF_PAGE = 300;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "The trace file, or several.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "The most rows of a table, and the most findings (default: " + ROWS_OF_TEXT + ", "
                    + ROWS_OF_PAGE + " with --html, and all with --json).")
    private @Nullable Integer top;

    @Option(names = "--json", description = "Print the same as one JSON object, in raw units; see docs/report-json.md.")
    private boolean json;

    @Option(
            names = "--html",
            paramLabel = "OUT",
            description =
                    "Write the same, with a timeline and flame graphs, as one HTML page to this file, which must not exist yet;"
                            + " - stands for standard output. Of several traces it leads to a page of each, which is written beside the trace.")
    private @Nullable Path html;

    @Override
    int run(OmptCommand command) throws IOException {
        if (top != null) {
            requireAtLeast("--top", 1, top);
        }
        requireOneOf("--json", json, "--html", html != null);
        if (html != null && NewFile.isStandardOutput(html) && command.isTerminal()) {
            throw new CommandFailure("a page would garble the terminal; name a file with --html", null);
        }
        return files.size() == 1 ? read(command, files.get(0)) : readAll(command);
    }

    /** Writes the joint report on all traces. */
    private int readAll(OmptCommand command) throws IOException {
        if (html != null) {
            NewFile.refuseStandardOutput(html, "--html");
        }
        JointTraces traces = new JointTraces(command, html);
        traces.read(files, json ? command::open : command::openPrintable);
        JointReport report = traces.report();
        if (json) {
            try (JsonGenerator out = JsonLines.generator(command.out())) {
                report.writeJson(top(Integer.MAX_VALUE), out);
                out.writeRaw('\n');
            }
        } else if (html != null) {
            traces.writePage(top(ROWS_OF_PAGE));
            writePlace(command, html);
        } else {
            try (Writer out = command.text()) {
                report.write(page(command, out));
            }
        }
        return traces.exitCode();
    }

    private int read(OmptCommand command, Path file) throws IOException {
        try (Trace trace = json || html != null ? command.open(file) : command.openPrintable(file)) {
            if (html != null) {
                writeHtml(command, trace, file, html);
            } else if (json) {
                writeJson(command, trace, file);
            } else {
                writeText(command, trace, file);
            }
            return command.exitCode(trace, file, 0);
        }
    }

    private int top(int unlessGiven) {
        return top == null ? unlessGiven : top;
    }

    private Page page(OmptCommand command, Writer out) {
        return new Page(out, command.width(), top(ROWS_OF_TEXT));
    }

    private void writeText(OmptCommand command, Trace trace, Path file) throws IOException {
        try (Writer out = command.text()) {
            Report.write(traced(trace, file, OneLine.of(file.toString())), page(command, out));
        }
    }

    private static TracedRun traced(Trace trace, Path file, String name) {
        return new TracedRun(trace, Samples.beside(file, trace), name);
    }

    private void writeJson(OmptCommand command, Trace trace, Path file) throws IOException {
        try (JsonGenerator out = JsonLines.generator(command.out())) {
            Report.writeJson(traced(trace, file, file.toString()), top(Integer.MAX_VALUE), out);
            out.writeRaw('\n');
        }
    }

    private void writeHtml(OmptCommand command, Trace trace, Path file, Path page) throws IOException {
        TracedRun traced = traced(trace, file, file.toString());
        if (NewFile.isStandardOutput(page)) {
            try (OutputStream out = new BufferedOutputStream(command.out(), BUFFER_BYTES)) {
                HtmlReport.write(traced, top(ROWS_OF_PAGE), out);
            }
            return;
        }
        NewFile.write(page, "--html", out -> HtmlReport.write(traced, top(ROWS_OF_PAGE), out));
        writePlace(command, page);
    }

    private static void writePlace(OmptCommand command, Path page) throws IOException {
        try (Writer out = command.text()) {
            out.write(OneLine.of(page.toString()) + ": open it with a browser" + System.lineSeparator());
        }
    }
}
