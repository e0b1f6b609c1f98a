package org.ompt4j.tools.export;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** The kinds of markers in a profile of the Firefox Profiler, each with a category and its colour. */
enum FirefoxMarker {
    REGION("Region", "blue"),
    TASK("Task", "green"),
    MOUNT("Virtual thread", "magenta"),
    SYNC("Sync region", "purple"),
    WAIT("Wait", "orange"),
    REDUCTION("Reduction", "lightblue"),
    MARK("Mark", "darkgrey");

    /** The category of stacks. The viewer requires a grey category. */
    static final int CODE = 0;
    /** The category of frames that are not code of the program. */
    static final int PSEUDO = 1;

    private static final int FIRST_CATEGORY = 2;

    private final String title;
    private final String colour;

    FirefoxMarker(String title, String colour) {
        this.title = title;
        this.colour = colour;
    }

    static FirefoxMarker of(Slice.Kind kind) {
        return switch (kind) {
            case REGION, MEMBER -> REGION;
            case TASK -> TASK;
            case MOUNT -> MOUNT;
            case SYNC -> SYNC;
            case REDUCTION -> REDUCTION;
            case SYNC_WAIT, MUTEX_WAIT, WAIT -> WAIT;
        };
    }

    String title() {
        return title;
    }

    int category() {
        return FIRST_CATEGORY + ordinal();
    }

    static void writeCategories(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("categories");
        category("Code", "grey", json);
        category("Waiting and the JDK's own", "transparent", json);
        for (FirefoxMarker each : values()) {
            category(each.title, each.colour, json);
        }
        json.writeEndArray();
    }

    private static void category(String name, String colour, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", name);
        json.writeStringField("color", colour);
        json.writeArrayFieldStart("subcategories");
        json.writeString("Other");
        json.writeEndArray();
        json.writeEndObject();
    }

    static void writeSchemas(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("markerSchema");
        for (FirefoxMarker each : values()) {
            each.writeSchema(json);
        }
        json.writeEndArray();
    }

    private void writeSchema(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", title);
        json.writeStringField("tooltipLabel", "{marker.name}");
        json.writeStringField("tableLabel", "{marker.name}");
        json.writeStringField("chartLabel", "{marker.name}");
        json.writeArrayFieldStart("display");
        json.writeString("marker-chart");
        json.writeString("marker-table");
        json.writeString("timeline-overview");
        json.writeEndArray();
        json.writeArrayFieldStart("data");
        field("callSite", "Call site", "string", json);
        if (this == TASK) {
            field("queued", "Time since it was created", "duration", json);
            field("late", "Began later than due by", "duration", json);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void field(String key, String label, String format, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("key", key);
        json.writeStringField("label", label);
        json.writeStringField("format", format);
        json.writeBooleanField("searchable", true);
        json.writeEndObject();
    }
}
