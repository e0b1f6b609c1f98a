package org.ompt4j.tools.report;

import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.ompt4j.text.Quantity;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.TraceHeader;
import org.ompt4j.tools.read.TraceLosses;

/** Which run this was. */
final class RunSection implements Section {
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

    @Override
    public void write(Page page) throws IOException {
        TraceHeader header = trace.header();
        line(page, "Trace", name);
        line(page, "Command", command(header));
        line(
                page,
                "JVM",
                header.jvmName() + " " + header.javaVersion() + ", process " + header.pid() + " on " + header.host()
                        + ", " + Units.plural(header.availableProcessors(), "processor"));
        line(page, "Run", DATE.format(header.startedAt()) + ", " + length());
        line(page, "Recorded", recorded());
        if (!trace.counted().isEmpty()) {
            line(page, "Counted", ThrottleSection.sentence(trace));
        }
        if (!trace.pauses().isEmpty()) {
            line(page, "Paused", paused());
        }
    }

    private static String command(TraceHeader header) {
        return header.commandLine().isEmpty() ? "not stored" : String.join(" ", header.commandLine());
    }

    private String length() {
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

    private static void line(Page page, String head, String text) throws IOException {
        page.broken(String.format(Locale.ROOT, "%-9s ", head), " ".repeat(10), text);
    }
}
