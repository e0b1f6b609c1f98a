package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.COMPLETABLE_FUTURE;
import static org.ompt4j.ompt.Construct.COUNT_DOWN_LATCH;
import static org.ompt4j.ompt.Construct.FORK_JOIN_POOL;
import static org.ompt4j.ompt.Construct.FUTURE_TASK;
import static org.ompt4j.ompt.Construct.PARALLEL_STREAM;
import static org.ompt4j.ompt.Construct.SCHEDULED_EXECUTOR;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_IMPLEMENTATION;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;
import static org.ompt4j.ompt.SyncRegionKind.TASKGROUP;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;

/** Who made those wait that wait for tasks, members of regions, workers and pools. */
class TaskBlameTest extends BlameFixture {

    private ThreadScript worker(long pool) {
        return trace.thread("pool-" + trace.newId(), ThreadType.WORKER)
                .begin()
                .poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
    }

    private ThreadScript onlyWorker(long pool) {
        return worker(pool).pool(THREAD_POOL_EXECUTOR, BEGIN, "pool", pool, 1, site("pool"));
    }

    @Test
    void awaitedTaskIsInTheQueueThenItRunsAndWaits() throws IOException {
        long pool = trace.newId();
        ThreadScript worker = onlyWorker(pool);
        long task = task("fetch");
        syncs(main, FUTURE_TASK, TASKWAIT, BEGIN, task, "get");
        trace.pass(20 * MILLI);
        worker.start(THREAD_POOL_EXECUTOR, task);
        trace.pass(30 * MILLI);
        sleeps(worker, 50, "nap");
        worker.complete(THREAD_POOL_EXECUTOR);
        syncs(main, FUTURE_TASK, TASKWAIT, END, task, "get");

        assertThat(blamed("app.Main.get"))
                .isEqualTo(lines(
                        "get(Main.java:7) [taskwait]",
                        "  50.0 % sleep at app.Main.nap(Main.java:7)",
                        "  30.0 % work in app.Main.fetch",
                        "  20.0 % in the queue of pool: app.Main.fetch"));
    }

    /** The main thread calls a method of an executor, or returns from it. */
    private void calls(ScopeEndpoint endpoint, String method) {
        main.sync(THREAD_POOL_EXECUTOR, TASKGROUP, endpoint, 0, site(method));
    }

    private void waitsForAny(ScopeEndpoint endpoint) {
        main.syncWait(THREAD_POOL_EXECUTOR, TASKGROUP, endpoint, 0, site("invokeAny"));
    }

    private long task(String code) {
        return main.create(THREAD_POOL_EXECUTOR, 0, site("submit"), trace.body("app.Main." + code));
    }

    private ThreadScript starts(long task) {
        return worker(trace.newId()).start(THREAD_POOL_EXECUTOR, task);
    }

    @Test
    void whoWaitsForAnyOfItsTasksWaitsForTheOneThatEndsFirst() throws IOException {
        ThreadScript other = starts(task("other"));
        calls(BEGIN, "invokeAny");
        ThreadScript failing = starts(task("failing"));
        long late = task("late");
        waitsForAny(BEGIN);
        trace.pass(20 * MILLI);
        failing.complete(THREAD_POOL_EXECUTOR);
        waitsForAny(END);
        waitsForAny(BEGIN);
        ThreadScript first = starts(late);
        sleeps(first, 50, "nap");
        trace.pass(30 * MILLI);
        other.complete(THREAD_POOL_EXECUTOR);
        first.complete(THREAD_POOL_EXECUTOR);
        waitsForAny(END);
        calls(END, "invokeAny");

        assertThat(blamed("app.Main.invokeAny"))
                .isEqualTo(lines(
                        "invokeAny(Main.java:7) [group]",
                        "  50.0 % sleep at app.Main.nap(Main.java:7)",
                        "  30.0 % work in app.Main.late",
                        "  20.0 % work in app.Main.failing"));
    }

    @Test
    void oneOfSeveralTasksThatEndsAsTheWaitIsBeingLeftHasNotEndedIt() throws IOException {
        calls(BEGIN, "invokeAny");
        ThreadScript first = starts(task("first"));
        ThreadScript second = starts(task("second"));
        waitsForAny(BEGIN);
        trace.pass(40 * MILLI);
        first.complete(THREAD_POOL_EXECUTOR);
        trace.pass(10 * MILLI);
        second.complete(THREAD_POOL_EXECUTOR);
        waitsForAny(END);
        calls(END, "invokeAny");

        assertThat(blamed("app.Main.invokeAny"))
                .isEqualTo(lines(
                        "invokeAny(Main.java:7) [group]",
                        "  80.0 % work in app.Main.first",
                        "  20.0 % until it ran again"));
    }

