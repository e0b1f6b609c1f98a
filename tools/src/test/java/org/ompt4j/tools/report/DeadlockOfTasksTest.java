package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.COMPLETABLE_FUTURE;
import static org.ompt4j.ompt.Construct.FUTURE_TASK;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;

/** Threads that wait for tasks or threads which need what they hold, or what they run. */
class DeadlockOfTasksTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main = trace.thread("main", ThreadType.INITIAL);
    private final ThreadScript worker = trace.thread("worker", ThreadType.INITIAL);
    private final long lock = trace.waitId(REENTRANT_LOCK, "app.Lock");
    private final int holds = trace.callSite("app.Main.hold(Main.java:1)");
    private final int waits = trace.callSite("app.Main.get(Main.java:2)");
    private final int works = trace.callSite("app.Main.work(Main.java:3)");

    /** Main holds the lock, and the worker, in this new task, asks for it. */
    private long taskThatNeedsWhatMainHolds(Construct construct) {
        main.begin().initialTaskBegin();
        worker.begin().initialTaskBegin();
        take(main);
        long task = main.create(construct, 0, holds, 0);
        worker.start(construct, task);
        ask(worker);
        return task;
    }

    /** The worker runs this new task, as a thread does that main has started. */
    private long endOfTheWorker() {
        main.begin().initialTaskBegin();
        worker.begin().initialTaskBegin();
        long task = main.create(THREAD, 0, holds, 0);
        worker.start(THREAD, task);
        return task;
    }

    private void take(ThreadScript thread) {
        thread.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, holds)
                .acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, holds);
    }

    private void ask(ThreadScript thread) {
        thread.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, works);
    }

    private void waitFor(ThreadScript thread, Construct construct, long task) {
        thread.sync(construct, TASKWAIT, BEGIN, task, waits);
        thread.syncWait(construct, TASKWAIT, BEGIN, task, waits);
        trace.pass(1_000 * MILLI);
    }

    private String findings() throws IOException {
        return ReportText.of(trace.build(), 150);
    }

    @Test
    void taskThatNeedsTheLockOfWhoWaitsForIt() throws IOException {
        waitFor(main, FUTURE_TASK, taskThatNeedsWhatMainHolds(THREAD_POOL_EXECUTOR));

        assertThat(findings()).contains("""
                Findings (worst first)
                  Probably a deadlock: 2 threads wait for each other, since 1.00 s before the end.
                    "main" waits at Main.get(Main.java:2) for the result of a task that "worker" runs.
                    "worker" waits at Main.work(Main.java:3) for Lock #3, which "main" acquired at Main.hold(Main.java:1).
                    Try not to hold a lock while waiting for a task or a thread that needs it.
                    Whether a wait for a task or a thread has a timeout is not told here.
                """);
    }

    /** The ends of what the threads are in are reported on their behalf, in any order. */
    @Test
    void runThatEndedOnBehalfOfItsThreads() throws IOException {
        long task = taskThatNeedsWhatMainHolds(THREAD);
        waitFor(main, THREAD, task);
        worker.finish(THREAD, TaskStatus.CANCEL).initialTaskEnd().end();
        main.syncWaitEnds(THREAD, TASKWAIT, WaitOutcome.NOT_ENDED, task, waits)
                .initialTaskEnd()
                .end();

        assertThat(findings())
                .contains("  Deadlock: 2 threads wait for each other")
                .contains("\"main\" waits at Main.get(Main.java:2) for the end of \"worker\".")
                .doesNotContain("timeout");
    }

    @Test
    void waitWithATimeoutIsNoDeadlock() throws IOException {
        long task = taskThatNeedsWhatMainHolds(THREAD);
        waitFor(main, THREAD, task);
        worker.finish(THREAD, TaskStatus.CANCEL).initialTaskEnd().end();
        main.syncWaitEnds(THREAD, TASKWAIT, WaitOutcome.BEFORE_TIMEOUT, task, waits)
                .initialTaskEnd()
                .end();

        assertThat(findings()).doesNotContain("deadlock:").doesNotContain("Deadlock:");
    }

    @Test
    void stageOfAFutureWaitsForTheTaskThatItDependsOn() throws IOException {
        long task = taskThatNeedsWhatMainHolds(COMPLETABLE_FUTURE);
        long stage = main.create(COMPLETABLE_FUTURE, 0, true, holds, 0);
        main.dependence(COMPLETABLE_FUTURE, task, stage);
        waitFor(main, COMPLETABLE_FUTURE, stage);

        assertThat(findings()).contains("for the result of a task that \"worker\" runs.");
    }

    @Test
    void virtualThreadIsTheTaskThatIsWaitedFor() throws IOException {
        main.begin().initialTaskBegin();
        worker.begin();
        take(main);
        long task = main.createVirtual(holds, 0);
        ThreadScript virtual = trace.virtualThread(task).mount(worker);
        ask(virtual);
        virtual.unmount();
        waitFor(main, THREAD, task);

        assertThat(findings())
                .contains("Probably a deadlock: 2 threads wait for each other")
                .contains("\"main\" waits at Main.get(Main.java:2) for the end of virtual thread #");
    }

    @Test
    void tasksThatWaitForOneAnother() throws IOException {
        main.begin().initialTaskBegin();
        worker.begin().initialTaskBegin();
        take(main);
        long one = main.create(THREAD_POOL_EXECUTOR, 0, holds, 0);
        long other = main.create(THREAD_POOL_EXECUTOR, 0, holds, 0);
        main.start(THREAD_POOL_EXECUTOR, one);
        worker.start(THREAD_POOL_EXECUTOR, other);
        waitFor(main, FUTURE_TASK, other);
        waitFor(worker, FUTURE_TASK, one);

        assertThat(findings())
                .contains("Probably a deadlock: 2 threads wait for each other")
                .doesNotContain("Try not to hold a lock");
    }

    /** Only who held the lock as the wait began is told, and who acquires it after a wait. */
    private void askWhereHoldersAreNotTold(ThreadScript thread, long owner) {
        trace.configure("mutex.detail", "contended").configure("native", "auto");
        thread.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, works, owner);
    }

    @Test
    void whoWasLastSeenToHoldTheLockMayHoldItStill() throws IOException {
        long task = endOfTheWorker();
        askWhereHoldersAreNotTold(worker, main.id());
        waitFor(main, THREAD, task);

        assertThat(findings()).contains("for Lock #3, which \"main\" was last seen to hold.");
    }

    @Test
    void whoWasSeenToReleaseTheLockDoesNotHoldIt() throws IOException {
        long task = endOfTheWorker();
        askWhereHoldersAreNotTold(worker, main.id());
        main.released(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, holds);
        waitFor(main, THREAD, task);

        assertThat(findings()).doesNotContain("deadlock:");
    }

    @Test
    void whoGotTheLockAfterAWaitWasLastSeenToHoldIt() throws IOException {
        long task = endOfTheWorker();
        askWhereHoldersAreNotTold(main, worker.id());
        main.acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, holds);
        ask(worker);
        waitFor(main, THREAD, task);

        assertThat(findings())
                .contains("for Lock #3, which \"main\" was last seen to acquire, at Main.hold(Main.java:1).");
    }

    @Test
    void waitThatWasOverIsNoDeadlock() throws IOException {
        long task = taskThatNeedsWhatMainHolds(THREAD_POOL_EXECUTOR);
        waitFor(main, FUTURE_TASK, task);
        main.syncWaitEnds(FUTURE_TASK, TASKWAIT, WaitOutcome.TIMEOUT, task, waits);
        trace.pass(MILLI);

        assertThat(findings()).doesNotContain("deadlock:");
    }

    /** After a pause it is not known whether the thread waits still. */
    @Test
    void waitBeforeAPauseIsNoDeadlock() throws IOException {
        long task = endOfTheWorker();
        waitFor(main, THREAD, task);
        long from = trace.now();
        long to = trace.pass(MILLI).now();
        trace.pass(MILLI);
        askWhereHoldersAreNotTold(worker, main.id());
        trace.pass(100 * MILLI);
        worker.finish(THREAD, TaskStatus.CANCEL).initialTaskEnd().end();
        TraceInMemory whole = trace.build();

        assertThat(ReportText.of(new TraceWithEvents(whole, whole.eventList(), List.of(new Pause(from, to))), 150))
                .contains("Waiting for Lock #")
                .doesNotContain("deadlock:");
    }

    @Test
    void taskThatNeedsNothingOfWhoWaitsForItIsNoDeadlock() throws IOException {
        main.begin().initialTaskBegin();
        worker.begin().initialTaskBegin();
        take(main);
        long task = main.create(THREAD_POOL_EXECUTOR, 0, holds, 0);
        worker.start(THREAD_POOL_EXECUTOR, task);
        waitFor(main, FUTURE_TASK, task);

        assertThat(findings()).doesNotContain("deadlock:");
    }
}
