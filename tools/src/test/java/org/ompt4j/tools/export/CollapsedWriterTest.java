package org.ompt4j.tools.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.profile.Sample;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.testing.CollapsedFile;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.VirtualThreadTrace;

class CollapsedWriterTest {

    @Test
    void timesAddUpToThatOfAllThreads() throws IOException {
        for (Trace trace : new Trace[] {RichTrace.build(), VirtualThreadTrace.build()}) {
            CollapsedFile file = export(trace, null, Metric.TIME);

            assertThat(file.sum()).isEqualTo(timeOfThreads(trace));
        }
    }

    /** The time from the first to the last event of each thread, plus the time that virtual threads were on no carrier. */
    private static long timeOfThreads(Trace trace) throws IOException {
        Map<Long, Long> first = new HashMap<>();
        Map<Long, Long> last = new HashMap<>();
        Map<Long, Long> unmounted = new HashMap<>();
        long off = 0;
        for (var events = trace.events(); events.hasNext(); ) {
            TraceEvent event = events.next();
            first.putIfAbsent(event.threadId(), event.timeNanos());
            last.put(event.threadId(), event.timeNanos());
            if (event.isMount()) {
                off += event.timeNanos() - unmounted.getOrDefault(event.nextTaskId(), event.timeNanos());
            } else if (event.isUnmount()) {
                unmounted.put(event.priorTaskId(), event.timeNanos());
            }
        }
        return off
                + last.keySet().stream()
                        .mapToLong(each -> last.get(each) - first.get(each))
                        .sum();
    }

    @Test
    void timeStandsUnderTheCodeThatMadeTheTaskAndWhatItWaitsFor() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript worker = trace.thread("worker", ThreadType.WORKER).begin();
        long queue = trace.waitId(Construct.BLOCKING_QUEUE, "java.util.concurrent.LinkedBlockingQueue");
        long task = main.create(
                Construct.FORK_JOIN_TASK,
                0,
                trace.callSite("app.Main.run(Main.java:5)"),
                trace.body("app.Fib.compute"));
        int take = trace.callSite("app.Fib.take(Fib.java:9)");
        trace.pass(100_000);
        worker.start(Construct.FORK_JOIN_TASK, task);
        trace.pass(7_000_000);
        worker.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, ScopeEndpoint.BEGIN, queue, take);
        trace.pass(30_000_000);
        worker.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, ScopeEndpoint.END, queue, take);
        worker.complete(Construct.FORK_JOIN_TASK).end();
        main.initialTaskEnd().end();

        CollapsedFile file = export(trace.build(), null, Metric.TIME);

        String compute = "app.Main.run(Main.java:5);app.Fib.compute";
        assertThat(file.value(compute
                        + ";app.Fib.take;app.Fib.take(Fib.java:9);<queue: java.util.concurrent.LinkedBlockingQueue>"))
                .isEqualTo(30_001_000);
        assertThat(file.value(compute)).isEqualTo(7_001_000 + 1_000);
        assertThat(file.value("<idle>")).isEqualTo(103_000);
        assertThat(file.value("main")).isEqualTo(file.sum() - 30_001_000 - 7_002_000 - 103_000);
        assertThat(file.stacks()).hasSize(4);
    }

    /** As when the JDK completes a future after the task of a worker. */
    @Test
    void workOfAWorkerOutsideOfItsTasksIsWork() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript worker = trace.thread("worker", ThreadType.WORKER).begin().initialTaskBegin();
        trace.pass(7_000_000);
        worker.initialTaskEnd().end();

        CollapsedFile file = export(trace.build(), null, Metric.TIME);

        assertThat(file.value("<work>")).isEqualTo(7_001_000);
        assertThat(file.stacks()).doesNotContainKey(List.of("<unknown>"));
    }

    @Test
    void everySampleIsOnALineOnce() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        trace.pass(1_000);
        main.initialTaskEnd().end();
        List<Sample> samples = List.of(
                new Sample(2_500, main.id(), List.of("app.Main.work", "app.Main.main")),
                new Sample(2_600, main.id(), List.of("app.Main.work", "app.Main.main")),
                new Sample(2_700, main.id(), List.of()),
                new Sample(2_800, 0, List.of("app.Other.run")));

        CollapsedFile file = export(trace.build(), Samples.of(samples, "processor time"), Metric.SAMPLES);

        assertThat(file.stacks())
                .containsEntry(List.of("app.Main.main", "app.Main.work"), 2L)
                .containsEntry(List.of("<no stack: its stack could not be walked>"), 1L)
                .containsEntry(List.of("<no stack: of a thread that the trace does not have>"), 1L)
                .hasSize(3);
    }

    @Test
    void sampledStatesStandUnderTheirThread() throws IOException {
        CollapsedFile file = export(SampledTrace.build(), null, Metric.SAMPLES);

        assertThat(file.value("main")).isEqualTo(25);
        assertThat(file.value("main;<lock wait: java.util.concurrent.locks.ReentrantLock>"))
                .isEqualTo(4);
        assertThat(file.value("main;<sleep>")).isEqualTo(1);
        assertThat(file.sum()).isEqualTo(60);
    }

    @Test
    void nameOfAThreadIsOneFrameOnOneLineWhateverIsInIt() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        trace.thread("a;b\nc 7", ThreadType.INITIAL)
                .begin()
                .initialTaskBegin()
                .initialTaskEnd()
                .end();

        CollapsedFile file = export(trace.build(), null, Metric.TIME);

        assertThat(file.stacks()).containsOnlyKeys(List.of("a,b\\nc 7"));
    }

    /** As of a run that ended as soon as the Flight Recorder had begun. */
    @Test
    void whereNoSampleWasTakenTimesAreTheDefault() throws IOException {
        assertThat(Metric.of(RichTrace.build(), Samples.of(List.of(), "processor time")))
                .isEqualTo(Metric.TIME);
        assertThat(Metric.of(SampledTrace.build(), null)).isEqualTo(Metric.SAMPLES);
    }

    private static CollapsedFile export(Trace trace, @Nullable Samples samples, Metric metric) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ExportFormat.COLLAPSED.write(trace, samples, metric, out);
        return new CollapsedFile(out.toByteArray());
    }
}
