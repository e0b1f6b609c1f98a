package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.COUNT_DOWN_LATCH;
import static org.ompt4j.ompt.Construct.FUTURE_TASK;
import static org.ompt4j.ompt.Construct.IO;
import static org.ompt4j.ompt.Construct.PARK;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SCHEDULED_EXECUTOR;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.Construct.TIMER;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.text.AttachedLimits;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;

/** Runs that are ended from outside after all threads have waited for one another. */
class StandstillFindingTest {
    private static final long SECOND = 1_000_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main = trace.thread("main", ThreadType.INITIAL);
    private final ThreadScript other = trace.thread("other", ThreadType.INITIAL);
    private final long latch = trace.waitId(COUNT_DOWN_LATCH, "java.util.concurrent.CountDownLatch");
    private final int waits = trace.callSite("app.Main.get(Main.java:2)");
    private final int works = trace.callSite("app.Main.work(Main.java:3)");

    static TraceInMemory trace() {
        StandstillFindingTest test = new StandstillFindingTest();
        test.main.begin().initialTaskBegin();
        test.waitFor(test.main);
        return test.trace.build();
    }

    /** The thread begins to wait for the latch, and three seconds pass. */
    private void waitFor(ThreadScript thread) {
        thread.sync(COUNT_DOWN_LATCH, TASKWAIT, BEGIN, latch, waits);
        thread.syncWait(COUNT_DOWN_LATCH, TASKWAIT, BEGIN, latch, waits);
        trace.pass(3 * SECOND);
    }

    /** The runtime ends, and what the thread is in is ended on its behalf. */
    private void endOnBehalfOf(ThreadScript thread) {
        thread.syncWaitEnds(COUNT_DOWN_LATCH, TASKWAIT, WaitOutcome.NOT_ENDED, latch, waits)
                .initialTaskEnd()
                .end();
    }

    private String findings() throws IOException {
        return ReportText.of(trace.build(), 150);
    }

    private void assertNoStandstill() throws IOException {
        assertThat(findings()).contains("Findings").doesNotContain("Standstill");
    }

    /** Threads that ended are no part of it. */
    @Test
    void latchThatNobodyCountsDown() throws IOException {
        main.begin().initialTaskBegin();
        other.begin().initialTaskBegin();
        trace.pass(SECOND);
        other.error(THREAD, Severity.FATAL, "app.Broken: no").initialTaskEnd().end();
        waitFor(main);
        endOnBehalfOf(main);

        assertThat(findings()).contains("""
                Findings (worst first)
                  Standstill at the end: for 3.00 s, 75.0 % of a run of 4.00 s, no observed thread ran: each waited for what only another one does.
                    3.00 s: "main" waited for CountDownLatch #3 at Main.get(Main.java:2).
                    Before, one exception had ended what a thread did: Broken. If others waited for what came after it there, try a finally block.
                  Not looked for: waits
                """.stripTrailing());
    }

    @Test
    void waitWithATimeout() throws IOException {
        main.begin().initialTaskBegin();
        waitFor(main);
        main.syncWaitEnds(COUNT_DOWN_LATCH, TASKWAIT, WaitOutcome.BEFORE_TIMEOUT, latch, waits)
                .initialTaskEnd()
                .end();

        assertNoStandstill();
    }

    @Test
    void runOfWhichIsNotToldWhetherWaitsHaveTimeouts() throws IOException {
        main.begin().initialTaskBegin();
        waitFor(main);

        assertThat(findings())
                .contains("    None of them could go on, unless a wait had a timeout: that is not told here.\n");
    }

