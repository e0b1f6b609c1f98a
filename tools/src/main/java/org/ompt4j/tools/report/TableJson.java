package org.ompt4j.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the tables of a report as JSON objects. */
final class TableJson {
    private final JsonGenerator json;
    private final HoldJson holds;
    private final int top;

    /** @param top how many rows a table has at most */
    TableJson(JsonGenerator json, Names names, int top) {
        this.json = json;
        this.holds = new HoldJson(json, names);
        this.top = top;
    }

    <R> void write(Table<R> table) throws IOException {
        json.writeStartObject();
        json.writeStringField("key", table.key());
        json.writeStringField("title", table.title());
        json.writeStringField("order", table.order());
        json.writeArrayFieldStart("columns");
        for (Column<R> each : table.columns()) {
            json.writeStartObject();
            json.writeStringField("key", each.key());
            json.writeStringField("head", each.head());
            json.writeStringField("unit", each.unit().id());
            json.writeStringField("meaning", each.meaning());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("row_count", table.rows().size());
        json.writeArrayFieldStart("rows");
        for (R each : table.rows().subList(0, Math.min(top, table.rows().size()))) {
            row(table, each);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("notes");
        for (Note each : table.notes()) {
            note(each);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private <R> void row(Table<R> table, R row) throws IOException {
        json.writeStartObject();
        for (Column<R> each : table.columns()) {
            json.writeFieldName(each.key());
            value(each.value().apply(row));
        }
        List<Portion> portions = table.portions().apply(row);
        if (!portions.isEmpty()) {
            json.writeArrayFieldStart("portions");
            for (Portion each : portions) {
                json.writeStartObject();
                json.writeNumberField("ns", each.nanos());
                json.writeStringField("what", each.what());
                json.writeStringField("name", each.name());
                holds.write(each.inHold());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        histogram(table.histogram().apply(row));
        json.writeEndObject();
    }

    private void histogram(List<WaitHistogram.Range> ranges) throws IOException {
        if (ranges.isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("histogram");
        for (WaitHistogram.Range each : ranges) {
            json.writeStartObject();
            json.writeNumberField("from_ns", each.fromNanos());
            if (each.hasEnd()) {
                json.writeNumberField("to_ns", each.toNanos());
            }
            json.writeNumberField("waits", each.waits());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void value(@Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Double number) {
            json.writeNumber(number);
        } else if (value instanceof Number number) {
            json.writeNumber(number.longValue());
        } else {
            json.writeString(value.toString());
        }
    }

    private void note(Note note) throws IOException {
        json.writeStartObject();
        json.writeStringField("says", note.sentence());
        for (Map.Entry<String, Long> each : note.numbers().entrySet()) {
            json.writeNumberField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
    }
}
