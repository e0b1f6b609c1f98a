package org.ompt4j.tools.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.FirefoxFile;
import org.ompt4j.tools.testing.JfrFile;
import org.ompt4j.tools.testing.PerfettoFile;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Exports of a late task: the first task begins in time, the second one 12.5 ms late. */
class LateTaskExportTest {
    private static final long LATE_NANOS = 12_500_000;

    private static Trace trace() {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript timer = trace.thread("timer", ThreadType.OTHER).begin().initialTaskBegin();
        int site = trace.callSite("app.Poll.start(Poll.java:7)");
        long inTime = main.create(Construct.TIMER, 0, site, trace.body("app.InTime.run"));
        long late = main.create(Construct.TIMER, 0, site, trace.body("app.Late.run"));
        trace.pass(2 * LATE_NANOS);
        timer.start(Construct.TIMER, inTime).complete(Construct.TIMER);
        timer.start(Construct.TIMER, late).late(Construct.TIMER, LATE_NANOS, 0).complete(Construct.TIMER);
        ThreadScript.endAll(main, timer);
        return trace.build();
    }

    private static byte[] export(ExportFormat format) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        format.write(trace(), out);
        return out.toByteArray();
    }

    @Test
    void perfettoHasItInTheTasksSlice() throws IOException {
        List<PerfettoFile.Slice> tasks = new PerfettoFile(export(ExportFormat.PERFETTO))
                .slices().stream()
                        .filter(each -> each.annotations.containsKey("ns late"))
                        .toList();

        assertThat(tasks).singleElement().satisfies(each -> {
            assertThat(each.name).isEqualTo("app.Late.run");
            assertThat(each.annotations).containsEntry("ns late", LATE_NANOS).containsKey("ns since created");
        });
    }

    @Test
    void jfrHasItInTheTasksEvent(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("late.jfr"), export(ExportFormat.JFR));

        List<String> found = new ArrayList<>();
        for (RecordedEvent each : new JfrFile(file).events("Task")) {
            Duration late = each.getDuration("late");
            found.add(each.getString("name") + (late.isNegative() ? "" : " " + late.toNanos()));
        }

        assertThat(found).containsExactlyInAnyOrder("app.InTime.run", "app.Late.run " + LATE_NANOS);
    }

    @Test
    void firefoxHasItInTheTasksMarker() throws IOException {
        FirefoxFile file = new FirefoxFile(export(ExportFormat.FIREFOX));

        assertThat(file.root().findValues("late"))
                .singleElement()
                .satisfies(each -> assertThat(each.asDouble()).isEqualTo(LATE_NANOS / 1e6));
    }
}
