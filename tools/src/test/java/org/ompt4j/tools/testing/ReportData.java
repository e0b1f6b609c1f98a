package org.ompt4j.tools.testing;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.report.Report;
import org.ompt4j.tools.report.TracedRun;

/** The output of {@code report --json}. */
public final class ReportData {
    private ReportData() {}

    /** The report of a trace, with all rows of all tables. */
    public static JsonNode of(Trace trace) throws IOException {
        return of(trace, null, Integer.MAX_VALUE);
    }

    /** @param top the most rows of a table */
    public static JsonNode of(Trace trace, @Nullable Samples samples, int top) throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            Report.writeJson(new TracedRun(trace, samples, "run.ompt"), top, json);
        }
        return new ObjectMapper().readTree(out.toString());
    }

    /** The table with this key. */
    public static JsonNode table(JsonNode report, String key) {
        for (JsonNode each : report.get("tables")) {
            if (each.get("key").asText().equals(key)) {
                return each;
            }
        }
        throw new AssertionError("no table " + key + " in " + report);
    }

    /** The first row of a table that has this in a column. */
    public static JsonNode row(JsonNode report, String table, String column, String value) {
        for (JsonNode each : table(report, table).get("rows")) {
            if (each.get(column).asText().equals(value)) {
                return each;
            }
        }
        throw new AssertionError("no " + value + " in " + report);
    }
}