    @Test
    void whoWaitsForAnyOfItsTasksInAForkJoinPoolWaitsForTheOneThatEndsFirst() throws IOException {
        main.sync(FORK_JOIN_POOL, TASKGROUP, BEGIN, 0, site("invokeAny"));
        ThreadScript first = starts(task("first"));
        starts(task("second"));
        main.syncWait(FORK_JOIN_POOL, TASKGROUP, BEGIN, 0, site("invokeAny"));
        trace.pass(50 * MILLI);
        first.complete(FORK_JOIN_POOL);
        main.syncWait(FORK_JOIN_POOL, TASKGROUP, END, 0, site("invokeAny"));
        main.sync(FORK_JOIN_POOL, TASKGROUP, END, 0, site("invokeAny"));

        assertThat(blamed("app.Main.invokeAny"))
                .isEqualTo(lines(
                        "invokeAny(Main.java:7) [group]",
                        " 100.0 % work in app.Main.first",
                        "  <0.1 % until it ran again"));
    }

    @Test
    void whoWaitsForAllOfItsTasksWaitsForTheOneThatEachWaitNames() throws IOException {
        calls(BEGIN, "invokeAll");
        long one = task("first");
        long other = task("second");
        ThreadScript first = starts(one);
        ThreadScript second = starts(other);
        main.syncWait(FUTURE_TASK, TASKGROUP, BEGIN, one, site("invokeAll"));
        trace.pass(30 * MILLI);
        second.complete(THREAD_POOL_EXECUTOR);
        trace.pass(70 * MILLI);
        first.complete(THREAD_POOL_EXECUTOR);
        main.syncWait(FUTURE_TASK, TASKGROUP, END, one, site("invokeAll"));
        calls(END, "invokeAll");

        assertThat(blamed("app.Main.invokeAll"))
                .isEqualTo(lines(
                        "invokeAll(Main.java:7) [group]",
                        " 100.0 % work in app.Main.first",
                        "  <0.1 % until it ran again"));
    }

    @Test
    void whoWakesTheThreadThatWaitsForAnyOfSeveralThreadsIsToBlame() throws IOException {
        long result = trace.waitId(THREAD_POOL_EXECUTOR, "app.Result");
        main.sync(THREAD_POOL_EXECUTOR, TASKGROUP, BEGIN, result, site("invokeAny"));
        ThreadScript one = start("one");
        start("other");
        main.syncWait(THREAD_POOL_EXECUTOR, TASKGROUP, BEGIN, result, site("invokeAny"));
        trace.pass(40 * MILLI);
        one.wakeup(THREAD_POOL_EXECUTOR, result, 0);
        main.syncWait(THREAD_POOL_EXECUTOR, TASKGROUP, END, result, site("invokeAny"));
        main.sync(THREAD_POOL_EXECUTOR, TASKGROUP, END, result, site("invokeAny"));

        assertThat(blamed("app.Main.invokeAny"))
                .startsWith(lines("invokeAny(Main.java:7) [group]", " 100.0 % work in app.Main.one"));
    }

    @Test
    void nobodyIsToBlameWhereNoneOfSeveralTasksHasEnded() throws IOException {
        ThreadScript other = starts(task("other"));
        calls(BEGIN, "invokeAny");
        ThreadScript one = starts(task("one"));
        waitsForAny(BEGIN);
        trace.pass(40 * MILLI);
        other.complete(THREAD_POOL_EXECUTOR);
        waitsForAny(END);
        calls(END, "invokeAny");
        one.complete(THREAD_POOL_EXECUTOR);

        assertThat(blamed("app.Main.invokeAny"))
                .isEqualTo(lines("invokeAny(Main.java:7) [group]", " 100.0 % <unknown>: no event tells"));
    }

    @Test
    void futureOfAVirtualThreadIsWaitedForFromBeforeTheThreadBegins() throws IOException {
        long future = trace.waitId(FUTURE_TASK, "app.Future");
        long virtual = main.createVirtual(site("submit"), trace.body("app.Main.fetch"));
        ThreadScript carrier = trace.thread("carrier", ThreadType.WORKER).begin();
        syncs(main, FUTURE_TASK, TASKWAIT, BEGIN, future, "get");
        trace.pass(30 * MILLI);
        ThreadScript fetch = trace.virtualThread(virtual).mount(carrier);
        trace.pass(70 * MILLI);
        fetch.wakeup(FUTURE_TASK, future, 0);
        syncs(main, FUTURE_TASK, TASKWAIT, END, future, "get");
        trace.pass(30 * MILLI);

        assertThat(blamed("app.Main.get"))
                .isEqualTo(lines(
                        "get(Main.java:7) [taskwait]",
                        "  70.0 % work in app.Main.fetch",
                        "  30.0 % before the begin of app.Main.fetch",
                        "  <0.1 % until it ran again"));
    }

