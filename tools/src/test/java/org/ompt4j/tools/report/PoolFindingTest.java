package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.BLOCKING_QUEUE;
import static org.ompt4j.ompt.Construct.COMPLETABLE_FUTURE;
import static org.ompt4j.ompt.Construct.DEFINED;
import static org.ompt4j.ompt.Construct.FORK_JOIN_POOL;
import static org.ompt4j.ompt.Construct.FORK_JOIN_TASK;
import static org.ompt4j.ompt.Construct.FUTURE_TASK;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SCHEDULED_EXECUTOR;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;

/** Tasks that wait in the queues of pools, and workers that do not work. */
class PoolFindingTest extends PoolFixture {

    /** The workers run the tasks, which take 100 ms each. */
    private void run(Construct construct, List<Long> tasks, long sleepMillis) {
        int site = trace.callSite("app.Main.fetch(Main.java:20)");
        for (int i = 0; i < tasks.size(); i += workers.size()) {
            List<Long> now = tasks.subList(i, Math.min(i + workers.size(), tasks.size()));
            for (int j = 0; j < now.size(); j++) {
                workers.get(j).start(construct, now.get(j));
            }
            trace.pass((100 - sleepMillis) * MILLI);
            for (int j = 0; j < now.size() && sleepMillis > 0; j++) {
                workers.get(j).wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, site);
            }
            trace.pass(sleepMillis * MILLI);
            for (int j = 0; j < now.size(); j++) {
                if (sleepMillis > 0) {
                    workers.get(j).wait(SLEEP, State.WAIT_SLEEP, END, 0, site);
                }
                workers.get(j).complete(construct);
            }
        }
    }

    /** Each page waits for a task of the database's pool of one worker; pages are in their queue for longer. */
    @Test
    void queueForWhichTasksOfAnotherPoolWaitComesFirst() throws IOException {
        pool(pool, "web", 3, 3);
        pool(trace.newId(), "db", 1, 1);
        ThreadScript db = workers.get(3);
        int asks = trace.callSite("app.Main.page(Main.java:30)");
        List<Long> pages = submit(THREAD_POOL_EXECUTOR, 12);
        trace.pass(400 * MILLI);
        List<Long> queries = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            queries.add(page(workers.get(i), pages.get(i), asks));
        }
        for (int i = 0; i < 12; i++) {
            ThreadScript web = workers.get(i % 3);
            db.start(THREAD_POOL_EXECUTOR, queries.get(i));
            db.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, asks);
            trace.pass(100 * MILLI);
            db.wait(SLEEP, State.WAIT_SLEEP, END, 0, asks).complete(THREAD_POOL_EXECUTOR);
            web.syncWait(FUTURE_TASK, SyncRegionKind.TASKWAIT, END, queries.get(i), asks)
                    .sync(FUTURE_TASK, SyncRegionKind.TASKWAIT, END, queries.get(i), asks)
                    .complete(THREAD_POOL_EXECUTOR);
            if (i + 3 < 12) {
                queries.add(page(web, pages.get(i + 3), asks));
            }
        }
        end();

        assertThat(ReportText.findings(trace.build()))
                .containsSubsequence("on average in the queue of db", "on average in the queue of web");
    }

    private long page(ThreadScript web, long task, int asks) {
        web.start(THREAD_POOL_EXECUTOR, task);
        long query = web.create(THREAD_POOL_EXECUTOR, 0, asks, trace.body("app.Main.query"));
        web.sync(FUTURE_TASK, SyncRegionKind.TASKWAIT, BEGIN, query, asks)
                .syncWait(FUTURE_TASK, SyncRegionKind.TASKWAIT, BEGIN, query, asks);
        return query;
    }

    @Test
    void tasksThatWaitedLongerThanTheyRanStandOut() throws IOException {
        pool(2);
        run(THREAD_POOL_EXECUTOR, submit(THREAD_POOL_EXECUTOR, 40), 90);
        end();

        // Two tasks each waited 0, 100, ... 1900 ms.
        assertThat(ReportText.of(trace.build(), 130)).contains("""
                        Findings (worst first)
                          40 tasks waited 950 ms on average in the queue of pool (2 workers, made at Main.pool(Main.java:12)), the longest 1.90 s, in a
                            run of 2.00 s.
                            Each ran 100 ms on average, waiting 90.0 % of that time: sleep 90.0 % at Main.fetch(Main.java:20).
                            All workers were busy for 100.0 % of the time in the queue. The tasks mostly waited: with more workers they begin earlier.
                        """).contains("""
                                    made at app.Main.pool(Main.java:12)
                                    40 submitted tasks waited 950 ms on average, at most 1.90 s, and ran 100 ms on average
                                    queue length 19.00 on average, at most 40
                                    40 waited 950 ms and ran 100 ms: app.Main.fetch
                                      submitted at app.Main.submit(Main.java:13)
                        """);
    }

    /** A lock comes before a queue only if both cost about as much. */
    @Test
    void findingThatCostMostOfTheRunStandsBeforeOneThatCostAPartOfIt() throws IOException {
        long lock = trace.waitId(REENTRANT_LOCK, "app.Lock");
        ThreadScript other = trace.thread("other", ThreadType.OTHER).begin().initialTaskBegin();
        main.acquire(REENTRANT_LOCK, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, lock, 0)
                .acquired(REENTRANT_LOCK, MutexKind.LOCK, lock, 0);
        other.acquire(REENTRANT_LOCK, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, lock, 0);
        trace.pass(300 * MILLI);
        main.released(REENTRANT_LOCK, MutexKind.LOCK, lock, 0);
        other.acquired(REENTRANT_LOCK, MutexKind.LOCK, lock, 0).released(REENTRANT_LOCK, MutexKind.LOCK, lock, 0);
        other.initialTaskEnd().end();
        pool(2);
        run(THREAD_POOL_EXECUTOR, submit(THREAD_POOL_EXECUTOR, 40), 90);
        end();

        assertThat(ReportText.findings(trace.build()))
                .containsSubsequence("40 tasks waited 950 ms on average in the queue", "Waiting for Lock ");
    }

    /** The items may be connections: with more workers each of them would wait longer. */
    @Test
    void moreWorkersAreNoHelpWhereTasksWaitForItemsOfAQueue() throws IOException {
        pool(1);
        int site = trace.callSite("app.Main.borrow(Main.java:21)");
        for (long task : submit(THREAD_POOL_EXECUTOR, 10)) {
            ThreadScript worker = workers.get(0).start(THREAD_POOL_EXECUTOR, task);
            worker.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, 0, site);
            trace.pass(90 * MILLI);
            worker.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, END, 0, site);
            trace.pass(10 * MILLI);
            worker.complete(THREAD_POOL_EXECUTOR);
        }
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("on average, waiting 90.0 % of that time: queue 90.0 % at Main.borrow(Main.java:21).")
                .contains("All workers were busy for 100.0 % of the time in the queue.")
                .doesNotContain("more workers");
    }

    /** Ten threads wait at the same time, for a second in all, during a twentieth of the run. */
    @Test
    void waitsForALockThatCostTheRunLittleComeLater() throws IOException {
        pool(2);
        run(THREAD_POOL_EXECUTOR, submit(THREAD_POOL_EXECUTOR, 40), 90);
        List<ThreadScript> clients = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            clients.add(trace.thread("client-" + i, ThreadType.INITIAL).begin().initialTaskBegin());
        }
        long lock = trace.waitId(SYNCHRONIZED, "app.Registry");
        int site = trace.callSite("app.Client.ask(Client.java:5)");
        main.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, lock, site)
                .acquired(SYNCHRONIZED, MutexKind.CRITICAL, lock, site);
        clients.forEach(each -> each.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, lock, site));
        trace.pass(100 * MILLI);
        main.released(SYNCHRONIZED, MutexKind.CRITICAL, lock, 0);
        clients.forEach(each -> each.acquired(SYNCHRONIZED, MutexKind.CRITICAL, lock, site)
                .released(SYNCHRONIZED, MutexKind.CRITICAL, lock, 0)
                .initialTaskEnd()
                .end());
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .containsSubsequence(
                        "40 tasks waited",
                        "Waiting for Registry #" + lock + " took 1.00 s in all",
                        "at most 100 ms shorter");
    }

    /** The workers may be virtual threads without a name. */
    @Test
    void poolWithoutANameIsSaidToHaveNone() throws IOException {
        pool(pool, "", 2, 2);
        run(THREAD_POOL_EXECUTOR, submit(THREAD_POOL_EXECUTOR, 40), 90);
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains(
                        "in the queue of a pool without a name (2 workers, made at Main.pool(Main.java:12)), the longest")
                .contains("4.00 s  (no name)\n");
    }

    /** A pool gets tasks and creates workers for all or some of them. */
    private void poolMadeFor(int count, int size) {
        List<Long> tasks = submit(THREAD_POOL_EXECUTOR, count);
        trace.pass(500 * MILLI);
        pool(size);
        run(THREAD_POOL_EXECUTOR, tasks, 0);
        end();
    }

    /** A pool with fewer workers than its core size creates a thread for each task. */
    @Test
    void taskForWhichAThreadWasMadeWasInNoQueue() throws IOException {
        poolMadeFor(2, 2);

        assertThat(ReportText.of(trace.build(), 200))
                .doesNotContain("in the queue of")
                .contains("2 submitted tasks waited 0 ns on average");
    }

    @Test
    void onlyWhatWasInTheQueueIsSaidToHaveWaited() throws IOException {
        poolMadeFor(4, 2);

        assertThat(ReportText.of(trace.build(), 200))
                .contains("2 tasks waited 600 ms on average in the queue of pool")
                .contains("With 2 more, for which threads were made, each ran 100 ms on average");
    }

    /** A worker that replaces one which an exception of a task has ended begins with queued tasks. */
    @Test
    void whereWorkersMayHaveBeenReplacedFirstTasksWereQueued() throws IOException {
        pool(1);
        List<Long> tasks = submit(THREAD_POOL_EXECUTOR, 2);
        ThreadScript dies = workers.get(0).start(THREAD_POOL_EXECUTOR, tasks.get(0));
        trace.pass(100 * MILLI);
        dies.error(THREAD_POOL_EXECUTOR, Severity.WARNING, "java.lang.IllegalStateException");
        dies.complete(THREAD_POOL_EXECUTOR);
        dies.poolWorker(THREAD_POOL_EXECUTOR, END, pool).end();
        trace.pass(200 * MILLI);
        ThreadScript next =
                trace.thread("pool-2", ThreadType.WORKER).begin().poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
        next.start(THREAD_POOL_EXECUTOR, tasks.get(1)).complete(THREAD_POOL_EXECUTOR);
        next.pool(THREAD_POOL_EXECUTOR, END, "pool", pool, 1, 0)
                .poolWorker(THREAD_POOL_EXECUTOR, END, pool)
                .end();
        main.initialTaskEnd().end();

        assertThat(ReportText.of(trace.build(), 200)).contains("2 tasks waited 150 ms on average in the queue of pool");
    }

    @Test
    void poolsThatWereMadeAtOnePlaceAreOneFinding() throws IOException {
        for (int i = 0; i < 4; i++) {
            workers.clear();
            long id = trace.newId();
            pool(id, "pool-" + i, 1, 1);
            run(THREAD_POOL_EXECUTOR, submit(THREAD_POOL_EXECUTOR, 5 + i), 90);
            workers.get(0).pool(THREAD_POOL_EXECUTOR, END, "pool-" + i, id, 1, 0);
            workers.get(0).poolWorker(THREAD_POOL_EXECUTOR, END, id).end();
        }
        main.initialTaskEnd().end();

        assertThat(ReportText.of(trace.build(), 200))
                .containsOnlyOnce("on average in the queue of")
                .contains(
                        "8 tasks waited 350 ms on average in the queue of pool-3 (1 worker, made at Main.pool(Main.java:12))")
                .contains("So it was in 3 other pools made there: 18 tasks waited 256 ms on average.");
    }

    /** The worker runs one task after the other, without being idle in between. */
    @Test
    void workerBetweenTinyTasksIsNotSaidToBeWithoutWork() throws IOException {
        pool(1);
        for (long each : submit(THREAD_POOL_EXECUTOR, 10_000)) {
            trace.pass(49_000);
            workers.get(0).start(THREAD_POOL_EXECUTOR, each);
            trace.pass(1_000);
            workers.get(0).complete(THREAD_POOL_EXECUTOR);
        }
        end();

        assertThat(ReportText.of(trace.build(), 300))
                .contains(
                        "All workers were busy for 3.7 % of the time in the queue; in the rest some worker was between two tasks.")
                .contains("try fewer tasks that do more each.");
    }

    @Test
    void ofTasksThatWorkItIsSaidHowManyProcessorsThereAre() throws IOException {
        pool(2);
        run(THREAD_POOL_EXECUTOR, submit(THREAD_POOL_EXECUTOR, 40), 0);
        end();

        assertThat(ReportText.of(trace.build(), 200)).contains("The tasks mostly worked: 2 workers on 4 processors.");
    }

    @Test
    void workThatKeepsAllProcessorsBusyHasToWait() throws IOException {
        pool(4);
        List<Long> tasks = submit(THREAD_POOL_EXECUTOR, 40);
        main.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, 0);
        run(THREAD_POOL_EXECUTOR, tasks, 0);
        main.wait(SLEEP, State.WAIT_SLEEP, END, 0, 0);
        end();

        assertNothingStandsOut();
    }

    /** On four processors: first four threads work, then one does, and tasks wait for it. */
    @Test
    void workOfTheTimeBeforeKeepsNoTaskInTheQueue() throws IOException {
        pool(4);
        main.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, 0);
        for (ThreadScript each : workers) {
            each.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, 0, 0));
        }
        trace.pass(1_000 * MILLI);
        workers.forEach(each -> each.complete(THREAD_POOL_EXECUTOR));
        main.wait(SLEEP, State.WAIT_SLEEP, END, 0, 0);
        List<Long> tasks = submit(THREAD_POOL_EXECUTOR, 40);
        for (Long each : tasks) {
            workers.get(0).start(THREAD_POOL_EXECUTOR, each);
            trace.pass(20 * MILLI);
            workers.get(0).complete(THREAD_POOL_EXECUTOR);
        }
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("44 tasks waited 355 ms on average in the queue of pool");
    }

    @Test
    void tasksThatRanLongerThanTheyWaitedDoNotStandOut() throws IOException {
        pool(2);
        run(THREAD_POOL_EXECUTOR, submit(THREAD_POOL_EXECUTOR, 2), 90);
        run(THREAD_POOL_EXECUTOR, submit(THREAD_POOL_EXECUTOR, 4), 90);
        end();

        assertNothingStandsOut();
    }

    @Test
    void manyTasksThatWaitForAMomentDoNotStandOut() throws IOException {
        pool(2);
        for (Long each : submit(THREAD_POOL_EXECUTOR, 400)) {
            workers.get(0).start(THREAD_POOL_EXECUTOR, each).complete(THREAD_POOL_EXECUTOR);
        }
        trace.pass(MILLI);
        end();

        // 400 tasks waited 80 ms in all, but all of them during the same 1 ms.
        assertNothingStandsOut();
    }

    @Test
    void whereAWorkerIsFreeMoreOfThemAreNoRemedy() throws IOException {
        pool(2);
        List<Long> tasks = submit(THREAD_POOL_EXECUTOR, 2);
        trace.pass(500 * MILLI);
        run(THREAD_POOL_EXECUTOR, tasks, 90);
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("2 tasks waited 500 ms on average")
                .contains("All workers were busy for 0 % of the time in the queue.\n");
    }

    @Test
    void whatCanBeCreatedLongBeforeItCouldBeginIsNotCounted() throws IOException {
        pool(2);
        run(SCHEDULED_EXECUTOR, submit(SCHEDULED_EXECUTOR, 40), 90);
        run(COMPLETABLE_FUTURE, submit(COMPLETABLE_FUTURE, true, 40), 90);
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("Nothing stands out.")
                .doesNotContain("submitted task");
    }

    @Test
    void tasksOfFuturesThatWaitForNoOtherAreInTheQueue() throws IOException {
        pool(2);
        run(COMPLETABLE_FUTURE, submit(COMPLETABLE_FUTURE, 40), 90);
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("40 tasks waited 950 ms on average in the queue of pool (2 workers")
                .contains("40 submitted tasks waited 950 ms on average, at most 1.90 s, and ran 100 ms on average");
    }

    /** Tasks that begin at once, and tasks that were due later than they were submitted, do not count. */
    @Test
    void lateTasksOfAScheduledExecutorThatWereDueAtOnceWereInTheQueue() throws IOException {
        pool(1);
        ThreadScript worker = workers.get(0);
        int site = trace.callSite("app.Main.fetch(Main.java:20)");
        List<Long> tasks = submit(SCHEDULED_EXECUTOR, 12);
        for (int i = 0; i < tasks.size(); i++) {
            worker.start(SCHEDULED_EXECUTOR, tasks.get(i));
            if (i == tasks.size() - 1) {
                worker.late(SCHEDULED_EXECUTOR, 500 * MILLI, 0);
            } else if (i > 0) {
                worker.late(SCHEDULED_EXECUTOR, i * 100 * MILLI + MILLI, 0);
            }
            worker.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, site);
            trace.pass(100 * MILLI);
            worker.wait(SLEEP, State.WAIT_SLEEP, END, 0, site).complete(SCHEDULED_EXECUTOR);
        }
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("10 tasks waited 550 ms on average in the queue of pool (1 worker")
                .contains("with more workers they begin earlier");
    }

    /** A stage is queued from the time when the executor gets it. Before that, or if that time is unknown, it waits for its source. */
    @Test
    void lateStagesOfFuturesWereInTheQueue() throws IOException {
        pool(1);
        ThreadScript worker = workers.get(0);
        int site = trace.callSite("app.Main.fetch(Main.java:20)");
        List<Long> tasks = submit(COMPLETABLE_FUTURE, true, 11);
        trace.pass(1_000 * MILLI);
        for (int i = 0; i < tasks.size(); i++) {
            worker.start(COMPLETABLE_FUTURE, tasks.get(i));
            if (i > 0) {
                worker.late(COMPLETABLE_FUTURE, i * 100 * MILLI, 0);
            }
            worker.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, site);
            trace.pass(100 * MILLI);
            worker.wait(SLEEP, State.WAIT_SLEEP, END, 0, site).complete(COMPLETABLE_FUTURE);
        }
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("10 tasks waited 550 ms on average in the queue of pool (1 worker")
                .contains("All workers were busy for 100.0 % of the time in the queue. The tasks mostly waited")
                .contains("queue length 2.62 on average, at most 10");
    }

    @Test
    void taskOfAFutureInsideTheTaskThatAnExecutorMadeOfItIsNotInTheQueue() throws IOException {
        pool(1);
        long wrapped = submit(COMPLETABLE_FUTURE, 1).get(0);
        long wrapper = submit(SCHEDULED_EXECUTOR, 1).get(0);
        trace.pass(500 * MILLI);
        workers.get(0).start(SCHEDULED_EXECUTOR, wrapper).start(COMPLETABLE_FUTURE, wrapped);
        trace.pass(100 * MILLI);
        workers.get(0).complete(COMPLETABLE_FUTURE).complete(SCHEDULED_EXECUTOR);
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("Nothing stands out.")
                .doesNotContain("submitted task");
    }

    @Test
    void taskOfAFutureThatAWorkerRunsWhileItWaitsIsFromTheQueue() throws IOException {
        pool(1);
        long waiting = submit(THREAD_POOL_EXECUTOR, 1).get(0);
        workers.get(0).start(THREAD_POOL_EXECUTOR, waiting);
        long other = submit(COMPLETABLE_FUTURE, 1).get(0);
        trace.pass(500 * MILLI);
        workers.get(0).sync(COMPLETABLE_FUTURE, SyncRegionKind.TASKWAIT, BEGIN, other, 0);
        workers.get(0).start(COMPLETABLE_FUTURE, other);
        trace.pass(100 * MILLI);
        workers.get(0).complete(COMPLETABLE_FUTURE);
        workers.get(0).sync(COMPLETABLE_FUTURE, SyncRegionKind.TASKWAIT, END, other, 0);
        workers.get(0).complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("2 submitted tasks waited 250 ms on average, at most 500 ms,");
    }

    @Test
    void threeKindsOfTasksThatTookTheLongestStandUnderTheirPool() throws IOException {
        pool(1);
        for (int i = 0; i < 205; i++) {
            int site = trace.callSite("app.Main.submit(Main.java:" + (100 + i) + ")");
            long task = main.create(THREAD_POOL_EXECUTOR, 0, site, 0);
            workers.get(0).start(THREAD_POOL_EXECUTOR, task);
            trace.pass((i == 202 ? 1_000 : i) * MILLI);
            workers.get(0).complete(THREAD_POOL_EXECUTOR);
        }
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("1 waited 1.00 us and ran 199 ms: app.Main.submit(Main.java:299)\n")
                .contains("ran 197 ms: app.Main.submit(Main.java:297)")
                .doesNotContain("ran 196 ms: ", "ran 1.00 s: ");
    }

    /** An event says that workers of such a pool are idle, in the task of their thread. */
    @Test
    void tasksOfADefinedPoolAreCountedButForThoseThatNobodyHandedOver() throws IOException {
        main.pool(DEFINED, BEGIN, "own", pool, 0, 0);
        ThreadScript worker = trace.thread("own-1", ThreadType.INITIAL).begin().initialTaskBegin();
        worker.poolWorker(DEFINED, BEGIN, pool);
        worker.wait(DEFINED, State.IDLE, BEGIN, 0, 0);
        trace.pass(300 * MILLI);
        long task = main.create(DEFINED, 0, 0, 0);
        trace.pass(100 * MILLI);
        worker.wait(DEFINED, State.IDLE, END, 0, 0);
        worker.start(DEFINED, task);
        long undeferred = worker.create(DEFINED, TaskFlag.UNDEFERRED, 0, 0);
        worker.start(DEFINED, undeferred);
        trace.pass(100 * MILLI);
        worker.complete(DEFINED).complete(DEFINED);
        worker.pool(DEFINED, END, "own", pool, 0, 0);
        worker.poolWorker(DEFINED, END, pool).initialTaskEnd().end();
        main.initialTaskEnd().end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("1 submitted task waited 100 ms on average, at most 100 ms, and ran 100 ms on average")
                .containsPattern("20.0 % +0 % +80.0 %.*own");
    }

    @Test
    void tasksThatTheSubmitterRunsOrNobodyAreNotCounted() throws IOException {
        pool(2);
        List<Long> tasks = submit(THREAD_POOL_EXECUTOR, 2);
        trace.pass(500 * MILLI);
        main.start(THREAD_POOL_EXECUTOR, tasks.get(0)).complete(THREAD_POOL_EXECUTOR);
        main.cancel(THREAD_POOL_EXECUTOR, tasks.get(1), CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK, 0);
        run(THREAD_POOL_EXECUTOR, submit(THREAD_POOL_EXECUTOR, 1), 90);
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("Nothing stands out.")
                .contains("1 submitted task waited");
    }

    @Test
    void whatRunsInsideOfATaskIsNotCountedTwice() throws IOException {
        pool(1);
        List<Long> tasks = submit(THREAD_POOL_EXECUTOR, 2);
        ThreadScript worker = workers.get(0).start(THREAD_POOL_EXECUTOR, tasks.get(0));
        trace.pass(100 * MILLI);
        worker.start(THREAD_POOL_EXECUTOR, tasks.get(1));
        trace.pass(100 * MILLI);
        worker.complete(THREAD_POOL_EXECUTOR).complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("2 submitted tasks waited 50.0 ms on average, at most 100 ms, and ran 100 ms on average");
    }

    private ThreadScript forkJoinWorker(Construct construct) {
        ThreadScript worker =
                trace.thread("ForkJoinPool-1-worker-1", ThreadType.WORKER).begin();
        worker.pool(construct, BEGIN, "ForkJoinPool-1", pool, 2, trace.callSite("app.Main.pool(Main.java:12)"));
        worker.poolWorker(construct, BEGIN, pool);
        long task = main.create(FORK_JOIN_TASK, 0, 0, 0);
        return worker.start(FORK_JOIN_TASK, task);
    }

    private void waits(ThreadScript worker, State state, long millis) {
        int site = trace.callSite("app.Main.fetch(Main.java:20)");
        worker.wait(SLEEP, state, BEGIN, 0, site);
        trace.pass(millis * MILLI);
        worker.wait(SLEEP, state, END, 0, site);
    }

    @Test
    void workerOfAForkJoinPoolThatSleepsStandsOut() throws IOException {
        ThreadScript worker = forkJoinWorker(FORK_JOIN_POOL);
        waits(worker, State.WAIT_SLEEP, 60);
        waits(worker, State.WAIT_IO, 40);
        worker.complete(FORK_JOIN_TASK);
        end();

        assertThat(ReportText.of(trace.build(), 200)).contains("""
                        Findings (worst first)
                          Workers of ForkJoinPool-1 (made at Main.pool(Main.java:12)) were blocked for 100 ms in all, in a run of 100 ms: \
                        sleep 60.0 % at Main.fetch(Main.java:20), io 40.0 % at Main.fetch(Main.java:20).
                            The pool gets no other worker instead, unless managedBlock tells it.
                        """);
    }

    @Test
    void workerOfAThreadPoolMaySleep() throws IOException {
        ThreadScript worker = forkJoinWorker(THREAD_POOL_EXECUTOR);
        waits(worker, State.WAIT_SLEEP, 100);
        worker.complete(FORK_JOIN_TASK);
        end();

        assertNothingStandsOut();
    }

    @Test
    void whatTheJdkMayTellThePoolOfIsNoBlocking() throws IOException {
        ThreadScript worker = forkJoinWorker(FORK_JOIN_POOL);
        waits(worker, State.WAIT_CONDITION, 100);
        waits(worker, State.WAIT_QUEUE, 100);
        waits(worker, State.WAIT_SLEEP, 40);
        worker.complete(FORK_JOIN_TASK);
        end();

        assertNothingStandsOut();
    }

    @Test
    void taskThatAnExecutorOfTheProgramsGaveToAPoolIsInTheQueue() throws IOException {
        pool(2);
        List<Long> tasks = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            long task = submit(COMPLETABLE_FUTURE, true, 1).get(0);
            main.depends(COMPLETABLE_FUTURE, task, task, DependenceType.INOUTSET, 1);
            tasks.add(task);
        }
        run(COMPLETABLE_FUTURE, tasks, 90);
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("40 tasks waited 950 ms on average in the queue of pool (2 workers");
    }

    @Test
    void poolsThatAreObservedIfTheyAreAskedForAreNamed() throws IOException {
        trace.notObserved("the pools of netty are not observed: define=netty tells their tasks")
                .notObserved("something else is not observed: nobody knows it");
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("  Not looked at: the pools of netty are not observed: define=netty tells their tasks.\n")
                .doesNotContain("Not looked at: something else");
    }
}
