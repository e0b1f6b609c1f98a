package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** A main thread and two workers whose steps a test writes, and how it reads the critical path. */
abstract class PathFixture {
    static final long MILLI = 1_000_000;
    final TraceBuilder trace = new TraceBuilder();
    final ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    final ThreadScript one = trace.thread("worker-1", ThreadType.WORKER).begin();
    final ThreadScript two = trace.thread("worker-2", ThreadType.WORKER).begin();
    final int submit = trace.callSite("app.Main.submit(Main.java:5)");
    final int get = trace.callSite("app.Main.get(Main.java:9)");
    final int shortCode = trace.body("app.Main.fast");
    final int longCode = trace.body("app.Main.slow");

    void end() {
        one.end();
        two.end();
        main.initialTaskEnd().end();
    }

    void pass(long millis) {
        trace.pass(millis * MILLI);
    }

    void waitsFor(Construct construct, SyncRegionKind kind, long id) {
        main.sync(construct, kind, BEGIN, id, get).syncWait(construct, kind, BEGIN, id, get);
    }

    void goesOn(Construct construct, SyncRegionKind kind, long id) {
        main.syncWait(construct, kind, END, id, get).sync(construct, kind, END, id, get);
    }

    static void assertSums(Trace trace, long recorded) throws IOException {
        JsonNode report = ReportData.of(trace);
        JsonNode parallelism = ReportData.table(report, "parallelism");
        long alone = 0;
        for (JsonNode each : parallelism.get("rows")) {
            alone += each.get("threads").asInt() == 1 ? each.get("time").asLong() : 0;
        }

        assertThat(sum(ReportData.table(report, "critical_path").get("rows"), "time"))
                .isEqualTo(recorded);
        assertThat(sum(parallelism.get("rows"), "time")).isEqualTo(recorded);
        assertThat(sum(ReportData.table(report, "serial_part").get("rows"), "time"))
                .isEqualTo(alone);
        for (JsonNode each : ReportData.table(report, "longest_regions").get("rows")) {
            assertThat(sum(each.get("portions"), "ns"))
                    .isEqualTo(each.get("length").asLong());
        }
    }

    static long sum(JsonNode rows, String member) {
        long sum = 0;
        for (JsonNode each : rows) {
            sum += each.get(member).asLong();
        }
        return sum;
    }

    /** The parts of the path that are longer than a few steps of the builder. Asserts that the path is as long as the run. */
    List<String> path() throws IOException {
        assertSums(trace.build(), trace.now());
        return rows("critical_path", PathFixture::what);
    }

    static String what(JsonNode row) {
        return row.get("what").asText() + ' ' + row.get("code").asText();
    }

    List<String> rows(String key, Function<JsonNode, String> text) throws IOException {
        List<String> rows = new ArrayList<>();
        for (JsonNode each : table(key).get("rows")) {
            long millis = each.get("time").asLong() / MILLI;
            if (millis > 0) {
                rows.add(millis + " ms " + text.apply(each));
            }
        }
        return rows;
    }

    JsonNode table(String key) throws IOException {
        return ReportData.table(ReportData.of(trace.build()), key);
    }
}
