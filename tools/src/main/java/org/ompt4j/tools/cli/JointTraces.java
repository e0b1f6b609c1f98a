package org.ompt4j.tools.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.joint.JointReport;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceHeader;
import org.ompt4j.tools.report.TracedRun;
import org.ompt4j.tools.trace.ReadingHint;
import picocli.CommandLine;

/** Reads the traces of several JVMs one after the other for one report, and writes a page for each if requested. Thread safety: none. */
final class JointTraces {
    private static final int BEGINNING_OF_A_PAGE = 2_000;

    private final OmptCommand command;
    private final JointReport report = new JointReport();
    private final @Nullable Path page;
    /** The trace of each run. */
    private final Map<TraceHeader.Identity, Path> runs = new HashMap<>();

    private int exitCode = CommandLine.ExitCode.OK;

    /** @param page the joint page with links to the pages of the traces; null for no pages */
    JointTraces(OmptCommand command, @Nullable Path page) {
        this.command = command;
        this.page = page;
    }

    /**
     * Reads the traces. For a trace that cannot be read, writes a line that says so.
     *
     * @throws CommandFailure if none of them can be read
     */
    void read(List<Path> files, Function<Path, Trace> open) {
        for (Path each : files) {
            try {
                read(each, open);
            } catch (CommandFailure | IOException e) {
                command.remark(FailureText.of(e));
                exitCode = CommandLine.ExitCode.SOFTWARE;
            } catch (OutOfMemoryError e) {
                command.remark(each + ": there is not enough memory to read it; that needs a larger -Xmx");
                exitCode = CommandLine.ExitCode.SOFTWARE;
            }
        }
        if (report.size() == 0) {
            throw new CommandFailure("none of these traces can be read", null);
        }
    }

    private void read(Path file, Function<Path, Trace> open) throws IOException {
        try (Trace trace = open.apply(file)) {
            Path same = runs.putIfAbsent(trace.header().identity(), file);
            if (same != null) {
                command.remark(file + ": is of the same run as " + same + ", and left out");
                return;
            }
            TracedRun traced = new TracedRun(trace, Samples.beside(file, trace), file.toString());
            if (page == null) {
                report.add(traced);
            } else {
                read(traced, file, page);
            }
            exitCode = command.exitCode(trace, file, exitCode);
        }
    }

    private void read(TracedRun traced, Path file, Path index) throws IOException {
        Path own = ReadingHint.page(file);
        boolean wasThere = Files.exists(own);
        if (wasThere && isPageOf(file, own)) {
            report.add(traced, link(index, own));
            return;
        }
        try {
            NewFile.write(
                    own,
                    "report --html",
                    html -> report.addWithPage(traced, link(index, own), ReportCommand.ROWS_OF_PAGE, html));
        } catch (CommandFailure | IOException e) {
            command.remark(FailureText.of(e));
            report.add(traced);
        }
    }

    /** Whether the file is a page of a report, written after the trace. */
    private static boolean isPageOf(Path trace, Path page) throws IOException {
        if (Files.getLastModifiedTime(page).compareTo(Files.getLastModifiedTime(trace)) < 0) {
            return false;
        }
        try (InputStream in = Files.newInputStream(page)) {
            return new String(in.readNBytes(BEGINNING_OF_A_PAGE), StandardCharsets.UTF_8)
                    .contains("<title>OMPT4J report</title>");
        }
    }

    /** The relative link from one page to another, which stays valid if both are moved together. */
    private static String link(Path from, Path to) {
        Path target = to.toAbsolutePath().normalize();
        Path directory = from.toAbsolutePath().normalize().getParent();
        try {
            String path = directory == null
                    ? target.toString()
                    : directory.relativize(target).toString();
            return new URI(null, null, "./" + path.replace(File.separatorChar, '/'), null).toString();
        } catch (IllegalArgumentException | URISyntaxException onAnotherDrive) {
            return target.toUri().toString();
        }
    }

    JointReport report() {
        return report;
    }

    /** 1 if a trace cannot be read or a part of one is damaged. */
    int exitCode() {
        return exitCode;
    }

    /**
     * Writes the joint page with links to the pages of the traces.
     *
     * @param findings how many findings the page has at most
     * @throws CommandFailure if the page cannot be written
     */
    void writePage(int findings) throws IOException {
        NewFile.write(Objects.requireNonNull(page), "--html", html -> report.writeHtml(findings, html));
    }
}
