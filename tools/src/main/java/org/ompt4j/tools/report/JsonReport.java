package org.ompt4j.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceHeader;
import org.ompt4j.tools.read.TraceLosses;

/** Writes a report as one JSON object: times in nanoseconds, shares from 0 to 1, names as the trace has them. */
final class JsonReport {
    /**
     * The version of the format. It is incremented if a member is renamed or removed or changes its meaning, not if a member or a table is
     * added.
     */
    static final int VERSION = 2;

    private final JsonGenerator json;
    private final FindingJson findings;
    private final TableJson tables;
    private final int top;

    /** @param top how many rows a table has at most, and how many findings there are */
    JsonReport(JsonGenerator json, Names names, int top) {
        this.json = json;
        this.findings = new FindingJson(json, names);
        this.tables = new TableJson(json, names, top);
        this.top = top;
    }

    void write(Content content) throws IOException {
        json.writeStartObject();
        json.writeStringField("format", "ompt4j-report");
        json.writeNumberField("version", VERSION);
        run(content.run());
        findings(content.findings());
        json.writeArrayFieldStart("tables");
        for (Table<?> each : content.allTables()) {
            tables.write(each);
        }
        json.writeEndArray();
        losses(content.run().trace().losses());
        JsonArrays.texts(json, "not_in_this_report", content.missing());
        json.writeEndObject();
    }

    private void run(RunFacts facts) throws IOException {
        Trace trace = facts.trace();
        TraceHeader header = trace.header();
        json.writeObjectFieldStart("run");
        json.writeStringField("trace", facts.name());
        json.writeStringField("tool", RunSection.tool(header));
        json.writeStringField("agent_version", header.agentVersion());
        JsonArrays.texts(json, "command_line", header.commandLine());
        json.writeStringField("jvm", header.jvmName());
        json.writeStringField("java_version", header.javaVersion());
        json.writeStringField("host", header.host());
        json.writeNumberField("pid", header.pid());
        json.writeNumberField("processors", header.availableProcessors());
        json.writeStringField("started_at", header.startedAt().toString());
        json.writeNumberField("duration_ns", trace.losses().durationNanos());
        json.writeNumberField("threads", trace.threads().size());
        json.writeNumberField("events", facts.events());
        json.writeNumberField("samples", facts.samples());
        json.writeArrayFieldStart("pauses");
        for (var each : trace.pauses()) {
            json.writeStartObject();
            json.writeNumberField("from_ns", each.fromNanos());
            json.writeNumberField("to_ns", each.toNanos());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeObjectFieldStart("settings");
        for (Map.Entry<String, String> each : new TreeMap<>(header.configuration()).entrySet()) {
            json.writeStringField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private void findings(@Nullable FindingList list) throws IOException {
        List<FindingEntry<?>> all = list == null ? List.of() : list.all();
        json.writeArrayFieldStart("findings");
        for (FindingEntry<?> each : all.subList(0, Math.min(top, all.size()))) {
            findings.write(each);
        }
        json.writeEndArray();
        json.writeNumberField("finding_count", all.size());
        JsonArrays.texts(json, "not_looked_for", list == null ? List.of() : list.notes());
    }

    private void losses(TraceLosses losses) throws IOException {
        json.writeObjectFieldStart("losses");
        json.writeBooleanField("finished", losses.finished());
        json.writeStringField("end_reason", losses.endReason());
        json.writeNumberField("unrecorded_ns", losses.unrecordedNanos());
        json.writeNumberField("dropped_events", losses.droppedEvents());
        json.writeBooleanField("whole", losses.isWhole());
        json.writeNumberField("missing_bytes", losses.missingBytes());
        json.writeNumberField("truncated_bytes", losses.truncatedBytes());
        json.writeNumberField("damaged_bytes", losses.damagedBytes());
        json.writeObjectFieldStart("failures");
        for (Map.Entry<String, Long> each : new TreeMap<>(losses.failures()).entrySet()) {
            json.writeNumberField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }
}
