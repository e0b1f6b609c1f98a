package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.COUNT_DOWN_LATCH;
import static org.ompt4j.ompt.Construct.PARALLEL_STREAM;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;

/** What the tables say about waits that are not over when the recording ends, or when it is paused. */
class StillWaitingTest {
    private static final long MILLI = 1_000_000;
    private static final String AWAIT = "app.Main.await(Main.java:1)";
    private static final String STREAM = "app.Main.stream(Main.java:2)";

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final ThreadScript other =
            trace.thread("other", ThreadType.INITIAL).begin().initialTaskBegin();
    private final int await = trace.callSite(AWAIT);
    private final int stream = trace.callSite(STREAM);
    private final long latch = trace.waitId(COUNT_DOWN_LATCH, "java.util.concurrent.CountDownLatch");
    private final long lock = trace.waitId(SYNCHRONIZED, "app.Lock");

    private void awaits(ThreadScript thread) {
        thread.sync(COUNT_DOWN_LATCH, TASKWAIT, BEGIN, latch, await)
                .syncWait(COUNT_DOWN_LATCH, TASKWAIT, BEGIN, latch, await);
    }

    private static JsonNode syncs(Trace trace, String what) throws IOException {
        return ReportData.row(ReportData.of(trace), "barriers_and_joins", "what", what);
    }

    private static void assertSays(JsonNode row, int passed, int waits, long waited, int stillWaiting) {
        assertThat(row.get("passed").asInt()).isEqualTo(passed);
        assertThat(row.get("waits").asInt()).isEqualTo(waits);
        assertThat(row.get("waited").asLong()).isEqualTo(waited);
        assertThat(row.get("still_waiting").asInt()).isEqualTo(stillWaiting);
    }

    /** Recording is paused now, and later goes on. */
    private Trace pausedThenGoesOn() {
        long from = trace.now();
        long to = trace.pass(MILLI).now();
        trace.pass(MILLI);
        main.flush(await);
        TraceInMemory whole = trace.build();
        return new TraceWithEvents(whole, whole.eventList(), List.of(new Pause(from, to)));
    }

    @Test
    void waitThatTheEndOfTheRunEndsIsStillGoingOn() throws IOException {
        awaits(other);
        long from = trace.now();
        trace.pass(50 * MILLI);
        other.syncWaitEnds(COUNT_DOWN_LATCH, TASKWAIT, WaitOutcome.NOT_ENDED, latch, await);
        long nanos = trace.now() - from;
        other.sync(COUNT_DOWN_LATCH, TASKWAIT, END, latch, await)
                .initialTaskEnd()
                .end();

        assertSays(syncs(trace.build(), AWAIT), 0, 1, nanos, 1);
    }

    @Test
    void waitOfAKilledRunIsStillGoingOn() throws IOException {
        awaits(other);
        long from = trace.now();
        trace.pass(50 * MILLI);
        long nanos = trace.now() - from;

        assertSays(syncs(trace.killed().build(), AWAIT), 0, 1, nanos, 1);
    }

    @Test
    void waitThatIsOverHasPassed() throws IOException {
        awaits(other);
        long from = trace.now();
        trace.pass(50 * MILLI);
        other.syncWait(COUNT_DOWN_LATCH, TASKWAIT, END, latch, await);
        long nanos = trace.now() - from;
        other.sync(COUNT_DOWN_LATCH, TASKWAIT, END, latch, await);

        assertSays(syncs(trace.build(), AWAIT), 1, 1, nanos, 0);
    }

    @Test
    void waitBeforeAPauseIsNotSaidToGoOn() throws IOException {
        awaits(other);
        long from = trace.now();
        trace.pass(50 * MILLI);
        long nanos = trace.now() - from;
        JsonNode report = ReportData.of(pausedThenGoesOn());

        assertSays(ReportData.row(report, "barriers_and_joins", "what", AWAIT), 0, 1, nanos, 0);
        assertThat(ReportData.row(report, "who_made_whom_wait", "waited_at", AWAIT)
                        .at("/portions/0/what")
                        .asText())
                .isEqualTo("not over at the end, or at a pause");
    }

    @Test
    void waitForALockBeforeAPauseIsNotSaidToGoOn() throws IOException {
        main.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, lock, await)
                .acquired(SYNCHRONIZED, MutexKind.CRITICAL, lock, await);
        other.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, lock, await);
        trace.pass(50 * MILLI);
        JsonNode report = ReportData.of(pausedThenGoesOn());

        JsonNode row = ReportData.table(report, "locks_and_monitors").at("/rows/0");
        assertThat(row.get("waits").asInt()).isEqualTo(1);
        assertThat(row.get("still_waiting").asInt()).isZero();
    }

    /** A worker that waits for its region to end can run a task of another region meanwhile. */
    @Test
    void waitInWhichATaskWasRunIsNotLostAtTheEnd() throws IOException {
        long region = main.parallelBegin(PARALLEL_STREAM, 2, stream, 0);
        other.join(PARALLEL_STREAM, region, 2, 1);
        other.sync(PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, BEGIN, region, 0)
                .syncWait(PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, BEGIN, region, 0);
        long from = trace.now();
        trace.pass(50 * MILLI);
        other.start(THREAD, trace.newId());
        long nanos = trace.now() - from;
        trace.pass(50 * MILLI);

        assertSays(syncs(trace.killed().build(), STREAM), 0, 1, nanos, 0);
    }

    @Test
    void siteOfARegionIsKnownAsLongAsItHasMembers() throws IOException {
        long region = main.parallelBegin(PARALLEL_STREAM, 2, stream, 0);
        other.join(PARALLEL_STREAM, region, 2, 1);
        other.sync(PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, BEGIN, region, 0)
                .syncWait(PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, BEGIN, region, 0);
        long from = trace.now();
        trace.pass(50 * MILLI);
        main.parallelEnd(PARALLEL_STREAM, region, main.task(), 1, stream);
        trace.pass(50 * MILLI);

        assertSays(syncs(trace.killed().build(), STREAM), 0, 1, trace.now() - from, 1);
    }
}
