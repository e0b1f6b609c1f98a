package org.ompt4j.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Members of JSON objects that are arrays. */
public final class JsonArrays {

    private JsonArrays() {}

    /** Writes an array of texts, in their order. */
    public static void texts(JsonGenerator json, String member, Iterable<String> texts) throws IOException {
        json.writeArrayFieldStart(member);
        for (String each : texts) {
            json.writeString(each);
        }
        json.writeEndArray();
    }
}