    @Test
    void lockWhoseHolderHasEnded() throws IOException {
        long lock = trace.waitId(REENTRANT_LOCK, "app.Lock");
        main.begin().initialTaskBegin();
        other.begin().initialTaskBegin();
        other.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, works)
                .acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, works)
                .initialTaskEnd()
                .end();
        main.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, waits);
        trace.pass(3 * SECOND);
        main.initialTaskEnd().end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("3.00 s: \"main\" waited for Lock #4 at Main.get(Main.java:2), which \"other\" held, from"
                        + " Main.work(Main.java:3); this thread had ended. Try to release it in a finally block.");
    }

    @Test
    void threadsThatWaitForOneThatWaitsForTheLatch() throws IOException {
        main.begin().initialTaskBegin();
        other.begin().initialTaskBegin();
        long task = main.create(THREAD, 0, works, 0);
        other.start(THREAD, task);
        main.sync(THREAD, TASKWAIT, BEGIN, task, works);
        main.syncWait(THREAD, TASKWAIT, BEGIN, task, works);
        waitFor(other);

        assertThat(findings())
                .contains("3.00 s: \"main\" waited for the end of \"other\" at Main.work(Main.java:3).")
                .contains("3.00 s: \"other\" waited for CountDownLatch #3 at Main.get(Main.java:2).");
    }

    @Test
    void threadsAtOnePlaceAreOneLine() throws IOException {
        main.begin().initialTaskBegin();
        other.begin().initialTaskBegin();
        main.wait(PARK, State.WAIT_PARK, BEGIN, 0, works);
        other.wait(PARK, State.WAIT_PARK, BEGIN, 0, works);
        trace.pass(2 * SECOND);

        assertThat(findings()).contains("2.00 s: \"main\" and 1 other thread were parked at Main.work(Main.java:3).");
    }

    @Test
    void notificationThatCameTooEarly() throws IOException {
        long monitor = trace.waitId(SYNCHRONIZED, "app.Box");
        main.begin().initialTaskBegin();
        other.begin()
                .initialTaskBegin()
                .wakeup(SYNCHRONIZED, monitor, works)
                .initialTaskEnd()
                .end();
        trace.pass(SECOND / 2);
        main.wait(SYNCHRONIZED, State.WAIT_CONDITION, BEGIN, monitor, waits);
        trace.pass(2 * SECOND);

        assertThat(ReportText.of(trace.build(), 250))
                .contains(
                        "2.00 s: \"main\" waited for a condition of Box #4 at Main.get(Main.java:2). It was last notified"
                                + " 500 ms before that, by \"other\" at Main.work(Main.java:3)");
    }

    @Test
    void notificationsWhileNobodyWaitsAreToldInFull() throws IOException {
        trace.configure("mutex.detail", "contended").configure("native", "auto");
        long monitor = trace.waitId(SYNCHRONIZED, "app.Box");
        main.begin().initialTaskBegin().wait(SYNCHRONIZED, State.WAIT_CONDITION, BEGIN, monitor, waits);
        trace.pass(2 * SECOND);

        assertThat(ReportText.of(trace.build(), 200))
                .contains("for a condition of Box #4 at Main.get(Main.java:2). Whether it was notified before,"
                        + " profile=full tells.");
    }

    @Test
    void notificationDuringTheWaitIsNotTooEarly() throws IOException {
        long monitor = trace.waitId(SYNCHRONIZED, "app.Box");
        main.begin().initialTaskBegin().wait(SYNCHRONIZED, State.WAIT_CONDITION, BEGIN, monitor, waits);
        other.begin()
                .initialTaskBegin()
                .wakeup(SYNCHRONIZED, monitor, works)
                .initialTaskEnd()
                .end();
        trace.pass(2 * SECOND);

        assertThat(findings()).contains("Standstill").doesNotContain("notified");
    }

    /** The waits end as the program shuts down: they had not ended by then. */
    @Test
    void shutdownHooksThatEndTheWaits() throws IOException {
        main.begin().initialTaskBegin();
        waitFor(main);
        ThreadScript handler = trace.thread("SIGTERM handler", ThreadType.OTHER);
        handler.begin().initialTaskBegin();
        trace.pass(2 * SECOND);
        main.syncWaitEnds(COUNT_DOWN_LATCH, TASKWAIT, WaitOutcome.INTERRUPT, latch, waits);
        trace.pass(2 * SECOND);
        main.initialTaskEnd().end();
        handler.initialTaskEnd().end();

        assertThat(findings()).contains("Standstill at the end: for 3.00 s, 42.9 % of a run of 7.00 s");
    }

    /** For instance a server whose main thread waits until a shutdown hook counts a latch down. */
    @Test
    void programThatWaitsForItsSignal() throws IOException {
        main.begin().initialTaskBegin();
        waitFor(main);
        ThreadScript handler = trace.thread("SIGTERM handler", ThreadType.OTHER);
        handler.begin().initialTaskBegin();
        main.syncWaitEnds(COUNT_DOWN_LATCH, TASKWAIT, WaitOutcome.UNSPECIFIED, latch, waits)
                .initialTaskEnd()
                .end();
        handler.initialTaskEnd().end();

        assertNoStandstill();
    }

    @Test
    void scheduledTaskThatWasCancelled() throws IOException {
        main.begin().initialTaskBegin();
        long task = main.create(SCHEDULED_EXECUTOR, 0, works, 0);
        main.cancel(SCHEDULED_EXECUTOR, task, CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK, 0);
        waitFor(main);

        assertThat(findings()).contains("Standstill");
    }

    /** The thread of a timer between two runs of the task that the main thread has scheduled. */
    private ThreadScript timerThatHasRunItsTask() {
        main.begin().initialTaskBegin();
        long task = main.create(TIMER, 0, works, 0);
        ThreadScript timer = trace.thread("timer", ThreadType.INITIAL).begin().initialTaskBegin();
        timer.start(TIMER, task);
        timer.create(TIMER, 0, 0, 0);
        return timer.complete(TIMER);
    }

    /** The next run of a task that cancels its timer is not reported as discarded. */
    @Test
    void taskOfATimerWhoseThreadHasEnded() throws IOException {
        timerThatHasRunItsTask().initialTaskEnd().end();
        waitFor(main);

        assertThat(findings()).contains("Standstill");
    }

    /** The timer goes on. */
    @Test
    void nextRunOfATaskOfATimer() throws IOException {
        timerThatHasRunItsTask().wait(SYNCHRONIZED, State.WAIT_CONDITION, BEGIN, trace.newId(), 0);
        waitFor(main);

        assertNoStandstill();
    }

    /** The JDK's threads that poll have parked, too. */
    @Test
    void inputThatTheJdkPolls() throws IOException {
        main.begin().initialTaskBegin();
        main.create(THREAD, 0, works, trace.body("sun.nio.ch.Poller$Pollers.lambda$start$0"));
        waitFor(main);

        assertNoStandstill();
    }

    @Test
    void waitForWhatIsNotKnownAlone() throws IOException {
        main.begin().initialTaskBegin().wait(SYNCHRONIZED, State.WAIT_CONDITION, BEGIN, 0, 0);
        trace.pass(2 * SECOND);

        assertNoStandstill();
    }

    @Test
    void runWithSettingsThatLeaveOutWaits() throws IOException {
        trace.configure("exclude", "org.other.*");
        main.begin().initialTaskBegin();
        waitFor(main);

        assertNoStandstill();
    }

    @Test
    void waitsForOneObjectWhosePlaceIsNotToldAreInOneLine() throws IOException {
        main.begin().initialTaskBegin();
        other.begin().initialTaskBegin();
        main.sync(COUNT_DOWN_LATCH, TASKWAIT, BEGIN, latch, 0);
        main.syncWait(COUNT_DOWN_LATCH, TASKWAIT, BEGIN, latch, 0);
        waitFor(other);

        assertThat(findings())
                .contains("3.00 s: \"main\" and 1 other thread waited for CountDownLatch #3 at Main.get(Main.java:2).");
    }

    @Test
    void signalThatTheProgramHandlesItself() throws IOException {
        main.begin().initialTaskBegin();
        waitFor(main);
        ThreadScript handler = trace.thread("SIGHUP handler", ThreadType.OTHER);
        handler.begin().initialTaskBegin().initialTaskEnd().end();
        main.syncWaitEnds(COUNT_DOWN_LATCH, TASKWAIT, WaitOutcome.UNSPECIFIED, latch, waits);
        trace.pass(2 * SECOND);
        main.initialTaskEnd().end();

        assertNoStandstill();
    }

    @Test
    void workerThatEndsByItself() throws IOException {
        ThreadScript worker = trace.thread("pool-1-thread-1", ThreadType.WORKER);
        main.begin().initialTaskBegin();
        worker.begin();
        long pool = trace.newId();
        worker.pool(THREAD_POOL_EXECUTOR, BEGIN, "pool-1", pool, 1, works)
                .poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
        waitFor(main);
        worker.end();
        ThreadScript destroy = trace.thread("DestroyJavaVM", ThreadType.OTHER);
        destroy.begin().initialTaskBegin();
        endOnBehalfOf(main);

        assertNoStandstill();
    }

    @Test
    void idleWorkersAlone() throws IOException {
        ThreadScript worker = trace.thread("pool-1-thread-1", ThreadType.WORKER);
        worker.begin();
        long pool = trace.newId();
        worker.pool(THREAD_POOL_EXECUTOR, BEGIN, "pool-1", pool, 1, works)
                .poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
        trace.pass(3 * SECOND);

        assertNoStandstill();
    }

    @Test
    void threadThatWorks() throws IOException {
        main.begin().initialTaskBegin();
        other.begin().initialTaskBegin();
        waitFor(main);

        assertNoStandstill();
    }

    @Test
    void threadThatSleeps() throws IOException {
        main.begin().initialTaskBegin();
        other.begin().initialTaskBegin().wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, works);
        waitFor(main);

        assertNoStandstill();
    }

    @Test
    void threadThatWaitsForInput() throws IOException {
        main.begin().initialTaskBegin();
        other.begin().initialTaskBegin().wait(IO, State.WAIT_IO, BEGIN, 0, works);
        waitFor(main);

        assertNoStandstill();
    }

    @Test
    void taskThatIsScheduledForLater() throws IOException {
        main.begin().initialTaskBegin();
        main.create(SCHEDULED_EXECUTOR, 0, works, 0);
        waitFor(main);

        assertNoStandstill();
    }

    @Test
    void timeoutsThatTheJdkKeeps() throws IOException {
        ThreadScript scheduler = trace.thread("ForkJoinPool.commonPool-delayScheduler", ThreadType.OTHER);
        main.begin().initialTaskBegin();
        scheduler.begin().initialTaskBegin().wait(PARK, State.IDLE, BEGIN, 0, 0);
        waitFor(main);

        assertNoStandstill();
    }

    @Test
    void waitThatTimedOutThereBefore() throws IOException {
        main.begin().initialTaskBegin();
        waitFor(main);
        main.syncWaitEnds(COUNT_DOWN_LATCH, TASKWAIT, WaitOutcome.TIMEOUT, latch, waits);
        waitFor(main);

        assertNoStandstill();
    }

    @Test
    void waitThatTimesOutBeforeTheEnd() throws IOException {
        main.begin().initialTaskBegin();
        waitFor(main);
        main.syncWaitEnds(COUNT_DOWN_LATCH, TASKWAIT, WaitOutcome.TIMEOUT, latch, waits)
                .initialTaskEnd()
                .end();

        assertNoStandstill();
    }

    @Test
    void shortTime() throws IOException {
        main.begin().initialTaskBegin();
        main.sync(COUNT_DOWN_LATCH, TASKWAIT, BEGIN, latch, waits);
        main.syncWait(COUNT_DOWN_LATCH, TASKWAIT, BEGIN, latch, waits);
        trace.pass(SECOND / 2);
        endOnBehalfOf(main);

        assertNoStandstill();
    }

    /** Threads that do nothing for the whole recording are not known. */
    @Test
    void programThatTheAgentWasAttachedTo() throws IOException {
        AttachedLimits.notObserved().forEach(trace::notObserved);
        main.begin().initialTaskBegin();
        waitFor(main);

        assertNoStandstill();
    }

    @Test
    void afterAPause() throws IOException {
        main.begin().initialTaskBegin();
        long from = trace.now();
        long to = trace.pass(SECOND).now();
        waitFor(main);
        TraceInMemory whole = trace.build();

        assertThat(ReportText.of(new TraceWithEvents(whole, whole.eventList(), List.of(new Pause(from, to))), 150))
                .doesNotContain("Standstill");
    }

    @Test
    void deadlockThatExplainsIt() throws IOException {
        main.begin().initialTaskBegin();
        other.begin().initialTaskBegin();
        long one = main.create(THREAD_POOL_EXECUTOR, 0, works, 0);
        long two = main.create(THREAD_POOL_EXECUTOR, 0, works, 0);
        main.start(THREAD_POOL_EXECUTOR, one);
        other.start(THREAD_POOL_EXECUTOR, two);
        for (ThreadScript each : List.of(main, other)) {
            long awaited = each.equals(main) ? two : one;
            each.sync(FUTURE_TASK, TASKWAIT, BEGIN, awaited, waits);
            each.syncWait(FUTURE_TASK, TASKWAIT, BEGIN, awaited, waits);
        }
        trace.pass(3 * SECOND);

        assertThat(findings()).contains("Probably a deadlock").doesNotContain("Standstill");
    }
}
