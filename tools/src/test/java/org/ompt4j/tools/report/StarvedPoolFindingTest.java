package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.COMPLETABLE_FUTURE;
import static org.ompt4j.ompt.Construct.FORK_JOIN_POOL;
import static org.ompt4j.ompt.Construct.FUTURE_TASK;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;

/** Pools whose workers all wait for tasks in their own queues. */
class StarvedPoolFindingTest extends PoolFixture {

    /** The worker submits a task and waits for it; returns the task. */
    private long awaitsInner(ThreadScript worker) {
        long inner = worker.create(THREAD_POOL_EXECUTOR, 0, trace.callSite("app.Main.inner(Main.java:30)"), 0);
        awaits(worker, inner);
        return inner;
    }

    private void awaits(ThreadScript worker, long task) {
        int site = trace.callSite("app.Main.outer(Main.java:31)");
        worker.sync(FUTURE_TASK, SyncRegionKind.TASKWAIT, BEGIN, task, site);
        worker.syncWait(FUTURE_TASK, SyncRegionKind.TASKWAIT, BEGIN, task, site);
    }

    private void stopsWaiting(ThreadScript worker, long task) {
        int site = trace.callSite("app.Main.outer(Main.java:31)");
        worker.syncWait(FUTURE_TASK, SyncRegionKind.TASKWAIT, END, task, site);
        worker.sync(FUTURE_TASK, SyncRegionKind.TASKWAIT, END, task, site);
    }

    /** The worker submits two tasks and waits for the first one, like {@code invokeAll}. */
    private void awaitsGroup(ThreadScript worker) {
        int site = trace.callSite("app.Main.group(Main.java:32)");
        worker.sync(THREAD_POOL_EXECUTOR, SyncRegionKind.TASKGROUP, BEGIN, 0, site);
        long first = worker.create(THREAD_POOL_EXECUTOR, 0, site, 0);
        worker.create(THREAD_POOL_EXECUTOR, 0, site, 0);
        worker.syncWait(FUTURE_TASK, SyncRegionKind.TASKGROUP, BEGIN, first, site);
    }

    private void endsOnBehalf(ThreadScript worker, long task) {
        stopsWaiting(worker, task);
        isCancelled(worker);
    }

    private void isCancelled(ThreadScript worker) {
        worker.finish(THREAD_POOL_EXECUTOR, TaskStatus.CANCEL)
                .poolWorker(THREAD_POOL_EXECUTOR, END, pool)
                .end();
    }

    /** Two pools of one worker each; returns the second worker. */
    private ThreadScript twoPools() {
        pool(1);
        pool(trace.newId(), "other", 1, 1);
        return workers.get(1);
    }

    private void assertNobodyStarves() throws IOException {
        trace.pass(4_000 * MILLI);

        assertNothingStandsOut();
    }

    private void startAll() {
        List<Long> tasks = submit(THREAD_POOL_EXECUTOR, workers.size());
        for (int i = 0; i < tasks.size(); i++) {
            workers.get(i).start(THREAD_POOL_EXECUTOR, tasks.get(i));
        }
    }

    @Test
    void poolWhoseWorkersAllWaitForItsOwnTasksStarves() throws IOException {
        pool(2);
        startAll();
        workers.forEach(this::awaitsInner);
        trace.pass(4_000 * MILLI);

        assertThat(ReportText.of(trace.build(), 150)).contains("""
                        Findings (worst first)
                          Pool starvation: all 2 workers of pool (made at Main.pool(Main.java:12)) wait for tasks that are in its own queue, since 4.00 s before the end.
                            "pool-0" waits at Main.outer(Main.java:31) for a task that was submitted at Main.inner(Main.java:30).
                            "pool-1" waits at Main.outer(Main.java:31) for a task that was submitted at Main.inner(Main.java:30).
                        """);
    }

    @Test
    void starvedWorkerWithATimeoutIsSaidToHaveOne() throws IOException {
        pool(1);
        startAll();
        long inner = awaitsInner(workers.get(0));
        trace.pass(4_000 * MILLI);
        main.pool(THREAD_POOL_EXECUTOR, END, "pool", pool, 1, 0);
        workers.get(0).syncWaitEnds(FUTURE_TASK, SyncRegionKind.TASKWAIT, WaitOutcome.BEFORE_TIMEOUT, inner, 0);
        isCancelled(workers.get(0));

        assertThat(ReportText.of(trace.build(), 200)).contains(", with a timeout, for a task that was submitted at");
    }