    @Test
    void whatATaskDidNotExistForItsCreatorDid() throws IOException {
        long latch = trace.waitId(COUNT_DOWN_LATCH, "app.Latch");
        ThreadScript waiter = start("waiter");
        ThreadScript maker = start("make");
        long pool = trace.newId();
        ThreadScript worker = worker(pool);
        syncs(waiter, COUNT_DOWN_LATCH, TASKWAIT, BEGIN, latch, "await");
        sleeps(maker, 80, "delay");
        long task = maker.create(THREAD_POOL_EXECUTOR, 0, site("submit"), trace.body("app.Main.open"));
        trace.pass(MILLI);
        worker.start(THREAD_POOL_EXECUTOR, task);
        trace.pass(19 * MILLI);
        worker.wakeup(COUNT_DOWN_LATCH, latch, site("countDown"));
        syncs(waiter, COUNT_DOWN_LATCH, TASKWAIT, END, latch, "await");

        assertThat(blamed("app.Main.await"))
                .startsWith(lines(
                        "await(Main.java:7) [taskwait]",
                        "  80.0 % sleep at app.Main.delay(Main.java:7)",
                        "  19.0 % work in app.Main.open",
                        "   1.0 % in the queue of a pool: app.Main.open"));
    }

    /** A thread ends shortly after its task. */
    @Test
    void joinOfAThreadWhoseTaskHasEndedTakesUntilItRunsAgain() throws IOException {
        ThreadScript one = start("one");
        long task = one.task();
        one.complete(THREAD);
        syncs(main, THREAD, TASKWAIT, BEGIN, task, "join");
        trace.pass(10 * MILLI);
        main.syncWait(THREAD, TASKWAIT, END, task, site("join"));

        assertThat(blamed("app.Main.join"))
                .isEqualTo(lines("join(Main.java:7) [taskwait]", " 100.0 % until it ran again"));
    }

    /** Main waits in {@code get} for the task of a worker that has ended. */
    private void waitsForATaskThatHasEnded(Construct ofTask, Construct ofWait) {
        long task = main.create(ofTask, 0, site("submit"), trace.body("app.Main.task"));
        worker(trace.newId()).start(ofTask, task).complete(ofTask);
        syncs(main, ofWait, TASKWAIT, BEGIN, task, "get");
        trace.pass(10 * MILLI);
        syncs(main, ofWait, TASKWAIT, END, task, "get");
    }

    /** The end of a task is told before its result can be had: who asks in between has to wait. */
    @Test
    void waitForATaskThatHasEndedTakesUntilTheThreadRunsAgain() throws IOException {
        waitsForATaskThatHasEnded(THREAD_POOL_EXECUTOR, FUTURE_TASK);

        assertThat(blamed("app.Main.get"))
                .isEqualTo(lines("get(Main.java:7) [taskwait]", " 100.0 % until it ran again"));
    }

    /** The function of a thenCompose has ended long before the future is complete. */
    @Test
    void futureMayNotBeCompleteThoughItsFunctionHasEnded() throws IOException {
        waitsForATaskThatHasEnded(COMPLETABLE_FUTURE, COMPLETABLE_FUTURE);

        assertThat(blamed("app.Main.get"))
                .isEqualTo(lines("get(Main.java:7) [taskwait]", " 100.0 % <unknown>: no event tells"));
    }

    /** A task of a scheduled executor is in the queue only since its time has come. */
    @Test
    void scheduledTaskIsInTheQueueSinceItsTime() throws IOException {
        long pool = trace.newId();
        long task = main.create(SCHEDULED_EXECUTOR, 0, site("schedule"), trace.body("app.Main.task"));
        ThreadScript worker = worker(pool).pool(THREAD_POOL_EXECUTOR, BEGIN, "pool-1", pool, 1, 0);
        syncs(main, FUTURE_TASK, TASKWAIT, BEGIN, task, "get");
        trace.pass(100 * MILLI);
        worker.start(SCHEDULED_EXECUTOR, task);
        trace.pass(-1_000);
        worker.late(SCHEDULED_EXECUTOR, 40 * MILLI, 0);
        worker.complete(SCHEDULED_EXECUTOR);
        syncs(main, FUTURE_TASK, TASKWAIT, END, task, "get");

        assertThat(blamed("app.Main.get"))
                .startsWith(lines(
                        "get(Main.java:7) [taskwait]",
                        "  60.0 % before the begin of app.Main.task",
                        "  40.0 % in the queue of pool-1: app.Main.task"));
    }

