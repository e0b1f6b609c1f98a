package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.BLOCKING_QUEUE;
import static org.ompt4j.ompt.Construct.COUNT_DOWN_LATCH;
import static org.ompt4j.ompt.Construct.FUTURE_TASK;
import static org.ompt4j.ompt.Construct.PARK;
import static org.ompt4j.ompt.Construct.SCHEDULED_EXECUTOR;
import static org.ompt4j.ompt.Construct.SEMAPHORE;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.Construct.TIMER;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.TASKGROUP;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;
import static org.ompt4j.ompt.WaitOutcome.TIMEOUT;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Waits that timed out, and waits of threads that only poll. */
class TimedOutWaitsFindingTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final List<ThreadScript> threads = new ArrayList<>();
    private final int site = trace.callSite("app.Main.get(Main.java:5)");
    private final int made = trace.callSite("app.Main.main(Main.java:3)");

    private ThreadScript thread(String name) {
        ThreadScript thread = trace.thread(name, ThreadType.INITIAL).begin().initialTaskBegin();
        threads.add(thread);
        return thread;
    }

    private Trace end() {
        threads.forEach(each -> each.initialTaskEnd().end());
        return trace.build();
    }

    private String findings() throws IOException {
        return ReportText.findings(end());
    }

    private void awaits(ThreadScript thread, Construct construct, long waitId) {
        thread.sync(construct, TASKWAIT, BEGIN, waitId, site).syncWait(construct, TASKWAIT, BEGIN, waitId, site);
        trace.pass(100 * MILLI);
        thread.syncWaitEnds(construct, TASKWAIT, TIMEOUT, waitId, site).sync(construct, TASKWAIT, END, waitId, site);
    }

    private void waits(ThreadScript thread, Construct construct, State state, long waitId) {
        thread.wait(construct, state, BEGIN, waitId, site);
        trace.pass(100 * MILLI);
        thread.waitEnds(construct, state, TIMEOUT, waitId, site);
    }

    /** Both workers of a pool wait for tasks that they have submitted to it, and begin these tasks later. */
    static Trace trace() {
        TimedOutWaitsFindingTest run = new TimedOutWaitsFindingTest();
        return run.ownPool();
    }

    private Trace ownPool() {
        long pool = trace.newId();
        ThreadScript main = thread("main");
        List<ThreadScript> workers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            long task = main.create(THREAD_POOL_EXECUTOR, 0, made, 0);
            ThreadScript worker =
                    trace.thread("pool-1-thread-" + (i + 1), ThreadType.WORKER).begin();
            if (i == 0) {
                worker.pool(THREAD_POOL_EXECUTOR, BEGIN, "pool-1", pool, 2, made);
            }
            worker.poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool).start(THREAD_POOL_EXECUTOR, task);
            workers.add(worker);
        }
        List<Long> children = new ArrayList<>();
        for (ThreadScript each : workers) {
            long child = each.create(THREAD_POOL_EXECUTOR, 0, site, 0);
            children.add(child);
            each.sync(FUTURE_TASK, TASKWAIT, BEGIN, child, site).syncWait(FUTURE_TASK, TASKWAIT, BEGIN, child, site);
        }
        trace.pass(100 * MILLI);
        for (int i = 0; i < 2; i++) {
            workers.get(i)
                    .syncWaitEnds(FUTURE_TASK, TASKWAIT, TIMEOUT, children.get(i), site)
                    .sync(FUTURE_TASK, TASKWAIT, END, children.get(i), site)
                    .complete(THREAD_POOL_EXECUTOR)
                    .start(THREAD_POOL_EXECUTOR, children.get(i))
                    .complete(THREAD_POOL_EXECUTOR);
        }
        workers.get(0).pool(THREAD_POOL_EXECUTOR, END, "pool-1", pool, 2, made);
        workers.forEach(each -> each.poolWorker(THREAD_POOL_EXECUTOR, END, pool).end());
        return end();
    }

    /** The thread waits for a notification that came too early. */
    @Test
    void whatTheThreadWaitedInThatDidNotEndIsTold() throws IOException {
        ThreadScript main = thread("main");
        long task = main.create(THREAD, 0, made, 0);
        ThreadScript consumer = thread("consumer").start(THREAD, task);
        int receives = trace.callSite("app.Main.receive(Main.java:9)");
        consumer.wait(SYNCHRONIZED, State.WAIT_CONDITION, BEGIN, trace.waitId(SYNCHRONIZED, "app.Ready"), receives);
        awaits(main, THREAD, task);
        consumer.complete(THREAD);

        assertThat(ReportText.of(end(), 200).replaceAll("\\s+", " "))
                .contains(
                        "Timed out: 1 wait for the end of a thread at Main.get(Main.java:5) was over without it after 100 ms")
                .contains("It was \"consumer\", which had waited for 100 ms: condition at Main.receive(Main.java:9).");
    }

    @Test
    void virtualThreadIsCalledAsInOtherSentences() throws IOException {
        ThreadScript main = thread("main");
        awaits(main, THREAD, RecordSink.FIRST_VIRTUAL_THREAD + 26);

        assertThat(ReportText.of(end(), 200).replaceAll("\\s+", " "))
                .contains(
                        "Timed out: 1 wait for virtual thread #26 at Main.get(Main.java:5) was over without it after");
    }

    @Test
    void oneOfSeveralIsSaidInTheSingular() throws IOException {
        ThreadScript main = thread("main");
        awaits(main, FUTURE_TASK, main.create(THREAD_POOL_EXECUTOR, 0, made, 0));
        long task = main.create(THREAD_POOL_EXECUTOR, 0, made, 0);
        ThreadScript worker = thread("worker").start(THREAD_POOL_EXECUTOR, task);
        awaits(main, FUTURE_TASK, task);
        worker.complete(THREAD_POOL_EXECUTOR);

        assertThat(ReportText.of(end(), 200).replaceAll("\\s+", " "))
                .contains("As 1 of them was, the task was still running, the last time on \"worker\".");
    }

    @Test
    void threadThatStillRunsATaskIsTold() throws IOException {
        ThreadScript main = thread("main");
        long task = main.create(THREAD_POOL_EXECUTOR, 0, made, 0);
        ThreadScript worker = thread("worker").start(THREAD_POOL_EXECUTOR, task);
        awaits(main, FUTURE_TASK, task);
        worker.complete(THREAD_POOL_EXECUTOR);

        assertThat(ReportText.of(end(), 200).replaceAll("\\s+", " "))
                .contains("As it was, the task was still running on \"worker\".");
    }

    @Test
    void workersThatWaitForTasksBehindThemAreTold() throws IOException {
        assertThat(ReportText.findings(trace()).replaceAll("\\s+", " "))
                .contains(
                        "Timed out: 2 waits for tasks at Main.get(Main.java:5) were over without it after 200 ms in all")
                .contains("each time a pool had been given the task, and no worker had begun it.")
                .contains(
                        "2 of these tasks began later on workers of pool-1 (made at Main.main(Main.java:3)), for which")
                .contains("All workers of that pool waited so at one time.");
        JsonNode finding = ReportData.of(trace()).get("findings").get(0);
        assertThat(finding.get("kind").asText()).isEqualTo("timed_out_waits");
        assertThat(finding.get("not_begun").asInt()).isEqualTo(2);
        assertThat(finding.get("behind_in_own_pool").asInt()).isEqualTo(2);
        assertThat(finding.has("object")).isFalse();
    }

    /** The timeout is that of the call, in which the thread waits for one task after the other. */
    @Test
    void groupOfTasksIsWaitedForFromItsBeginOn() throws IOException {
        ThreadScript main = thread("main");
        for (int i = 0; i < 2; i++) {
            main.sync(THREAD_POOL_EXECUTOR, TASKGROUP, BEGIN, 0, site);
            List<Long> tasks = List.of(
                    main.create(THREAD_POOL_EXECUTOR, 0, site, 0), main.create(THREAD_POOL_EXECUTOR, 0, site, 0));
            main.syncWait(FUTURE_TASK, TASKGROUP, BEGIN, tasks.get(0), site);
            trace.pass(200 * MILLI);
            main.syncWait(FUTURE_TASK, TASKGROUP, END, tasks.get(0), site)
                    .syncWait(FUTURE_TASK, TASKGROUP, BEGIN, tasks.get(1), site);
            trace.pass(100 * MILLI);
            main.syncWaitEnds(FUTURE_TASK, TASKGROUP, TIMEOUT, tasks.get(1), site)
                    .sync(THREAD_POOL_EXECUTOR, TASKGROUP, END, 0, site);
        }

        assertThat(findings())
                .contains("Timed out: 2 waits for a group of tasks at Main.get(Main.java:5)")
                .contains("after 600 ms in all");
    }

    @Test
    void attemptsAtOnePermitCountEachTime() throws IOException {
        long semaphore = trace.waitId(SEMAPHORE, "java.util.concurrent.Semaphore");
        thread("main")
                .acquire(SEMAPHORE, MutexKind.LOCK, MutexImpl.SEMAPHORE_NONFAIR, semaphore, made)
                .acquired(SEMAPHORE, MutexKind.LOCK, semaphore, made);
        ThreadScript one = thread("one");
        ThreadScript two = thread("two");
        for (ThreadScript each : List.of(one, two, one, two)) {
            each.acquire(SEMAPHORE, MutexKind.TEST_LOCK, MutexImpl.SEMAPHORE_NONFAIR, semaphore, site);
            trace.pass(100 * MILLI);
            each.waitEnds(SEMAPHORE, State.WAIT_LOCK, TIMEOUT, semaphore, site);
        }

        assertThat(findings())
                .containsPattern("Timed out: 4 waits for Semaphore #\\d+ at Main\\.get\\(Main\\.java:5\\)");
    }

    @Test
    void whoAwaitsALatchOnceHasFailed() throws IOException {
        awaits(thread("one"), COUNT_DOWN_LATCH, trace.waitId(COUNT_DOWN_LATCH, "java.util.concurrent.CountDownLatch"));

        assertThat(findings())
                .containsPattern("Timed out: 1 wait for CountDownLatch #\\d+ at Main\\.get\\(Main\\.java:5\\) was over")
                .contains("\"one\" waited.");
    }

    @Test
    void whatOthersThrewMeanwhileIsNamed() throws IOException {
        ThreadScript worker = thread("worker");
        ThreadScript one = thread("one");
        long latch = trace.waitId(COUNT_DOWN_LATCH, "java.util.concurrent.CountDownLatch");
        worker.error(THREAD_POOL_EXECUTOR, Severity.WARNING, "java.lang.IllegalStateException: too early");
        one.sync(COUNT_DOWN_LATCH, TASKWAIT, BEGIN, latch, site)
                .syncWait(COUNT_DOWN_LATCH, TASKWAIT, BEGIN, latch, site);
        worker.error(THREAD_POOL_EXECUTOR, Severity.WARNING, "app.FirstException");
        worker.error(THREAD_POOL_EXECUTOR, Severity.WARNING, "app.BadRowException: row 7");
        trace.pass(100 * MILLI);
        one.syncWaitEnds(COUNT_DOWN_LATCH, TASKWAIT, TIMEOUT, latch, site)
                .sync(COUNT_DOWN_LATCH, TASKWAIT, END, latch, site);
        Trace ended = end();

        assertThat(ReportText.findings(ended))
                .containsIgnoringWhitespaces(
                        "Meanwhile 2 exceptions ended what other threads did, the last one: BadRowException.");
        assertThat(ReportData.of(ended).at("/findings/0/thrown").asInt()).isEqualTo(2);
    }

    @Test
    void ofATaskItIsKnownWhoHasItNotWhatOthersThrew() throws IOException {
        ThreadScript worker = thread("worker");
        ThreadScript one = thread("one");
        long task = worker.create(THREAD_POOL_EXECUTOR, 0, made, 0);
        one.sync(FUTURE_TASK, TASKWAIT, BEGIN, task, site).syncWait(FUTURE_TASK, TASKWAIT, BEGIN, task, site);
        worker.error(THREAD_POOL_EXECUTOR, Severity.WARNING, "app.BadRowException: row 7");
        trace.pass(100 * MILLI);
        one.syncWaitEnds(FUTURE_TASK, TASKWAIT, TIMEOUT, task, site).sync(FUTURE_TASK, TASKWAIT, END, task, site);

        assertThat(findings())
                .contains("Timed out: 1 wait for a task")
                .doesNotContain("BadRowException at", "Meanwhile");
    }

    @Test
    void whoComesBackToALatchUsesItAsAClock() throws IOException {
        long latch = trace.waitId(COUNT_DOWN_LATCH, "java.util.concurrent.CountDownLatch");
        ThreadScript clock = thread("clock");
        for (int i = 0; i < 5; i++) {
            awaits(clock, COUNT_DOWN_LATCH, latch);
        }

        assertThat(findings()).doesNotContain("Timed out");
    }

    @Test
    void idlePollersDoNotFail() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "java.util.concurrent.LinkedBlockingQueue");
        ThreadScript one = thread("one");
        ThreadScript two = thread("two");
        for (int i = 0; i < 5; i++) {
            waits(one, BLOCKING_QUEUE, State.WAIT_QUEUE, queue);
            waits(two, BLOCKING_QUEUE, State.WAIT_QUEUE, queue);
        }

        assertThat(findings()).doesNotContain("Timed out");
    }

    /** A task that a thread creates for an item that it got is no request for another item. */
    @Test
    void dispatchersThatHandOnWhatTheyGotDoNotFail() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "java.util.concurrent.LinkedBlockingQueue");
        List<ThreadScript> dispatchers = List.of(thread("one"), thread("two"));
        for (int i = 0; i < 6; i++) {
            for (ThreadScript each : dispatchers) {
                waits(each, BLOCKING_QUEUE, State.WAIT_QUEUE, queue);
                each.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, site)
                        .wait(BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, site);
                each.create(THREAD_POOL_EXECUTOR, 0, made, 0);
            }
        }

        assertThat(findings()).doesNotContain("Timed out");
    }

    @Test
    void whoAsksBeforeEachWaitFails() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "java.util.concurrent.SynchronousQueue");
        List<ThreadScript> requests = List.of(thread("one"), thread("two"));
        for (int i = 0; i < 4; i++) {
            for (ThreadScript each : requests) {
                each.create(THREAD_POOL_EXECUTOR, 0, made, 0);
                waits(each, BLOCKING_QUEUE, State.WAIT_QUEUE, queue);
            }
        }

        assertThat(findings())
                .containsPattern("Timed out: 8 waits for an item of SynchronousQueue #\\d+ at Main\\.get")
                .contains("2 threads waited.")
                .contains("Before most of them the thread had made a task.");
    }

    /** What the thread of a timer waits for has no call site, and may follow a task that the program has scheduled there. */
    @Test
    void timersWaitUntilTheirNextTaskIsDue() throws IOException {
        ThreadScript main = thread("main");
        List<ThreadScript> timers = new ArrayList<>();
        List<Long> next = new ArrayList<>();
        for (String name : List.of("Timer-0", "Timer-1")) {
            long loop = main.create(THREAD, 0, made, 0);
            next.add(main.create(TIMER, 0, made, 0));
            timers.add(thread(name).start(THREAD, loop));
        }
        for (int i = 0; i < 6; i++) {
            for (int timer = 0; timer < 2; timer++) {
                ThreadScript each = timers.get(timer);
                each.wait(SYNCHRONIZED, State.WAIT_CONDITION, BEGIN, 0, 0);
                trace.pass(100 * MILLI);
                each.waitEnds(SYNCHRONIZED, State.WAIT_CONDITION, TIMEOUT, 0, 0).start(TIMER, next.get(timer));
                next.set(timer, each.create(TIMER, 0, timer == 0 ? 0 : made, 0));
                each.complete(TIMER);
            }
        }
        timers.forEach(each -> each.complete(THREAD));

        assertThat(findings()).doesNotContain("Timed out");
    }

    @Test
    void nextRunOfAPeriodicTaskIsNoRequest() throws IOException {
        ThreadScript main = thread("main");
        long queue = trace.waitId(BLOCKING_QUEUE, "java.util.concurrent.SynchronousQueue");
        List<ThreadScript> workers = new ArrayList<>();
        List<Long> next = new ArrayList<>();
        for (String name : List.of("one", "two")) {
            next.add(main.create(SCHEDULED_EXECUTOR, 0, made, 0));
            workers.add(thread(name));
        }
        for (int i = 0; i < 6; i++) {
            for (int worker = 0; worker < 2; worker++) {
                ThreadScript each = workers.get(worker).start(THREAD_POOL_EXECUTOR, next.get(worker));
                waits(each, BLOCKING_QUEUE, State.WAIT_QUEUE, queue);
                next.set(worker, each.create(SCHEDULED_EXECUTOR, 0, 0, 0));
                each.complete(SCHEDULED_EXECUTOR);
            }
        }

        assertThat(findings()).doesNotContain("Timed out");
    }

    private void runs(ThreadScript worker, Construct construct, State state, long waitId, boolean throwsTimeout) {
        worker.start(THREAD_POOL_EXECUTOR, worker.create(THREAD_POOL_EXECUTOR, 0, made, 0));
        waits(worker, construct, state, waitId);
        if (throwsTimeout) {
            worker.error(THREAD_POOL_EXECUTOR, Severity.WARNING, "java.util.concurrent.TimeoutException");
        }
        worker.complete(THREAD_POOL_EXECUTOR);
    }

    @Test
    void tasksThatAreOverAfterOneWaitGaveUp() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "java.util.concurrent.LinkedBlockingQueue");
        for (String name : List.of("one", "two")) {
            runs(thread(name), BLOCKING_QUEUE, State.WAIT_QUEUE, queue, false);
        }

        assertThat(findings())
                .contains("Timed out: 2 waits for an item of LinkedBlockingQueue #")
                .contains("The task that had waited did not wait there again, and was over then.");
    }

    @Test
    void taskThatAnExceptionEndsHasFailed() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "java.util.concurrent.LinkedBlockingQueue");
        runs(thread("one"), BLOCKING_QUEUE, State.WAIT_QUEUE, queue, true);

        assertThat(findings())
                .contains("Timed out: 1 wait for an item of LinkedBlockingQueue #")
                .contains("An exception ended the task that had waited.");
    }

    @Test
    void parkIsASleepUnlessATimeoutIsThrown() throws IOException {
        ThreadScript one = thread("one");
        ThreadScript two = thread("two");
        runs(one, PARK, State.WAIT_PARK, 0, false);
        runs(two, PARK, State.WAIT_PARK, 0, false);
        runs(two, PARK, State.WAIT_PARK, 0, true);

        assertThat(findings()).contains("Timed out: 1 wait parked at Main.get(Main.java:5)");
    }
}