    @Test
    void poolWhoseWorkersAllWaitForGroupsOfItsOwnTasksStarves() throws IOException {
        pool(2);
        startAll();
        awaitsGroup(workers.get(0));
        awaitsInner(workers.get(1));
        trace.pass(4_000 * MILLI);

        assertThat(ReportText.of(trace.build(), 150)).contains("""
                          Pool starvation: all 2 workers of pool (made at Main.pool(Main.java:12)) wait for tasks that are in its own queue, since 4.00 s before the end.
                            "pool-0" waits at Main.group(Main.java:32) for a task that was submitted at Main.group(Main.java:32).
                            "pool-1" waits at Main.outer(Main.java:31) for a task that was submitted at Main.inner(Main.java:30).
                        """);
    }

    @Test
    void whatIsReportedOnBehalfOfTheStarvedWorkersEndsNothing() throws IOException {
        pool(2);
        startAll();
        List<Long> inner = new ArrayList<>();
        for (ThreadScript each : workers) {
            inner.add(awaitsInner(each));
        }
        trace.pass(4_000 * MILLI);
        main.pool(THREAD_POOL_EXECUTOR, END, "pool", pool, 2, 0);
        for (int i = 0; i < 2; i++) {
            endsOnBehalf(workers.get(i), inner.get(i));
        }
        main.initialTaskEnd().end();

        assertThat(ReportText.of(trace.build(), 200)).contains("Pool starvation: all 2 workers of pool");
    }

    @Test
    void workerThatWorksCanRunTheTaskSomeTime() throws IOException {
        pool(2);
        startAll();
        long inner = awaitsInner(workers.get(0));
        trace.pass(4_000 * MILLI);
        main.pool(THREAD_POOL_EXECUTOR, END, "pool", pool, 2, 0);
        endsOnBehalf(workers.get(0), inner);
        isCancelled(workers.get(1));

        assertNothingStandsOut();
    }

    @Test
    void taskThatRunsIsWaitedForByNobodyInVain() throws IOException {
        ThreadScript other = twoPools();
        startAll();
        other.complete(THREAD_POOL_EXECUTOR);
        long inner = awaitsInner(workers.get(0));
        other.start(THREAD_POOL_EXECUTOR, inner);

        assertNobodyStarves();
    }

    @Test
    void taskMayBeInTheQueueOfAnotherPoolThatIsBusy() throws IOException {
        twoPools();
        startAll();
        awaitsInner(workers.get(0));

        assertNobodyStarves();
    }

    @Test
    void taskMayBeInTheQueueOfAPoolOfWhoseWorkersNoneIsTold() throws IOException {
        pool(1);
        startAll();
        main.pool(THREAD_POOL_EXECUTOR, BEGIN, "other", trace.newId(), 1, 0);
        awaitsInner(workers.get(0));
        trace.pass(4_000 * MILLI);

        assertThat(ReportText.of(trace.build(), 200))
                .contains("Nothing stands out.")
                .containsPattern("\n +- +1 +- +- +- +- +0 ns  other\n");
    }

    /** The only worker of each pool; that of the first waits for a task that the second has begun. */
    private void awaitsOther(ThreadScript other) {
        startAll();
        other.complete(THREAD_POOL_EXECUTOR);
        int site = trace.callSite("app.Main.ask(Main.java:40)");
        long asked = workers.get(0).create(THREAD_POOL_EXECUTOR, 0, site, 0);
        other.start(THREAD_POOL_EXECUTOR, asked);
        awaits(workers.get(0), asked);
    }

