package org.ompt4j.tools.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;

class SampleToolTest {
    @TempDir
    Path directory;

    @Test
    void everyThreadIsSampledAgainAndAgain() throws IOException {
        Path file = directory.resolve("samples.ompt");
        TestRuntime runtime = TestRuntime.writing(file, "sample").with("sample.period", "1ms");
        AtomicInteger looks = new AtomicInteger();
        TestThread worker = new TestThread(3, "worker", ThreadType.WORKER) {
            @Override
            public long parallelId() {
                looks.incrementAndGet();
                return 70;
            }
        };
        worker.state = State.WAIT_CRITICAL;
        worker.waitId = 90;
        worker.taskId = 80;
        TestThread gone = new TestThread(4);
        gone.state = State.UNDEFINED;
        runtime.threads.addAll(List.of(worker, gone));
        assertThat(runtime.start(new SampleTool())).isTrue();
        Awaitility.await().until(() -> looks.get() >= 5);
        worker.state = State.WAIT_IO;
        int before = looks.get();
        Awaitility.await().until(() -> looks.get() >= before + 5);
        runtime.end();

        try (Trace trace = Traces.open(file)) {
            assertThat(trace.header().tool()).isEqualTo("sample");
            assertThat(trace.threads()).containsExactly(new Trace.TraceThread(3, "worker", ThreadType.WORKER));
            List<TraceEvent> samples = new ArrayList<>();
            for (Iterator<TraceEvent> events = trace.events(); events.hasNext(); ) {
                samples.add(events.next());
            }
            assertThat(samples).hasSizeGreaterThanOrEqualTo(10).allSatisfy(sample -> {
                assertThat(sample.event()).isNull();
                assertThat(sample.threadId()).isEqualTo(3);
                assertThat(sample.waitId()).isEqualTo(90);
                assertThat(sample.taskId()).isEqualTo(80);
                assertThat(sample.parallelId()).isEqualTo(70);
            });
            assertThat(samples)
                    .extracting(TraceEvent::state)
                    .startsWith(State.WAIT_CRITICAL)
                    .endsWith(State.WAIT_IO);
        }
    }

    /** Errors of a full heap, and exceptions as if the thread's stack had changed while it was read. */
    static List<Runnable> failures() {
        return List.of(
                () -> {
                    throw new OutOfMemoryError("the program has used it up");
                },
                () -> {
                    throw new IllegalStateException("read while it changed");
                });
    }

    @ParameterizedTest
    @MethodSource("failures")
    void timesWithoutASampleAreCountedAndThereAreMoreSamples(Runnable failure) throws IOException {
        Path file = directory.resolve("samples.ompt");
        TestRuntime runtime = TestRuntime.writing(file, "sample").with("sample.period", "1ms");
        AtomicInteger looks = new AtomicInteger();
        TestThread worker = new TestThread(3, "worker", ThreadType.WORKER) {
            @Override
            public long parallelId() {
                if (looks.incrementAndGet() == 2) {
                    failure.run();
                }
                return 70;
            }
        };
        worker.state = State.WORK_SERIAL;
        runtime.threads.add(worker);
        assertThat(runtime.start(new SampleTool())).isTrue();
        Awaitility.await().until(() -> looks.get() >= 5);
        runtime.end();

        try (Trace trace = Traces.open(file)) {
            assertThat(trace.losses().failures()).containsEntry("no sample could be taken at its time", 1L);
            assertThat(trace.events()).toIterable().hasSizeGreaterThanOrEqualTo(4);
        }
    }

    @Test
    void theToolRunsOnlyIfItIsChosen() {
        Path file = directory.resolve("samples.ompt");
        assertThat(TestRuntime.writing(file, "trace").start(new SampleTool())).isFalse();
        assertThat(file).doesNotExist();
    }
}
