package org.ompt4j.tools.joint;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.JavaCommand;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceHeader;
import org.ompt4j.tools.report.FindingList;
import org.ompt4j.tools.report.Names;
import org.ompt4j.tools.report.TracedRun;
import org.ompt4j.tools.text.Units;

/**
 * One JVM of a joint report. It does not refer to its trace.
 *
 * @param trace the name of the trace, such as its file
 * @param page a link to its page; null if there is none
 * @param command its command in short form; empty if it is not stored
 * @param nanos the length of the recording in nanoseconds
 * @param processorNanos the processor time that its samples stand for, in nanoseconds; null if there are none
 * @param isSampled whether the trace has only samples, in which no findings are looked for
 * @param findings the number of its findings
 */
record JointRun(
        String trace,
        @Nullable String page,
        long pid,
        String host,
        String command,
        List<String> commandLine,
        Instant startedAt,
        long nanos,
        boolean isFinished,
        boolean isWhole,
        @Nullable Long processorNanos,
        boolean isSampled,
        int findings) {

    static JointRun of(TracedRun traced, @Nullable String page, @Nullable FindingList findings) {
        Trace trace = traced.trace();
        Samples samples = traced.samples();
        TraceHeader header = trace.header();
        return new JointRun(
                traced.name(),
                page,
                header.pid(),
                header.host(),
                new JavaCommand(header.commandLine()).shortly(),
                header.commandLine().stream().map(Names::beginning).toList(),
                header.startedAt(),
                trace.losses().durationNanos(),
                trace.losses().finished(),
                trace.losses().isWhole(),
                samples != null && samples.tellsProcessorTime() ? Long.valueOf(samples.processorNanos()) : null,
                findings == null,
                findings == null ? 0 : findings.all().size());
    }

    Instant endedAt() {
        return startedAt.plusNanos(nanos);
    }

    /** Its command and process. */
    String name() {
        return (command.isEmpty() ? "" : command + ", ") + "process " + pid;
    }

    /** The length of its run, and whether it has ended regularly. */
    String length() {
        return Units.time(nanos) + (isFinished ? "" : " up to the last event; not finished (killed?)");
    }

    /** The first sentence of its report. */
    String says() {
        if (isSampled) {
            return "samples alone, in which nothing is looked for";
        }
        if (findings > 0) {
            return Units.plural(findings, "finding");
        }
        return "nothing stands out" + (isWhole ? "" : FindingList.MISSING);
    }
}