    @Test
    void poolsThatWaitForEachOtherStarveTogether() throws IOException {
        ThreadScript other = twoPools();
        awaitsOther(other);
        awaitsInner(other);
        trace.pass(4_000 * MILLI);

        String made = " (made at Main.pool(Main.java:12))";
        assertThat(ReportText.of(trace.build(), 240))
                .containsOnlyOnce("Pool starvation")
                .contains(
                        "Pool starvation: all 2 workers of pool" + made + " and other" + made
                                + " wait for tasks that are in the queues of these pools, or for one another, since 4.00 s before the end.")
                .contains(
                        "\"pool-0\" waits at Main.outer(Main.java:31) for a task that was submitted at Main.ask(Main.java:40) and that \"other-0\" has begun.")
                .contains(
                        "\"other-0\" waits at Main.outer(Main.java:31) for a task that was submitted at Main.inner(Main.java:30).");
    }

    @Test
    void taskOfAnotherPoolThatWorksIsWaitedForByNobodyInVain() throws IOException {
        awaitsOther(twoPools());

        assertNobodyStarves();
    }

    @Test
    void workersOfOnePoolCanWaitForOneAnother() throws IOException {
        pool(2);
        ThreadScript first = workers.get(0);
        ThreadScript second = workers.get(1);
        first.start(THREAD_POOL_EXECUTOR, submit(THREAD_POOL_EXECUTOR, 1).get(0));
        long begun = first.create(THREAD_POOL_EXECUTOR, 0, 0, 0);
        second.start(THREAD_POOL_EXECUTOR, begun);
        awaits(first, begun);
        awaitsInner(second);
        trace.pass(4_000 * MILLI);

        assertThat(ReportText.of(trace.build(), 200))
                .contains(
                        "all 2 workers of pool (made at Main.pool(Main.java:12)) wait for tasks that are in its own queue,"
                                + " or for one another, since")
                .contains("\"pool-0\" waits at Main.outer(Main.java:31) for a task that \"pool-1\" has begun.");
    }

    /** The worker waits for a stage behind as many functions as there are. */
    private void awaitsStage(ThreadScript worker, int functions) {
        int site = trace.callSite("app.Main.inner(Main.java:30)");
        List<Long> inner = new ArrayList<>();
        for (int i = 0; i < functions; i++) {
            inner.add(worker.create(COMPLETABLE_FUTURE, 0, false, site, 0));
        }
        long stage = worker.create(COMPLETABLE_FUTURE, 0, true, 0, 0);
        inner.forEach(each -> worker.dependence(COMPLETABLE_FUTURE, each, stage));
        awaits(worker, stage);
    }

    @Test
    void poolWhoseWorkerWaitsForAStageBehindAFunctionInItsQueueStarves() throws IOException {
        pool(1);
        startAll();
        awaitsStage(workers.get(0), 1);
        trace.pass(4_000 * MILLI);

        assertThat(ReportText.of(trace.build(), 200))
                .contains(
                        "Pool starvation: the only worker of pool (made at Main.pool(Main.java:12)) waits for a task that is"
                                + " in its own queue, since")
                .contains("for a task that was submitted at Main.inner(Main.java:30).");
    }

    /** The function of a {@code thenCompose} has returned a future after the stage was registered. */
    @Test
    void stageOfAComposedFutureWaitsForTheFunctionThatCompletesIt() throws IOException {
        pool(1);
        ThreadScript other = trace.thread("other", ThreadType.INITIAL).begin().initialTaskBegin();
        startAll();
        ThreadScript worker = workers.get(0);
        int site = trace.callSite("app.Main.inner(Main.java:30)");
        long composing = worker.create(COMPLETABLE_FUTURE, 0, false, site, 0);
        long stage = worker.create(COMPLETABLE_FUTURE, 0, true, 0, 0);
        worker.dependence(COMPLETABLE_FUTURE, composing, stage);
        awaits(worker, stage);
        other.start(COMPLETABLE_FUTURE, composing);
        long inner = other.create(COMPLETABLE_FUTURE, 0, false, site, 0);
        other.complete(COMPLETABLE_FUTURE);
        other.dependence(COMPLETABLE_FUTURE, inner, stage);
        trace.pass(4_000 * MILLI);

        assertThat(inner).as("younger than what depends on it").isGreaterThan(stage);
        assertThat(ReportText.of(trace.build(), 200))
                .contains(
                        "Pool starvation: the only worker of pool (made at Main.pool(Main.java:12)) waits for a task that is"
                                + " in its own queue, since")
                .contains("for a task that was submitted at Main.inner(Main.java:30).");
    }

