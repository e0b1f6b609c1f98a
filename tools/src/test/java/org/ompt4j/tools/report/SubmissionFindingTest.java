package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.COMPLETABLE_FUTURE;
import static org.ompt4j.ompt.Construct.FUTURE_TASK;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Tasks that a pool rejects or discards, or that the submitting thread runs. */
class SubmissionFindingTest {
    private static final long MILLI = 1_000_000;
    private static final String REJECTED =
            "java.util.concurrent.RejectedExecutionException: Task app.Main$$Lambda@2c8d66b2 rejected from "
                    + "java.util.concurrent.ThreadPoolExecutor@483bf400";
    private static final String FULL =
            "[Running, pool size = 1, active threads = 1, queued tasks = 4, completed tasks = 2]";
    private static final String SHUT_DOWN =
            "[Shutting down, pool size = 1, active threads = 1, queued tasks = 3, completed tasks = 2]";

    private final TraceBuilder trace = new TraceBuilder();
    private final int site = trace.callSite("app.Main.submit(Main.java:5)");
    private final int waits = trace.callSite("app.Main.collect(Main.java:7)");
    private final int made = trace.callSite("app.Main.main(Main.java:3)");
    private final long pool = trace.newId();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final ThreadScript worker = trace.thread("pool-1-thread-1", ThreadType.WORKER)
            .begin()
            .pool(THREAD_POOL_EXECUTOR, BEGIN, "pool-1", pool, 1, made)
            .poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);

    private void runs(ThreadScript thread) {
        thread.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, site, 0));
        trace.pass(60 * MILLI);
        thread.complete(THREAD_POOL_EXECUTOR);
    }

    private void rejects(String state) {
        long task = main.create(THREAD_POOL_EXECUTOR, 0, site, 0);
        main.error(THREAD_POOL_EXECUTOR, Severity.WARNING, REJECTED + state)
                .cancel(THREAD_POOL_EXECUTOR, task, CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK, site);
    }

    private long drops(int callSite) {
        long task = main.create(THREAD_POOL_EXECUTOR, 0, site, 0);
        main.cancel(THREAD_POOL_EXECUTOR, task, CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK, callSite);
        return task;
    }

    private Trace end() {
        worker.pool(THREAD_POOL_EXECUTOR, END, "pool-1", pool, 1, made)
                .poolWorker(THREAD_POOL_EXECUTOR, END, pool)
                .end();
        main.initialTaskEnd().end();
        return trace.build();
    }

    private String findings() throws IOException {
        return ReportText.findings(end()).replaceAll("\\s+", " ");
    }

    /** Of five tasks the worker and the submitter run one each, two are rejected, and one is discarded. */
    static Trace trace() {
        SubmissionFindingTest run = new SubmissionFindingTest();
        run.runs(run.worker);
        run.runs(run.main);
        run.rejects(FULL);
        run.rejects(FULL);
        run.drops(run.site);
        return run.end();
    }

    @Test
    void rejectedTasksAreTold() throws IOException {
        assertThat(ReportText.findings(trace()).replaceAll("\\s+", " "))
                .contains("Rejected: 2 of 5 tasks submitted at Main.submit(Main.java:5).")
                .contains("Those that ran did in pool-1 (made at Main.main(Main.java:3)).")
                .contains("The pool had up to 4 tasks in its queue as it rejected them.")
                .contains(
                        "The last exception says of it: Running, pool size = 1, active threads = 1, queued tasks = 4,");
        JsonNode finding = finding("rejected_tasks", trace());
        assertThat(finding.get("rejected").asInt()).isEqualTo(2);
        assertThat(finding.get("most_queued").asInt()).isEqualTo(4);
        assertThat(finding.get("pool").asText()).isEqualTo("pool-1");
    }

    private static JsonNode finding(String kind, Trace trace) throws IOException {
        for (JsonNode each : ReportData.of(trace).get("findings")) {
            if (each.get("kind").asText().equals(kind)) {
                return each;
            }
        }
        throw new AssertionError(kind);
    }

    @Test
    void droppedTasksAreTold() throws IOException {
        runs(worker);
        drops(site);
        drops(site);

        assertThat(findings())
                .contains("Dropped: 2 of 3 tasks submitted at Main.submit(Main.java:5), without an exception.")
                .contains("Those that ran did in pool-1 (made at Main.main(Main.java:3)).");
    }

    private void awaits(ThreadScript thread, long task, @Nullable WaitOutcome outcome) {
        thread.sync(FUTURE_TASK, TASKWAIT, BEGIN, task, waits).syncWait(FUTURE_TASK, TASKWAIT, BEGIN, task, waits);
        if (outcome != null) {
            trace.pass(100 * MILLI);
            thread.syncWaitEnds(FUTURE_TASK, TASKWAIT, outcome, task, waits)
                    .sync(FUTURE_TASK, TASKWAIT, END, task, waits);
        }
    }

    private ThreadScript thread(String name) {
        return trace.thread(name, ThreadType.INITIAL).begin().initialTaskBegin();
    }

    @Test
    void threadThatWaitsForADroppedTaskUntilTheEndIsTold() throws IOException {
        ThreadScript collector = thread("collector");
        long task = drops(site);
        awaits(collector, task, WaitOutcome.NOT_ENDED);
        trace.pass(MILLI);

        assertThat(findings())
                .contains("Findings (worst first) Dropped: 1 of 1 task")
                .contains("\"collector\" waited for such a task, and still did when the recording ended. A wait for a"
                        + " task that nobody runs ends only by a timeout, an interrupt or a cancellation.");
    }

    /** {@code DiscardOldestPolicy} can discard a task that a thread already waits for. */
    @Test
    void waitsForTasksThatAreDroppedMeanwhileCountToo() throws IOException {
        long task = main.create(THREAD_POOL_EXECUTOR, 0, site, 0);
        ThreadScript early = thread("early");
        awaits(early, task, null);
        main.cancel(THREAD_POOL_EXECUTOR, task, CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK, site);
        ThreadScript late = thread("late");
        awaits(late, task, WaitOutcome.TIMEOUT);
        awaits(late, task, WaitOutcome.INTERRUPT);

        JsonNode dropped = finding("dropped_tasks", end());
        assertThat(dropped.get("waits").asInt()).isEqualTo(3);
        assertThat(dropped.get("threads").asInt()).isEqualTo(2);
        assertThat(dropped.get("not_ended").asInt()).isEqualTo(1);
        assertThat(dropped.get("details").toString())
                .contains("2 threads waited for such tasks, 3 times in all; 1 of them still did");
    }

    @Test
    void ofWaitsThatTimedOutItIsSaidThatTheTasksWereDropped() throws IOException {
        awaits(main, drops(site), WaitOutcome.TIMEOUT);
        awaits(main, drops(site), WaitOutcome.TIMEOUT);

        assertThat(findings())
                .contains("Timed out: 2 waits for tasks at")
                .contains("As they were, each time the policy of a pool had dropped the task.");
    }

    @Test
    void taskThatRunsNeverthelessIsWaitedForAsOthers() throws IOException {
        long task = drops(site);
        worker.start(THREAD_POOL_EXECUTOR, task);
        awaits(main, task, WaitOutcome.UNSPECIFIED);
        worker.complete(THREAD_POOL_EXECUTOR);

        assertThat(findings()).contains("Dropped: 1 of 1 task").doesNotContain("waited for such");
    }

    /** {@code shutdownNow} discards queued tasks. */
    @Test
    void tasksThatWereDiscardedAtNoCallSiteWereNotDropped() throws IOException {
        runs(worker);
        drops(0);

        assertThat(findings()).doesNotContain("Dropped:");
    }

    @Test
    void tasksThatWhoSubmittedThemRanAreTold() throws IOException {
        assertThat(ReportText.findings(trace()).replaceAll("\\s+", " "))
                .contains(
                        "Run by who submitted them: 1 of 5 tasks submitted at Main.submit(Main.java:5), for 60.0 ms in all")
                .contains("Others of them ran in pool-1 (made at Main.main(Main.java:3)).");
    }

    @Test
    void whatComesAfterThePoolWasShutDownIsToldApart() throws IOException {
        rejects(SHUT_DOWN);

        assertThat(findings())
                .contains("Rejected: 1 of 1 task submitted at Main.submit(Main.java:5).")
                .contains("They came after the pool had been shut down.")
                .doesNotContain("try a longer queue");
    }

    @Test
    void functionsOfFuturesThatAreRejectedAreTold() throws IOException {
        for (int i = 0; i < 3; i++) {
            long task = main.create(COMPLETABLE_FUTURE, 0, site, 0);
            if (i == 0) {
                worker.start(COMPLETABLE_FUTURE, task);
                trace.pass(MILLI);
                worker.complete(COMPLETABLE_FUTURE);
            } else {
                main.error(COMPLETABLE_FUTURE, Severity.WARNING, REJECTED + FULL)
                        .cancel(COMPLETABLE_FUTURE, task, CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK, 0);
            }
        }
        long notNeeded = main.create(COMPLETABLE_FUTURE, 0, site, 0);
        main.cancel(COMPLETABLE_FUTURE, notNeeded, CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK, 0);

        assertThat(findings())
                .contains("Rejected: 2 of 4 tasks submitted at Main.submit(Main.java:5).")
                .contains("Those that ran did in pool-1 (made at Main.main(Main.java:3)).")
                .doesNotContain("Dropped");
    }

    /** A task that a rejection inside of it has ended was not rejected itself. */
    @Test
    void exceptionThatEndsATaskRejectsNone() throws IOException {
        worker.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, site, 0))
                .error(THREAD_POOL_EXECUTOR, Severity.WARNING, "java.util.concurrent.RejectedExecutionException: no")
                .complete(THREAD_POOL_EXECUTOR);

        assertThat(findings()).doesNotContain("Rejected:");
    }

    /** An executor of the program may run all tasks on the calling thread. */
    @Test
    void whereNoPoolRunsAnyNothingIsSaid() throws IOException {
        runs(main);
        runs(main);

        assertThat(findings()).doesNotContain("Run by who submitted them");
    }
}
