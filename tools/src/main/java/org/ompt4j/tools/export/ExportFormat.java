package org.ompt4j.tools.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.ompt4j.tools.read.Trace;

/** A format of another viewer that a trace can be written in. */
public enum ExportFormat {
    PERFETTO(".pftrace", true, "ui.perfetto.dev"),
    SPEEDSCOPE(".speedscope.json", false, "speedscope.app");

    private final String suffix;
    private final boolean isBinary;
    private final String viewer;

    ExportFormat(String suffix, boolean isBinary, String viewer) {
        this.suffix = suffix;
        this.isBinary = isBinary;
        this.viewer = viewer;
    }

    /** How names of such files end. */
    public String suffix() {
        return suffix;
    }

    /** Whether a terminal cannot show it. */
    public boolean isBinary() {
        return isBinary;
    }

    /** What shows such files. */
    public String viewer() {
        return viewer;
    }

    /** What users call it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Writes the whole trace in this format.
     *
     * @throws IOException if the trace cannot be read or the output cannot be written
     */
    public void write(Trace trace, OutputStream out) throws IOException {
        try (TimelineSink sink = sink(trace, out)) {
            Timeline.tell(trace, sink);
        }
        out.flush();
    }

    private TimelineSink sink(Trace trace, OutputStream out) throws IOException {
        return switch (this) {
            case PERFETTO -> new PerfettoWriter(trace.header(), out);
            case SPEEDSCOPE -> new SpeedscopeWriter(trace.header(), out);
        };
    }
}
