package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.ompt4j.ompt.Construct.FUTURE_TASK;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;

/** What the tables say about tasks that had begun when the recording was paused. */
class PausedTasksTest {
    private static final long MILLI = 1_000_000;
    private static final String GET = "app.Main.get(Main.java:1)";

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final ThreadScript worker = trace.thread("worker", ThreadType.WORKER);
    private final int site = trace.callSite(GET);
    private final int body = trace.body("app.Main.work");
    private long from;
    private long to;

    private void pauses() {
        from = trace.now();
        to = trace.pass(MILLI).now();
    }

    private JsonNode report() throws IOException {
        TraceInMemory whole = trace.build();
        List<TraceEvent> recorded = new ArrayList<>(whole.eventList());
        recorded.removeIf(each -> each.timeNanos() > from && each.timeNanos() <= to);
        return ReportData.of(new TraceWithEvents(whole, recorded, List.of(new Pause(from, to))));
    }

    private static double nanos(JsonNode report, String thread, String state) throws IOException {
        JsonNode row = ReportData.row(report, "threads", "thread", thread);
        return row.path(state).asDouble() * row.get("time").asLong();
    }

    /** A join that begins after the pause is in a task that began before. */
    @Test
    void whoJoinsAfterAPauseWaits() throws IOException {
        trace.pass(MILLI);
        main.flush(site);
        pauses();
        main.sync(FUTURE_TASK, TASKWAIT, BEGIN, 7, site).syncWait(FUTURE_TASK, TASKWAIT, BEGIN, 7, site);
        long begun = trace.now();
        trace.pass(50 * MILLI);
        main.syncWait(FUTURE_TASK, TASKWAIT, END, 7, site);
        long nanos = trace.now() - begun;
        main.sync(FUTURE_TASK, TASKWAIT, END, 7, site);
        JsonNode report = report();

        assertThat(nanos(report, "main", "wait_taskwait")).isCloseTo(nanos, within(1.0));
        assertThat(ReportData.row(report, "barriers_and_joins", "what", GET)
                        .get("waited")
                        .asLong())
                .isEqualTo(nanos);
    }

    private long workerInTask(boolean beginsInPause) {
        long task = main.create(THREAD_POOL_EXECUTOR, 0, site, body);
        if (beginsInPause) {
            main.flush(site);
            pauses();
            to += MILLI;
        }
        worker.begin().start(THREAD_POOL_EXECUTOR, task);
        trace.pass(MILLI);
        if (!beginsInPause) {
            worker.flush(site);
            pauses();
        }
        worker.flush(site);
        long since = trace.now();
        trace.pass(50 * MILLI);
        worker.complete(THREAD_POOL_EXECUTOR);
        return trace.now() - since;
    }

    @Test
    void workerWorksAfterThePauseInTheTaskThatItHadBegun() throws IOException {
        long worked = workerInTask(false);
        JsonNode report = report();

        assertThat(nanos(report, "worker", "work_free_agent")).isGreaterThanOrEqualTo(worked - 1.0);
        assertThat(nanos(report, "worker", "idle")).isLessThan(0.01 * MILLI);
        // How long it worked in the pause is not known.
        assertThat(ReportData.row(report, "tasks", "code", "app.Main.work")
                        .get("run")
                        .asInt())
                .isZero();
    }

    @Test
    void workerThatBeganInThePauseIsIdleAfterItsTask() throws IOException {
        long worked = workerInTask(true);
        long idleSince = trace.now();
        trace.pass(20 * MILLI);
        worker.flush(site);
        long idle = trace.now() - idleSince;
        JsonNode report = report();

        assertThat(nanos(report, "worker", "work_free_agent")).isCloseTo(worked, within(1.0));
        assertThat(nanos(report, "worker", "idle")).isCloseTo(idle, within(1.0));
    }

    /** The first event after the pause is about another task than the thread's own. */
    @Test
    void idleWorkerThatCancelsATaskIsNotInThatTask() throws IOException {
        long task = main.create(THREAD_POOL_EXECUTOR, 0, site, body);
        worker.begin();
        pauses();
        worker.cancel(THREAD_POOL_EXECUTOR, task, 0, site);
        long since = trace.now();
        trace.pass(50 * MILLI);
        worker.end();
        long nanos = trace.now() - since;

        assertThat(nanos(report(), "worker", "idle")).isGreaterThanOrEqualTo(nanos - 1.0);
    }

    @Test
    void taskAroundOneThatEndsAfterThePauseIsCutOffToo() throws IOException {
        long outer = main.create(THREAD_POOL_EXECUTOR, 0, site, body);
        long inner = main.create(THREAD_POOL_EXECUTOR, 0, site, trace.body("app.Main.inner"));
        worker.begin().start(THREAD_POOL_EXECUTOR, outer).start(THREAD_POOL_EXECUTOR, inner);
        pauses();
        worker.flush(site).complete(THREAD_POOL_EXECUTOR);
        trace.pass(50 * MILLI);
        worker.complete(THREAD_POOL_EXECUTOR);
        JsonNode report = report();

        assertThat(ReportData.row(report, "tasks", "code", "app.Main.work")
                        .get("run")
                        .asInt())
                .isZero();
        assertThat(nanos(report, "worker", "work_free_agent")).isGreaterThan(50.0 * MILLI);
    }
}
