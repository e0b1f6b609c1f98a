package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.emitter.testing.EventCalls;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.testing.PageData;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;
import org.ompt4j.tools.trace.TraceTool;

/**
 * The size of a page in the worst case: each thread has more stretches of activities than are kept, in an order and with lengths that cannot be
 * compressed.
 */
class PageSizeTest {
    private static final int FEW_THREADS = 5;

    /** The number of threads up to which each thread can have the most stretches. */
    private static final int FULL_THREADS = 100;

    private static final int ROUNDS = 900;
    private static final int CODES = 200;
    private static final int ROWS_OF_TABLES = 300;
    private static final long MEGABYTE = 1_000_000;
    private static final State[] STATES = {
        State.WAIT_PARK, State.WAIT_SLEEP, State.WAIT_IO, State.WAIT_CONDITION, State.WAIT_QUEUE
    };

    @TempDir
    Path directory;

    private final Random random = new Random(3);
    private long nanoTime;
    private long nextId = 1_000;

    @Test
    void aPageIsBelowTwentyMegabytesHoweverLongTheRunWas() throws IOException {
        int ofFew = page(FEW_THREADS, ROUNDS).length();
        String page = page(2 * FEW_THREADS, ROUNDS);
        String ofALongerRun = page(2 * FEW_THREADS, 2 * ROUNDS);

        assertEachThreadIsFull(page);
        assertEachThreadIsFull(ofALongerRun);
        assertThat(ofALongerRun.length()).isLessThan((int) (1.1 * page.length()));
        // Up to this number all threads have the same number of stretches; more threads have no more stretches in all.
        long perThread = Math.max(page.length(), ofALongerRun.length()) - ofFew;
        assertThat(ofFew + perThread / FEW_THREADS * (FULL_THREADS - FEW_THREADS))
                .isLessThan(20 * MEGABYTE);
    }

    private static void assertEachThreadIsFull(String page) throws IOException {
        JsonNode timeline = new PageData(page).json().at("/timeline");
        assertThat(timeline.get("rows").size()).isEqualTo(2 * FEW_THREADS);
        for (JsonNode row : timeline.get("rows")) {
            assertThat(row.at("/levels/0/length").size()).isBetween(2_000, 4_000);
        }
        // The number of arrows is limited too: otherwise the longer run would have more of them.
        assertThat(timeline.at("/arrows/row").size()).isBetween(2 * FEW_THREADS * 250, 2 * FEW_THREADS * 1_000);
    }

    private String page(int threads, int rounds) throws IOException {
        Path file = directory.resolve(threads + "-" + rounds + ".ompt");
        TestRuntime runtime = TestRuntime.writing(file, "trace")
                .with("profile", "full")
                .with("throttle", "off")
                .with("max-size", "1g");
        assertThat(runtime.start(new TraceTool())).isTrue();
        nanoTime = System.nanoTime();
        play(runtime.sink(), threads, rounds);
        runtime.endAt(nanoTime, file);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Trace trace = Traces.open(file)) {
            HtmlReport.write(new TracedRun(trace, null, "run.ompt"), ROWS_OF_TABLES, out);
        }
        return out.toString(StandardCharsets.ISO_8859_1);
    }

    private void play(RecordSink sink, int threadCount, int rounds) {
        EventCalls events = new EventCalls(sink);
        for (int i = 1; i <= CODES; i++) {
            sink.defineCallSite(i, "org.example.application.service.Handler" + i + ".handle(Handler" + i + ".java:17)");
            sink.defineBody(i, "org.example.application.service.Handler" + i + ".lambda$handle$0");
        }
        List<TestThread> threads = new ArrayList<>();
        for (int i = 1; i <= threadCount; i++) {
            TestThread thread = new TestThread(i, "pool-1-thread-" + i, ThreadType.OTHER);
            threads.add(thread);
            events.threadBegin(thread, now(), Construct.THREAD, ThreadType.OTHER);
            initialTask(events, thread, ScopeEndpoint.BEGIN);
        }
        for (int i = 0; i < rounds; i++) {
            for (int each = 0; each < threadCount; each++) {
                round(events, threads.get((each + 1) % threadCount), threads.get(each));
            }
        }
        for (TestThread each : threads) {
            initialTask(events, each, ScopeEndpoint.END);
            events.threadEnd(each, now(), Construct.THREAD);
        }
    }

    private void initialTask(EventCalls events, TestThread thread, ScopeEndpoint endpoint) {
        long task = 200 + thread.id();
        events.implicitTask(thread, now(), Construct.THREAD, endpoint, 5, task, 1, 1, TaskFlag.INITIAL);
    }

    /** One thread creates a task, which another thread runs, with a wait. */
    private void round(EventCalls events, TestThread maker, TestThread thread) {
        Construct construct = Construct.THREAD_POOL_EXECUTOR;
        long around = 200 + thread.id();
        long task = nextId++;
        int code = 1 + random.nextInt(CODES);
        State state = STATES[random.nextInt(STATES.length)];
        events.taskCreate(maker, now(), construct, 200 + maker.id(), task, TaskFlag.EXPLICIT, false, code, code);
        events.taskSchedule(thread, now(), construct, around, TaskStatus.SWITCH, task);
        events.wait(thread, now(), Construct.BLOCKING_QUEUE, ScopeEndpoint.BEGIN, state, task, 0, code);
        events.wait(thread, now(), Construct.BLOCKING_QUEUE, ScopeEndpoint.END, state, task, 0, code);
        events.taskSchedule(thread, now(), construct, task, TaskStatus.COMPLETE, around);
    }

    private long now() {
        nanoTime += 1 + random.nextInt(100_000);
        return nanoTime;
    }
}
