package org.ompt4j.tools.joint;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.ompt4j.tools.report.FindingList;
import org.ompt4j.tools.report.JsonArrays;

/** Writes the findings of several JVMs as one JSON object: times in nanoseconds, names as in the traces. */
final class JointJson {
    /** The version of the format. It is incremented if a member is renamed or removed or changes its meaning, not if one is added. */
    private static final int VERSION = 1;

    private final JointReport report;
    private final List<JointRun> runs;
    private final JsonGenerator json;
    private final int top;

    JointJson(JointReport report, JsonGenerator json, int top) {
        this.report = report;
        this.runs = report.runs();
        this.json = json;
        this.top = top;
    }

    void write() throws IOException {
        json.writeStartObject();
        json.writeStringField("format", "ompt4j-joint-report");
        json.writeNumberField("version", VERSION);
        json.writeNumberField("span_ns", report.spanNanos());
        json.writeNumberField("added_ns", report.addedNanos());
        json.writeArrayFieldStart("jvms");
        for (JointRun each : runs) {
            run(each);
        }
        json.writeEndArray();
        List<JointFinding> all = report.findings();
        json.writeArrayFieldStart("findings");
        for (JointFinding each : all.subList(0, Math.min(top, all.size()))) {
            finding(each);
        }
        json.writeEndArray();
        json.writeNumberField("finding_count", all.size());
        json.writeArrayFieldStart("not_looked_for");
        for (Map.Entry<String, Integer> each : report.limits().entrySet()) {
            json.writeStartObject();
            json.writeStringField("says", each.getKey());
            json.writeNumberField("jvms", each.getValue());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void run(JointRun run) throws IOException {
        json.writeStartObject();
        json.writeStringField("trace", run.trace());
        json.writeNumberField("pid", run.pid());
        json.writeStringField("host", run.host());
        JsonArrays.texts(json, "command_line", run.commandLine());
        json.writeStringField("started_at", run.startedAt().toString());
        json.writeNumberField("duration_ns", run.nanos());
        json.writeBooleanField("finished", run.isFinished());
        json.writeBooleanField("whole", run.isWhole());
        Long processorNanos = run.processorNanos();
        if (processorNanos != null) {
            json.writeNumberField("processor_ns", processorNanos);
        }
        json.writeBooleanField("samples_only", run.isSampled());
        json.writeNumberField("finding_count", run.findings());
        json.writeEndObject();
    }

    private void finding(JointFinding finding) throws IOException {
        FindingList.Words words = finding.worst().words();
        json.writeStartObject();
        json.writeStringField("kind", finding.kind().id());
        json.writeNumberField("cost_ns", Math.round(finding.costNanos()));
        json.writeStringField("says", words.sentence());
        JsonArrays.texts(json, "details", words.details());
        JsonArrays.texts(json, "call_sites", finding.callSites());
        json.writeArrayFieldStart("jvms");
        for (JointFinding.Part each : finding.parts()) {
            json.writeStartObject();
            json.writeNumberField("jvm", runs.indexOf(each.run()));
            json.writeNumberField("cost_ns", Math.round(each.finding().costNanos()));
            json.writeNumberField("finding", each.number());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
