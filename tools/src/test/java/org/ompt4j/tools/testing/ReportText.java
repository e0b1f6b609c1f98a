package org.ompt4j.tools.testing;

import java.io.IOException;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.report.Page;
import org.ompt4j.tools.report.Report;
import org.ompt4j.tools.report.TracedRun;

/** The output of {@code report}, with all rows of all tables. */
public final class ReportText {
    private static final int WIDTH_OF_FINDINGS = 250;

    private ReportText() {}

    /** @param width the length of lines, in characters */
    public static String of(Trace trace, int width) throws IOException {
        return of(trace, null, width);
    }

    /** See {@link #of(Trace, int)}. */
    public static String of(Trace trace, @Nullable Samples samples, int width) throws IOException {
        StringWriter out = new StringWriter();
        Report.write(new TracedRun(trace, samples, "run.ompt"), new Page(out, width, Integer.MAX_VALUE));
        return out.toString();
    }

    /** Only the first lines about the run, and the findings. */
    public static String findings(Trace trace) throws IOException {
        return findings(trace, null);
    }

    /** See {@link #findings(Trace)}. */
    public static String findings(Trace trace, @Nullable Samples samples) throws IOException {
        StringWriter out = new StringWriter();
        Report.writeFindings(
                new TracedRun(trace, samples, "run.ompt"), new Page(out, WIDTH_OF_FINDINGS, Integer.MAX_VALUE));
        return out.toString();
    }
}