    /** As with {@code applyToEither}: who knows whether one is enough. */
    @Test
    void stageOfSeveralFunctionsMayNeedOneOfThemOnly() throws IOException {
        pool(1);
        startAll();
        awaitsStage(workers.get(0), 2);

        assertNobodyStarves();
    }

    @Test
    void otherPoolThatHasNothingToDoDoesNotHaveTheTask() throws IOException {
        twoPools();
        startAll();
        workers.get(1).complete(THREAD_POOL_EXECUTOR);
        awaitsInner(workers.get(0));
        trace.pass(4_000 * MILLI);

        assertThat(ReportText.of(trace.build(), 200))
                .contains("Pool starvation: the only worker of pool (made at Main.pool(Main.java:12)) waits");
    }

    /** The worker submits a function to an executor and waits for its future. */
    private void awaitsFuture(ThreadScript worker, boolean isOfAPool) {
        int site = trace.callSite("app.Main.inner(Main.java:30)");
        long inner = worker.create(COMPLETABLE_FUTURE, 0, !isOfAPool, site, 0);
        if (!isOfAPool) {
            worker.depends(COMPLETABLE_FUTURE, inner, inner, DependenceType.INOUTSET, 1);
        }
        awaits(worker, inner);
    }

    @Test
    void poolWhoseWorkersAllWaitForFunctionsOfFuturesStarves() throws IOException {
        pool(2);
        startAll();
        awaitsFuture(workers.get(0), true);
        awaitsInner(workers.get(1));
        trace.pass(4_000 * MILLI);

        assertThat(ReportText.of(trace.build(), 150)).contains("""
                          Pool starvation: all 2 workers of pool (made at Main.pool(Main.java:12)) wait for tasks that are in its own queue, since 4.00 s before the end.
                            "pool-0" waits at Main.outer(Main.java:31) for a task that was submitted at Main.inner(Main.java:30).
                            "pool-1" waits at Main.outer(Main.java:31) for a task that was submitted at Main.inner(Main.java:30).
                        """);
    }

    @Test
    void functionMayBeInTheQueueOfAPoolOfAnotherKind() throws IOException {
        pool(1);
        pool(FORK_JOIN_POOL, trace.newId(), "other", 1, 1);
        startAll();
        awaitsFuture(workers.get(0), true);

        assertNobodyStarves();
    }

    @Test
    void functionMayBeWithAnExecutorThatIsNoPool() throws IOException {
        pool(1);
        startAll();
        awaitsFuture(workers.get(0), false);

        assertNobodyStarves();
    }

    @Test
    void workersOfAForkJoinPoolAreMadeUpForWhileTheyWaitForFutures() throws IOException {
        pool(FORK_JOIN_POOL, pool, "pool", 1, 1);
        workers.get(0).start(FORK_JOIN_POOL, submit(FORK_JOIN_POOL, 1).get(0));
        awaitsFuture(workers.get(0), true);

        assertNobodyStarves();
    }

    @Test
    void poolThatMayHaveMoreWorkersCanRunTheTask() throws IOException {
        pool(pool, "pool", 2, 3);
        startAll();
        workers.forEach(this::awaitsInner);

        assertNobodyStarves();
    }

    @Test
    void waitThatEndedWithoutTheTaskStarvesNobody() throws IOException {
        pool(1);
        startAll();
        ThreadScript worker = workers.get(0);
        long inner = awaitsInner(worker);
        trace.pass(40 * MILLI);
        stopsWaiting(worker, inner);
        worker.complete(THREAD_POOL_EXECUTOR)
                .poolWorker(THREAD_POOL_EXECUTOR, END, pool)
                .end();

        assertNothingStandsOut();
    }

    @Test
    void whereEventsAreMissingNoPoolIsSaidToStarve() throws IOException {
        trace.dropped(1, "");
        pool(1);
        startAll();
        awaitsInner(workers.get(0));
        trace.pass(4_000 * MILLI);

        assertThat(ReportText.of(trace.build(), 200))
                .doesNotContain("Pool starvation")
                .contains("since events are missing");
    }
}
