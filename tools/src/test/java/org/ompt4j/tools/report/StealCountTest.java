package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.FORK_JOIN_POOL;
import static org.ompt4j.ompt.Construct.FORK_JOIN_TASK;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** The numbers of stolen tasks by pool and by code, in traces for which they are known. */
class StealCountTest {
    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final int site = trace.callSite("app.Main.fork(Main.java:3)");

    private ThreadScript worker(Construct pool, long id, String name) {
        ThreadScript worker = trace.thread(name + "-worker-" + trace.newId(), ThreadType.WORKER)
                .begin();
        worker.pool(pool, BEGIN, name, id, 2, site);
        return worker.poolWorker(pool, BEGIN, id);
    }

    /** One thread creates a task, which another thread runs. */
    private void runs(ThreadScript maker, Construct construct, int flags, String code, ThreadScript by) {
        long task = maker.create(construct, flags, site, trace.body(code));
        by.start(FORK_JOIN_TASK, task).complete(FORK_JOIN_TASK);
    }

    private Trace pools() {
        long one = trace.newId();
        long other = trace.newId();
        ThreadScript first = worker(FORK_JOIN_POOL, one, "one");
        ThreadScript second = trace.thread("one-worker-" + trace.newId(), ThreadType.WORKER)
                .begin()
                .poolWorker(FORK_JOIN_POOL, BEGIN, one);
        ThreadScript alone = worker(FORK_JOIN_POOL, other, "other");
        ThreadScript ofNoForkJoinPool = worker(THREAD_POOL_EXECUTOR, trace.newId(), "threads");

        runs(first, FORK_JOIN_TASK, 0, "app.Spread.compute", first);
        runs(first, FORK_JOIN_TASK, 0, "app.Spread.compute", second);
        runs(first, FORK_JOIN_POOL, 0, "app.Spread.compute", second);
        runs(second, FORK_JOIN_TASK, 0, "app.Spread.compute", first);
        runs(second, FORK_JOIN_TASK, 0, "app.Spread.compute", second);
        runs(second, FORK_JOIN_TASK, 0, "app.Kept.compute", second);
        runs(second, FORK_JOIN_TASK, 0, "app.Kept.compute", second);
        runs(alone, FORK_JOIN_TASK, 0, "app.Alone.compute", alone);

        // None of these tasks was created by a worker of the pool that runs it.
        runs(main, FORK_JOIN_POOL, 0, "app.Outside.run", first);
        runs(main, FORK_JOIN_TASK, 0, "app.Outside.run", second);
        runs(first, FORK_JOIN_POOL, 0, "app.Outside.run", alone);
        runs(alone, FORK_JOIN_POOL, 0, "app.Outside.run", second);
        runs(ofNoForkJoinPool, FORK_JOIN_TASK, 0, "app.Outside.run", ofNoForkJoinPool);
        runs(first, FORK_JOIN_TASK, TaskFlag.UNDEFERRED, "app.Outside.run", first);
        runs(first, THREAD_POOL_EXECUTOR, 0, "app.Outside.run", second);
        long discarded = first.create(FORK_JOIN_TASK, 0, site, trace.body("app.Outside.run"));
        first.cancel(FORK_JOIN_TASK, discarded, CancelFlag.DISCARDED_TASK, site);

        first.poolWorker(FORK_JOIN_POOL, END, one).end();
        return trace.build();
    }

    private static void assertCounts(JsonNode row, long made, long steals) {
        assertThat(row.get("made_by_workers").asLong()).isEqualTo(made);
        assertThat(row.get("steals").asLong()).isEqualTo(steals);
    }

    @Test
    void tasksOnAnotherWorkerThanTheOneThatMadeThemAreStolen() throws IOException {
        JsonNode report = ReportData.of(pools());

        assertCounts(ReportData.row(report, "pools", "pool", "one"), 7, 3);
        assertCounts(ReportData.row(report, "pools", "pool", "other"), 1, 0);
        assertCounts(ReportData.row(report, "tasks", "code", "app.Spread.compute"), 5, 3);
        assertCounts(ReportData.row(report, "tasks", "code", "app.Kept.compute"), 2, 0);
        assertCounts(ReportData.row(report, "tasks", "code", "app.Alone.compute"), 1, 0);
    }

    @Test
    void whatComesFromOutsideOfAPoolIsNoSteal() throws IOException {
        JsonNode report = ReportData.of(pools());

        JsonNode outside = ReportData.row(report, "tasks", "code", "app.Outside.run");
        assertThat(outside.get("run").asLong()).isEqualTo(7);
        assertThat(outside.get("steals").isNull()).isTrue();
        assertThat(ReportData.row(report, "pools", "pool", "threads")
                        .get("steals")
                        .isNull())
                .isTrue();
    }

    @Test
    void aLineUnderTheRowSaysItWhereThereAreAny() throws IOException {
        assertThat(ReportText.of(pools(), 120).lines().filter(each -> each.contains("steals")))
                .containsExactly(
                        "            steals: 3 of 7 tasks that workers made ran on another one",
                        "            steals: 3 of 5 tasks that workers made ran on another one");
    }
}
