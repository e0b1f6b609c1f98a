package org.ompt4j.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The report as one self-contained page that needs no network: besides what every form of the report has, a timeline of the threads, numbers over time
 * and flame graphs.
 */
public final class HtmlReport {
    private final Report report;
    private final Names names;
    private final TimelineSection timeline;

    /** Null if the trace has no events. */
    private final @Nullable NumbersOverTime counters;

    /** Null if the trace has no events. */
    private final @Nullable FlameGraph flames;

    HtmlReport(TracedRun traced) {
        Models models = new Models(traced);
        this.names = models.names;
        this.timeline = new TimelineSection(models.trace, names, models.places);
        if (traced.isSampled()) {
            this.counters = null;
            this.flames = null;
            this.report = new Report(models, List.of(), List.of(timeline));
        } else {
            FlameGraph graph = FlameGraph.of(models);
            this.counters = new NumbersOverTime(models.trace, models.queues, models.path.parallelism());
            this.flames = graph;
            this.report = new Report(models, List.of(graph.listener()), List.of(graph, timeline));
        }
    }

    /**
     * Reads the trace and writes the page; returns what every form of the report says.
     *
     * @param rows how many rows a table has at most
     * @throws IOException if the trace cannot be read or the page cannot be written
     */
    public static Content write(TracedRun traced, int rows, OutputStream out) throws IOException {
        HtmlReport report = new HtmlReport(traced);
        Content content = report.read();
        new HtmlPage(out).write(json -> report.write(content, rows, json));
        return content;
    }

    /**
     * Writes the page, and what {@link Report#writeFindings} writes, but reads the trace only once.
     *
     * @param rows how many rows a table of the page has at most
     */
    public static void writeAndFindings(TracedRun traced, int rows, OutputStream out, Page findings)
            throws IOException {
        Content content = write(traced, rows, out);
        new TextReport(findings).writeFindings(content);
        findings.flush();
    }

    Content read() throws IOException {
        return report.read();
    }

    private void write(Content content, int rows, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeFieldName("report");
        new JsonReport(json, names, rows).write(content);
        json.writeFieldName("timeline");
        timeline.write(json);
        if (counters != null) {
            json.writeFieldName("counters");
            counters.write(json);
        }
        if (flames != null) {
            json.writeFieldName("flames");
            flames.write(json);
        }
        json.writeEndObject();
    }
}
