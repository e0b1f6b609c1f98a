package org.ompt4j.tools.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.profile.Sample;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.FirefoxFile;
import org.ompt4j.tools.testing.PerfettoFile;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.VirtualThreadTrace;

class FirefoxWriterTest {

    @Test
    void threadHasTheSlicesOfTheTimelineAsMarkers() throws IOException {
        for (Trace trace : new Trace[] {RichTrace.build(), VirtualThreadTrace.build()}) {
            PerfettoFile other = new PerfettoFile(export(ExportFormat.PERFETTO, trace, null));

            FirefoxFile file = new FirefoxFile(export(ExportFormat.FIREFOX, trace, null));

            List<String> found = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            for (String thread : file.threads()) {
                for (FirefoxFile.Marker each : file.markers(thread)) {
                    if (each.endMillis() != null) {
                        long nanos = Math.round((each.endMillis() - each.startMillis()) * 1e6);
                        found.add(thread + ": " + each.name() + " " + nanos);
                    }
                }
                other.slices(thread).stream()
                        .filter(each -> !each.category.equals("state"))
                        .forEach(each -> expected.add(thread + ": " + each.name + " " + each.nanos()));
            }
            assertThat(found).isNotEmpty().containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void markerSaysItsKindCallSiteAndHowLongItsTaskHadBeenCreated() throws IOException {
        FirefoxFile file = new FirefoxFile(export(ExportFormat.FIREFOX, RichTrace.build(), null));

        assertThat(file.markers("main"))
                .anySatisfy(each -> {
                    assertThat(each.type()).isEqualTo("Wait");
                    assertThat(each.name()).startsWith("wait_condition app.Queue #");
                    assertThat(each.callSite()).isEqualTo("app.Queue.take(Queue.java:17)");
                })
                .anySatisfy(each -> assertThat(each.type()).isEqualTo("Region"))
                .anySatisfy(each -> {
                    assertThat(each.type()).isEqualTo("Mark");
                    assertThat(each.name()).isEqualTo("created app.Writer.run");
                    assertThat(each.endMillis()).isNull();
                });
        assertThat(file.root().findValues("queued")).isNotEmpty();
    }

    @Test
    void samplesAreStacksAsTheProgramWasWritten() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript worker = trace.thread("worker", ThreadType.WORKER).begin();
        long task = main.create(Construct.FORK_JOIN_TASK, 0, trace.callSite("app.Main.run(Main.java:5)"), 0);
        worker.start(Construct.FORK_JOIN_TASK, task);
        trace.pass(100_000);
        long now = trace.now();
        worker.complete(Construct.FORK_JOIN_TASK).end();
        main.initialTaskEnd().end();
        List<String> stack = List.of("app.Fib.fib", "app.Fib.compute", "java.util.concurrent.ForkJoinTask.doExec");
        List<Sample> samples = List.of(
                new Sample(now - 10, worker.id(), stack),
                new Sample(now - 90, worker.id(), stack.subList(1, 3)),
                new Sample(now - 50, worker.id(), List.of("java.util.concurrent.ForkJoinTask.doExec")));

        FirefoxFile file =
                new FirefoxFile(export(ExportFormat.FIREFOX, trace.build(), Samples.of(samples, "processor time")));

        String made = "app.Main.run(Main.java:5)";
        assertThat(file.samples("worker"))
                .containsExactly(
                        List.of("<main>", made, "app.Fib.compute"),
                        List.of("<main>", made, "<overhead>"),
                        List.of("<main>", made, "app.Fib.compute", "app.Fib.fib"));
        assertThat(file.samples("main")).isEmpty();
        assertThat(file.root().path("meta").path("interval").asDouble()).isEqualTo(10);
    }

    @Test
    void sampledStatesAreSamples() throws IOException {
        FirefoxFile file = new FirefoxFile(export(ExportFormat.FIREFOX, SampledTrace.build(), null));

        assertThat(file.samples("main"))
                .hasSize(30)
                .contains(List.of("work_serial"), List.of("<lock wait>"), List.of("<sleep>"));
    }

    private static byte[] export(ExportFormat format, Trace trace, @Nullable Samples samples) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        format.write(trace, samples, Metric.of(trace, samples), out);
        return out.toByteArray();
    }
}
