package org.ompt4j.tools.report;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ompt4j.text.Quantity;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.TraceHeader;
import org.ompt4j.tools.read.TraceLosses;

/** Which run this was. */
final class RunSection implements Section, RunReader.EventListener {
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
        lines.add(new RunFacts.Fact("Trace", name));
        lines.add(new RunFacts.Fact("Command", command(header)));
        lines.add(new RunFacts.Fact(
                "JVM",
                header.jvmName() + " " + header.javaVersion() + ", process " + header.pid() + " on " + header.host()
                        + ", " + Units.plural(header.availableProcessors(), "processor")));
        lines.add(new RunFacts.Fact("Run", DATE.format(header.startedAt()) + ", " + length(trace)));
        lines.add(new RunFacts.Fact("Recorded", recorded()));
        if (!trace.counted().isEmpty()) {
            lines.add(new RunFacts.Fact("Counted", ThrottleSection.sentence(trace)));
        }
        if (!trace.pauses().isEmpty()) {
            lines.add(new RunFacts.Fact("Paused", paused()));
        }
        return new RunFacts(trace, name, events, samples, List.copyOf(lines));
    }

    private static String command(TraceHeader header) {
        return header.commandLine().isEmpty() ? "not stored" : String.join(" ", header.commandLine());
    }

    /** How long the run was. */
    static String length(Trace trace) {
        TraceLosses losses = trace.losses();
        String time = Units.time(losses.durationNanos());
        return losses.finished() ? time : time + " up to the last event; the run was not finished (killed?)";
    }

    private String recorded() {
        TraceHeader header = trace.header();
        String what = header.tool().equals("sample")
                ? Units.plural(samples, "sample") + ", one per thread every "
                        + Quantity.ofNanos(header.settings().samplePeriodNanos())
                : Units.plural(events, "event");
        return what + " on " + Units.plural(trace.threads().size(), "thread") + ", profile "
                + header.settings().profile().name().toLowerCase(Locale.ROOT) + ", OMPT4J " + header.agentVersion();
    }

    private String paused() {
        List<Pause> pauses = trace.pauses();
        long nanos = pauses.stream().mapToLong(Pause::nanos).sum();
        return Units.plural(pauses.size(), "time") + ", " + Units.time(nanos)
                + " in all, of which nothing is in this report";
    }
}