    @Test
    void membersWaitForThoseThatStillWork() throws IOException {
        ThreadScript[] workers = {worker(trace.newId()), worker(trace.newId())};
        long parent = main.task();
        long region = main.parallelBegin(PARALLEL_STREAM, 3, site("sum"), trace.body("app.Main.add"));
        main.join(PARALLEL_STREAM, region, 3, 0);
        long slow = main.create(PARALLEL_STREAM, 0, site("sum"), trace.body("app.Main.slow"));
        long slower = main.create(PARALLEL_STREAM, 0, site("sum"), trace.body("app.Main.slower"));
        workers[0].join(PARALLEL_STREAM, region, 3, 1).start(PARALLEL_STREAM, slow);
        workers[1].join(PARALLEL_STREAM, region, 3, 2).start(PARALLEL_STREAM, slower);
        syncs(main, PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, BEGIN, region, "sum");
        trace.pass(40 * MILLI);
        workers[0].complete(PARALLEL_STREAM);
        syncs(workers[0], PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, BEGIN, region, "sum");
        trace.pass(30 * MILLI);
        workers[1].complete(PARALLEL_STREAM);
        syncs(workers[1], PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, BEGIN, region, "sum");
        for (int i = 0; i < 2; i++) {
            syncs(workers[i], PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, END, region, "sum");
            workers[i].leave(PARALLEL_STREAM, i + 1);
        }
        syncs(main, PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, END, region, "sum");
        main.leave(PARALLEL_STREAM, 0);
        main.parallelEnd(PARALLEL_STREAM, region, parent, 3, site("sum"));

        // For 40 ms two threads wait for one, then for 30 ms one thread waits for two.
        assertThat(blamed("app.Main.sum"))
                .startsWith(lines(
                        "sum(Main.java:7) [end]",
                        "  80.0 % work in app.Main.slower",
                        "  20.0 % work in app.Main.slow"));
    }

    @Test
    void whoWaitsForTheTasksOfARegionWaitsForThoseThatRunThem() throws IOException {
        ThreadScript worker = worker(trace.newId());
        long region = main.parallelBegin(PARALLEL_STREAM, 2, site("sum"), trace.body("app.Main.add"));
        main.join(PARALLEL_STREAM, region, 2, 0);
        long slow = main.create(PARALLEL_STREAM, 0, site("sum"), trace.body("app.Main.slow"));
        worker.join(PARALLEL_STREAM, region, 2, 1).start(PARALLEL_STREAM, slow);
        syncs(main, PARALLEL_STREAM, TASKGROUP, BEGIN, region, "sum");
        trace.pass(40 * MILLI);
        sleeps(worker, 60, "pause");
        worker.complete(PARALLEL_STREAM);
        syncs(main, PARALLEL_STREAM, TASKGROUP, END, region, "sum");

        assertThat(blamed("app.Main.sum"))
                .startsWith(lines(
                        "sum(Main.java:7) [group]",
                        "  60.0 % sleep at app.Main.pause(Main.java:7)",
                        "  40.0 % work in app.Main.slow"));
    }

    @Test
    void whoWaitsForAPoolWaitsForItsTasks() throws IOException {
        long pool = trace.newId();
        ThreadScript worker = onlyWorker(pool);
        long task = task("fetch");
        syncs(main, THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, BEGIN, pool, "awaitTermination");
        trace.pass(25 * MILLI);
        worker.start(THREAD_POOL_EXECUTOR, task);
        sleeps(worker, 75, "nap");
        worker.complete(THREAD_POOL_EXECUTOR);
        syncs(main, THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, END, pool, "awaitTermination");

        assertThat(blamed("app.Main.awaitTermination"))
                .isEqualTo(lines(
                        "awaitTermination(Main.java:7) [JDK]",
                        "  75.0 % sleep at app.Main.nap(Main.java:7)",
                        "  25.0 % while none of them had work",
                        "  <0.1 % work in app.Main.fetch"));
    }

    @Test
    void whoWorksWhileWorkersAreIdleIsToldInEqualParts() throws IOException {
        long pool = trace.newId();
        ThreadScript one = worker(pool);
        worker(pool);
        long task = task("compute");
        trace.pass(10 * MILLI);
        one.start(THREAD_POOL_EXECUTOR, task);
        trace.pass(20 * MILLI);
        one.complete(THREAD_POOL_EXECUTOR);
        sleeps(main, 5, "nap");

        // For 10 ms two workers are idle and one works; for 20 ms one is idle and two work; for 5 ms nobody works.
        assertThat(ReportText.of(trace.build(), 100)).contains("""
                Who worked while workers were idle (idleness in equal parts of those that worked)
                     idle   share  meanwhile
                  30.0 ms  60.0 %  "main"
                  10.0 ms  20.0 %  (nobody worked)
                  10.0 ms  20.0 %  app.Main.compute
                """);
    }
}
