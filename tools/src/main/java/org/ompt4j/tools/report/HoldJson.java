package org.ompt4j.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.findings.InHold;

/** Writes what threads did that held a mutex while other threads waited, as a member of a JSON object. */
final class HoldJson {
    private final JsonGenerator json;
    private final Names names;
    private final HoldWords words;

    HoldJson(JsonGenerator json, Names names) {
        this.json = json;
        this.names = names;
        this.words = new HoldWords(names);
    }

    /** @param hold null if it is not known; then nothing is written */
    void write(@Nullable InHold hold) throws IOException {
        if (hold == null) {
            return;
        }
        json.writeObjectFieldStart("in_hold");
        JsonArrays.texts(json, "says", words.says(hold));
        json.writeNumberField("ns", hold.nanos());
        json.writeArrayFieldStart("waits");
        for (InHold.Wait each : hold.waits()) {
            write(each);
        }
        json.writeEndArray();
        json.writeNumberField("worked_ns", hold.workedNanos());
        if (hold.isSampled()) {
            samples(hold);
        }
        json.writeEndObject();
    }

    private void write(InHold.Wait wait) throws IOException {
        json.writeStartObject();
        json.writeNumberField("ns", wait.nanos());
        json.writeStringField("state", wait.place().state().specName());
        json.writeStringField("at", wait.code().isEmpty() ? names.place(wait.place()) : wait.code());
        json.writeEndObject();
    }

    private void samples(InHold hold) throws IOException {
        json.writeNumberField("samples", hold.samples());
        json.writeArrayFieldStart("code");
        for (InHold.Code each : hold.code()) {
            json.writeStartObject();
            json.writeNumberField("samples", each.samples());
            json.writeStringField("name", each.name());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
