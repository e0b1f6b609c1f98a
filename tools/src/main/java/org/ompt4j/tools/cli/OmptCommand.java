package org.ompt4j.tools.cli;

import java.io.BufferedWriter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceLosses;
import org.ompt4j.tools.report.HtmlReport;
import org.ompt4j.tools.report.Page;
import org.ompt4j.tools.report.Report;
import org.ompt4j.tools.report.TracedRun;
import org.ompt4j.tools.text.Units;
import org.ompt4j.tools.trace.ReadingHint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The root of the command line: {@code java -jar ompt-agent.jar COMMAND}.
 *
 * <p>Exit codes: 0 for success, 1 for a failure or a damaged file, 2 for wrong usage. A failure is one line on the error output.
 * {@link OmptCommandLine} creates the commands, which use this object for everything that they have in common.
 */
@Command(
        name = "java -jar ompt-agent.jar",
        description = {
            "OMPT4J records what the threads, tasks and locks of a Java program do, and reads what was recorded.",
            "",
            "To record a run:           java -jar ompt-agent.jar run java -jar your-app.jar",
            "To read what it recorded:  java -jar ompt-agent.jar report FILE",
            "What a command does:       java -jar ompt-agent.jar COMMAND --help",
            ""
        },
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = OmptCommand.Version.class,
        usageHelpWidth = 100,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:failed, or the file is damaged", "2:wrong usage"})
public final class OmptCommand implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(OmptCommand.class);

    /** The default of how many findings are shown. */
    private static final int FINDINGS = 10;

    private static final long PROGRESS_AFTER_MILLIS = 1_000;

    private final TraceOpener opener;
    private final OutputStream out;
    private final Terminal terminal;
    private @Nullable Progress progress;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    OmptCommand(TraceOpener opener, OutputStream out, Terminal terminal) {
        this.opener = opener;
        this.out = new FirstWrite(out);
        this.terminal = terminal;
    }

    /** Removes the progress line before the first output. */
    private final class FirstWrite extends FilterOutputStream {
        FirstWrite(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            endProgress();
            out.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            endProgress();
            out.write(bytes, from, count);
        }
    }

    private void endProgress() {
        Progress shown = progress;
        if (shown != null) {
            shown.close();
            progress = null;
        }
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Which command?");
    }

    /**
     * Opens the trace that the user named.
     *
     * @throws CommandFailure if the file is not a readable trace
     */
    Trace open(Path file) {
        return open(file, UnaryOperator.identity());
    }

    /** Opens the trace that the user named, for a command whose text is for people: whatever the observed program could choose is shown on one line. */
    Trace openPrintable(Path file) {
        return open(file, OneLine::of);
    }

    private Trace open(Path file, UnaryOperator<String> shown) {
        Progress shows = new Progress(terminal, spec.commandLine().getErr(), PROGRESS_AFTER_MILLIS);
        progress = shows;
        try {
            Trace trace = opener.open(file, shown);
            shows.reads(trace);
            return trace;
        } catch (IOException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Writes one line about the parts of the file that could not be read, once a command has read it.
     *
     * @param good the exit code if everything could be read
     * @return the exit code: 1 if a part of the file is damaged or missing
     */
    int exitCode(Trace trace, Path file, int good) {
        endProgress();
        TraceLosses losses = trace.losses();
        if (losses.missingBytes() > 0) {
            remark(file + ": " + Units.count(losses.missingBytes()) + " of "
                    + Units.bytes(trace.fileBytes() + losses.missingBytes())
                    + " are missing at the end, what is there was read; copy it again from where it was written");
        } else if (losses.truncatedBytes() > 0) {
            remark(file + ": the last " + losses.truncatedBytes()
                    + " bytes are left out; the file was cut inside them");
        }
        if (losses.damagedBytes() > 0) {
            remark(file + ": " + losses.damagedBytes()
                    + " bytes in it are damaged, what they held is left out; copy it again from where it was written");
        }
        return losses.missingBytes() + losses.damagedBytes() > 0 ? CommandLine.ExitCode.SOFTWARE : good;
    }

    /** Writes a line for the user on the error output. */
    void remark(String line) {
        endProgress();
        PrintWriter err = spec.commandLine().getErr();
        err.println(OneLine.ofOurs(line));
        err.flush();
    }

    /**
     * Writes the findings on the run of a trace to the error output, and how to see the rest; writes one line if that fails for any reason.
     *
     * @param page the file for the whole report as a page for a browser, which is not written if it exists; null for no page
     */
    public void tellFindings(Path file, @Nullable Path page) {
        StringWriter text = new StringWriter();
        boolean hasPage;
        try (Trace trace = openPrintable(file)) {
            hasPage = writeFindings(trace, file, page, text);
        } catch (RuntimeException | IOException e) {
            LOG.debug("{} cannot be reported", file, e);
            remark(FailureText.of(e));
            return;
        } catch (OutOfMemoryError e) {
            remark(file + ": there is not enough memory to tell what stands out; its report needs a larger -Xmx");
            return;
        }
        endProgress();
        PrintWriter err = spec.commandLine().getErr();
        err.print(text);
        err.println();
        err.println("All that it did: " + ReadingHint.of(file.toFile()));
        err.println("As a page for a browser: "
                + (hasPage ? OneLine.of(String.valueOf(page)) : ReadingHint.ofPage(file.toFile())));
        err.flush();
    }

    /**
     * Writes the findings on all of these runs to the error output, and how to see the rest.
     *
     * @param page the file for the joint page, with links to a page for each trace; null for no pages
     */
    public void tellFindings(List<Path> files, @Nullable Path page) {
        StringWriter text = new StringWriter();
        JointTraces traces = new JointTraces(this, page);
        boolean hasPage = false;
        try {
            traces.read(files, this::openPrintable);
            hasPage = page != null && hasPage(traces);
            traces.report().write(new Page(text, width(), FINDINGS));
        } catch (RuntimeException | IOException e) {
            LOG.debug("{} cannot be reported", files, e);
            remark(FailureText.of(e));
            return;
        }
        endProgress();
        PrintWriter err = spec.commandLine().getErr();
        err.print(text);
        err.println();
        err.println("All that one of them did: " + ReadingHint.of("TRACE"));
        if (hasPage) {
            err.println("As pages for a browser: " + OneLine.of(String.valueOf(page)));
        }
        err.flush();
    }

    private boolean hasPage(JointTraces traces) {
        try {
            traces.writePage(ReportCommand.ROWS_OF_PAGE);
            return true;
        } catch (CommandFailure | IOException e) {
            remark(FailureText.of(e));
            return false;
        }
    }

    /** Writes the findings, and the page if requested; returns whether there is a page. */
    private boolean writeFindings(Trace trace, Path file, @Nullable Path page, StringWriter text) throws IOException {
        TracedRun traced = new TracedRun(trace, Samples.beside(file, trace), nameOf(file));
        Page findings = new Page(text, width(), FINDINGS);
        if (page != null) {
            try {
                NewFile.write(
                        page,
                        "report --html",
                        html -> HtmlReport.writeAndFindings(traced, ReportCommand.ROWS_OF_PAGE, html, findings));
                return true;
            } catch (CommandFailure | IOException e) {
                remark(FailureText.of(e));
            }
        }
        Report.writeFindings(traced, findings);
        return false;
    }

    private static String nameOf(Path file) {
        return OneLine.of(String.valueOf(file.getFileName()));
    }

    /** The width of text for people, in characters. */
    public int width() {
        return terminal.width();
    }

    /** Whether {@link #out} is a terminal. */
    public boolean isTerminal() {
        return terminal.showsOutput();
    }

    /** The stream for machine-readable output, always in UTF-8. */
    OutputStream out() {
        return out;
    }

    /** A new writer for text for people, in the encoding of the terminal. Failures are thrown when it is flushed. */
    public Writer text() {
        return new BufferedWriter(new OutputStreamWriter(out, terminalCharset()), 1 << 16);
    }

    static Charset terminalCharset() {
        for (String key : new String[] {"stdout.encoding", "sun.stdout.encoding", "native.encoding"}) {
            String name = System.getProperty(key);
            if (name != null && Charset.isSupported(name)) {
                return Charset.forName(name);
            }
        }
        return StandardCharsets.UTF_8;
    }

    int explainFailure(Exception failure, CommandLine line, CommandLine.ParseResult parsed) {
        LOG.debug("command failed", failure);
        endProgress();
        if (FailureText.isClosedPipe(failure)) {
            return CommandLine.ExitCode.OK;
        }
        line.getErr().println(OneLine.ofOurs(FailureText.of(failure)));
        line.getErr().flush();
        return CommandLine.ExitCode.SOFTWARE;
    }

    /** The agent's version, as its jar states it. */
    public static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = OmptCommand.class.getPackage().getImplementationVersion();
            String java = "Java " + System.getProperty("java.version") + ", " + System.getProperty("java.vm.name");
            return new String[] {"OMPT4J " + (version == null ? "(not packaged)" : version), java};
        }
    }
}
