package org.ompt4j.tools.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.profile.PlacedSamples;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.Trace;

/** A format of another viewer in which a trace can be written. */
public enum ExportFormat {
    PERFETTO(".pftrace", true, "ui.perfetto.dev"),
    SPEEDSCOPE(".speedscope.json", false, "speedscope.app"),
    /** Call stacks with a number each, instead of a timeline. */
    COLLAPSED(".collapsed", false, "speedscope.app or flamegraph.pl"),
    FIREFOX(".firefox.json", false, "profiler.firefox.com"),
    JFR(".jfr", true, "Mission Control or jfr print");

    private final String suffix;
    private final boolean isBinary;
    private final String viewer;

    ExportFormat(String suffix, boolean isBinary, String viewer) {
        this.suffix = suffix;
        this.isBinary = isBinary;
        this.viewer = viewer;
    }

    /** The suffix of the names of such files. */
    public String suffix() {
        return suffix;
    }

    /** Whether a terminal cannot show it. */
    public boolean isBinary() {
        return isBinary;
    }

    /** Whether the format contains the samples that were taken beside the trace. */
    public boolean hasSamples() {
        return this == COLLAPSED || this == FIREFOX || this == JFR;
    }

    /** The viewer of such files. */
    public String viewer() {
        return viewer;
    }

    /** The name for users. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Writes the whole trace in this format.
     *
     * @param samples the samples beside the trace; null if the run was to take none
     * @param metric what the numbers of stacks count, if the format has such numbers
     * @throws IOException if the trace cannot be read or the output cannot be written
     */
    public void write(Trace trace, @Nullable Samples samples, Metric metric, OutputStream out) throws IOException {
        switch (this) {
            case PERFETTO -> tell(trace, new PerfettoWriter(trace.header(), out));
            case SPEEDSCOPE -> tell(trace, new SpeedscopeWriter(trace.header(), out));
            case FIREFOX -> tell(trace, new FirefoxWriter(trace.header(), PlacedSamples.byThread(trace, samples), out));
            case JFR -> tell(trace, new JfrWriter(trace.header(), PlacedSamples.byTime(trace, samples), out));
            case COLLAPSED -> CollapsedWriter.write(trace, samples, metric, out);
        }
        out.flush();
    }

    /** Writes a trace that has no samples beside it. */
    public void write(Trace trace, OutputStream out) throws IOException {
        write(trace, null, Metric.of(trace, null), out);
    }

    private static void tell(Trace trace, TimelineSink told) throws IOException {
        try (TimelineSink sink = new SinkAside(told)) {
            Timeline.tell(trace, sink);
        }
    }
}
