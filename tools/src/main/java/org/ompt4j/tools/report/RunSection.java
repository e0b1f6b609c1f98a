package org.ompt4j.tools.report;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ompt4j.text.Quantity;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.TraceHeader;
import org.ompt4j.tools.read.TraceLosses;
import org.ompt4j.tools.text.Units;

/** Identifies the run. */
public final class RunSection implements Section, RunReader.EventListener {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final Trace trace;
    private final String name;
    private long events;
    private long samples;

    RunSection(Trace trace, String name) {
        this.trace = trace;
        this.name = name;
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        events++;
    }

    @Override
    public void sample(TraceEvent sample) {
        samples++;
    }

    RunFacts facts() {
        TraceHeader header = trace.header();
        List<RunFacts.Fact> lines = new ArrayList<>();
        lines.add(new RunFacts.Fact("Command", command(header)));
        lines.add(new RunFacts.Fact(
                "JVM",
                jvm(header) + ", process " + header.pid() + " on " + header.host() + ", "
                        + Units.plural(header.availableProcessors(), "processor")
                        + (header.isToldProcessors() ? " as -XX:ActiveProcessorCount says" : "")));
        lines.add(new RunFacts.Fact("Started", DATE.format(header.startedAt())));
        lines.add(new RunFacts.Fact("Recorded", recorded()));
        if (!trace.counted().isEmpty()) {
            lines.add(new RunFacts.Fact("Counted", ThrottleSection.sentence(trace)));
        }
        if (!trace.pauses().isEmpty()) {
            lines.add(new RunFacts.Fact("Paused", paused()));
        }
        return new RunFacts(trace, name, events, samples, head(), List.copyOf(lines));
    }

    /** The run in one line. */
    private String head() {
        StringBuilder text = new StringBuilder(Units.time(trace.losses().durationNanos()));
        text.append(", ").append(amount()).append(", profile ").append(profile());
        if (!trace.pauses().isEmpty()) {
            text.append("; paused ").append(paused());
        }
        if (LossSection.isOverwritten(trace)) {
            text.append("; ")
                    .append(Units.count(trace.losses().droppedEvents()))
                    .append(" older events were overwritten (ring=true)");
        }
        if (!trace.losses().finished()) {
            text.append("; the run was not finished (killed?), all of this is up to the last event");
        }
        if (trace.losses().unrecordedNanos() > 0) {
            text.append("; then ").append(trace.losses().endReason()).append(": nothing of the ");
            text.append(Units.time(trace.losses().unrecordedNanos())).append(" after that is in this report");
        }
        return text.toString();
    }

    /** The JVM's name and version. */
    public static String jvm(TraceHeader header) {
        String name = header.jvmName();
        return name.contains(header.javaVersion()) ? name : name + " " + header.javaVersion();
    }

    private static String command(TraceHeader header) {
        return header.commandLine().isEmpty()
                ? "not stored"
                : header.commandLine().stream().map(Names::beginning).collect(Collectors.joining(" "));
    }

    /** The configured tool. With {@code tool=profile} it was the trace tool that wrote the trace. */
    public static String tool(TraceHeader header) {
        return header.configuration().getOrDefault("tool", header.tool());
    }

    /** The length of the run. */
    static String length(Trace trace) {
        TraceLosses losses = trace.losses();
        String time = Units.time(losses.durationNanos());
        return losses.finished() ? time : time + " up to the last event; the run was not finished (killed?)";
    }

    private String recorded() {
        TraceHeader header = trace.header();
        String every = isSampled()
                ? ", one sample per thread every "
                        + Quantity.ofNanos(header.settings().samplePeriodNanos())
                : "";
        return "by OMPT4J " + header.agentVersion() + " with tool=" + tool(header) + ", profile=" + profile() + every;
    }

    private String amount() {
        String what = isSampled() ? Units.plural(samples, "sample") : Units.plural(events, "event");
        return what + " on " + Units.plural(trace.threads().size(), "thread");
    }

    private boolean isSampled() {
        return trace.header().tool().equals("sample");
    }

    private String profile() {
        return trace.header().settings().profile().name().toLowerCase(Locale.ROOT);
    }

    private String paused() {
        return Units.plural(trace.pauses().size(), "time") + ", " + Units.time(trace.pausedNanos())
                + " in all, of which nothing is in this report";
    }
}
