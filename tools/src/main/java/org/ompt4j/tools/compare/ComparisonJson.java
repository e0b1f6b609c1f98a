package org.ompt4j.tools.compare;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.report.JsonArrays;

/** Writes a comparison as one JSON object: times in nanoseconds, names as the traces have them. */
final class ComparisonJson {
    /**
     * The version of the format. It is incremented if a member is renamed or removed or changes its meaning, not if a member or a table is
     * added.
     */
    private static final int VERSION = 1;

    private final JsonGenerator json;
    private final int top;

    /** @param top how many rows a table has at most, and how many findings there are */
    ComparisonJson(JsonGenerator json, int top) {
        this.json = json;
        this.top = top;
    }

    void write(Comparison comparison) throws IOException {
        json.writeStartObject();
        json.writeStringField("format", "ompt4j-comparison");
        json.writeNumberField("version", VERSION);
        runs("before", comparison.before());
        runs("after", comparison.after());
        json.writeNumberField("threshold_percent", comparison.percent());
        json.writeNumberField("threshold_ns", comparison.leastNanos());
        json.writeObjectFieldStart("length_ns");
        value("before", comparison.lengthBefore());
        value("after", comparison.lengthAfter());
        json.writeEndObject();
        JsonArrays.texts(json, "may_not_be_comparable", comparison.doubts());
        findings(comparison.findings());
        json.writeArrayFieldStart("tables");
        for (ComparedTable each : ComparedTable.values()) {
            table(comparison, each);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void runs(String member, List<ComparedRun> runs) throws IOException {
        json.writeArrayFieldStart(member);
        for (ComparedRun each : runs) {
            json.writeStartObject();
            json.writeStringField("trace", each.name());
            json.writeNumberField("pid", each.pid());
            json.writeNumberField("recorded_ns", each.recordedNanos());
            json.writeObjectFieldStart("settings");
            for (Map.Entry<String, String> setting : each.settings().entrySet()) {
                json.writeStringField(setting.getKey(), setting.getValue());
            }
            json.writeEndObject();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void findings(List<FindingGroup> groups) throws IOException {
        json.writeArrayFieldStart("findings");
        for (FindingGroup each : groups.subList(0, Math.min(top, groups.size()))) {
            json.writeStartObject();
            json.writeStringField("kind", each.kind().id());
            json.writeStringField("says", each.says());
            json.writeArrayFieldStart("call_sites");
            for (String site : each.callSites()) {
                json.writeString(site);
            }
            json.writeEndArray();
            findings("before", each.before());
            findings("after", each.after());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("finding_count", groups.size());
    }

    private void findings(String member, List<ComparedFinding> findings) throws IOException {
        json.writeNumberField(member + "_runs", findings.size());
        value(member + "_cost_ns", findings.isEmpty() ? null : FindingGroup.cost(findings));
    }

    private void table(Comparison comparison, ComparedTable table) throws IOException {
        List<ComparedRow> rows = comparison.differences(table);
        json.writeStartObject();
        json.writeStringField("key", table.key());
        json.writeStringField("title", table.title());
        json.writeStringField("meaning", table.meaning());
        json.writeStringField("unit", table.compared().unit().id());
        json.writeNumberField("compared", comparison.rows(table).size());
        json.writeNumberField("row_count", rows.size());
        json.writeArrayFieldStart("rows");
        for (ComparedRow each : rows.subList(0, Math.min(top, rows.size()))) {
            row(each);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void row(ComparedRow row) throws IOException {
        json.writeStartObject();
        name("name_before", row.name().before());
        name("name_after", row.name().after());
        value("before", row.before());
        value("after", row.after());
        json.writeNumberField("difference", row.difference());
        Double ratio = row.ratio();
        if (ratio == null) {
            json.writeNullField("ratio");
        } else {
            json.writeNumberField("ratio", ratio);
        }
        json.writeArrayFieldStart("details");
        for (ComparedRow.Detail each : row.details()) {
            json.writeStartObject();
            json.writeStringField("key", each.measure().key());
            json.writeStringField("unit", each.measure().unit().id());
            value("before", each.before());
            value("after", each.after());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void name(String member, String name) throws IOException {
        if (name.isEmpty()) {
            json.writeNullField(member);
        } else {
            json.writeStringField(member, name);
        }
    }

    private void value(String member, @Nullable ComparedValue value) throws IOException {
        if (value == null) {
            json.writeNullField(member);
            return;
        }
        json.writeObjectFieldStart(member);
        json.writeNumberField("median", value.median());
        json.writeNumberField("least", value.least());
        json.writeNumberField("most", value.most());
        json.writeEndObject();
    }
}
