package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.COMPLETABLE_FUTURE;
import static org.ompt4j.ompt.Construct.CYCLIC_BARRIER;
import static org.ompt4j.ompt.Construct.FORK_JOIN_TASK;
import static org.ompt4j.ompt.Construct.FUTURE_TASK;
import static org.ompt4j.ompt.Construct.PARALLEL_STREAM;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_EXPLICIT;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_IMPLEMENTATION;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;
import static org.ompt4j.ompt.SyncRegionKind.TASKGROUP;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.testing.EventDraft;
import org.ompt4j.tools.testing.Mutation;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceMutator;
import org.ompt4j.tools.testing.TraceWithEvents;
import org.ompt4j.tools.testing.VirtualThreadTrace;

/** Critical paths and parallelism of runs for which they are known, and their sums for random runs. */
class PathSectionTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final ThreadScript one = trace.thread("worker-1", ThreadType.WORKER).begin();
    private final ThreadScript two = trace.thread("worker-2", ThreadType.WORKER).begin();
    private final int submit = trace.callSite("app.Main.submit(Main.java:5)");
    private final int get = trace.callSite("app.Main.get(Main.java:9)");
    private final int shortCode = trace.body("app.Main.fast");
    private final int longCode = trace.body("app.Main.slow");

    private void end() {
        one.end();
        two.end();
        main.initialTaskEnd().end();
    }

    private void pass(long millis) {
        trace.pass(millis * MILLI);
    }

    private void waitsFor(Construct construct, SyncRegionKind kind, long id) {
        main.sync(construct, kind, BEGIN, id, get).syncWait(construct, kind, BEGIN, id, get);
    }

    private void goesOn(Construct construct, SyncRegionKind kind, long id) {
        main.syncWait(construct, kind, END, id, get).sync(construct, kind, END, id, get);
    }

    // ---------------------------------------------------------------- critical path

    @Test
    void goesThroughTheTaskThatIsWaitedFor() throws IOException {
        pass(2);
        long task = main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode);
        long other = main.create(THREAD_POOL_EXECUTOR, 0, submit, shortCode);
        one.start(THREAD_POOL_EXECUTOR, task);
        two.start(THREAD_POOL_EXECUTOR, other);
        pass(5);
        two.complete(THREAD_POOL_EXECUTOR);
        waitsFor(FUTURE_TASK, TASKWAIT, task);
        pass(7);
        one.complete(THREAD_POOL_EXECUTOR);
        pass(1);
        goesOn(FUTURE_TASK, TASKWAIT, task);
        pass(3);
        end();

        assertThat(path())
                .containsExactly(
                        "12 ms task in app.Main.slow",
                        "3 ms serial before the end of its thread",
                        "2 ms serial before app.Main.submit(Main.java:5)",
                        "1 ms after taskwait at app.Main.get(Main.java:9)");
    }

    @Test
    void threadThatIsMadeForATaskComesFromItsCreation() throws IOException {
        pass(2);
        long task = main.create(COMPLETABLE_FUTURE, 0, submit, longCode);
        long later = main.create(COMPLETABLE_FUTURE, 0, submit, shortCode);
        waitsFor(COMPLETABLE_FUTURE, TASKWAIT, later);
        pass(1);
        ThreadScript made =
                trace.thread("made for it", ThreadType.INITIAL).begin().initialTaskBegin();
        pass(1);
        made.start(COMPLETABLE_FUTURE, task);
        pass(7);
        made.complete(COMPLETABLE_FUTURE);
        pass(3);
        made.start(COMPLETABLE_FUTURE, later);
        pass(5);
        made.complete(COMPLETABLE_FUTURE);
        goesOn(COMPLETABLE_FUTURE, TASKWAIT, later);
        made.initialTaskEnd().end();
        end();

        assertThat(path())
                .containsExactly(
                        "7 ms task in app.Main.slow",
                        "5 ms task in app.Main.fast",
                        "3 ms serial null",
                        "2 ms start of app.Main.slow",
                        "2 ms serial before app.Main.submit(Main.java:5)");
    }

    @Test
    void taskThatWaitedInAQueueComesAfterWhatItsWorkerDid() throws IOException {
        long first = main.create(THREAD_POOL_EXECUTOR, 0, submit, shortCode);
        long second = main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode);
        waitsFor(FUTURE_TASK, TASKWAIT, second);
        one.start(THREAD_POOL_EXECUTOR, first);
        pass(5);
        one.complete(THREAD_POOL_EXECUTOR);
        pass(1);
        one.start(THREAD_POOL_EXECUTOR, second);
        pass(7);
        one.complete(THREAD_POOL_EXECUTOR);
        goesOn(FUTURE_TASK, TASKWAIT, second);
        end();

        assertThat(path())
                .containsExactly(
                        "7 ms task in app.Main.slow", "5 ms task in app.Main.fast", "1 ms start of app.Main.slow");
    }

    @Test
    void taskThatADelayHoldsBackComesAfterItsCreation() throws IOException {
        long later = main.create(COMPLETABLE_FUTURE, 0, true, submit, longCode);
        main.depends(COMPLETABLE_FUTURE, later, later, DependenceType.INOUT, 1);
        waitsFor(COMPLETABLE_FUTURE, TASKWAIT, later);
        pass(5);
        one.start(COMPLETABLE_FUTURE, later);
        pass(7);
        one.complete(COMPLETABLE_FUTURE);
        goesOn(COMPLETABLE_FUTURE, TASKWAIT, later);
        end();

        assertThat(path()).containsExactly("7 ms task in app.Main.slow", "5 ms start of app.Main.slow");
    }

    @Test
    void taskThatDependsOnOthersComesAfterTheLastOfThem() throws IOException {
        long left = main.create(COMPLETABLE_FUTURE, 0, submit, shortCode);
        long right = main.create(COMPLETABLE_FUTURE, 0, submit, longCode);
        long both = main.create(COMPLETABLE_FUTURE, 0, true, submit, trace.body("app.Main.both"));
        main.depends(COMPLETABLE_FUTURE, both, left, DependenceType.IN, 2);
        main.depends(COMPLETABLE_FUTURE, both, right, DependenceType.IN, 2);
        main.dependence(COMPLETABLE_FUTURE, left, both).dependence(COMPLETABLE_FUTURE, right, both);
        one.start(COMPLETABLE_FUTURE, left);
        two.start(COMPLETABLE_FUTURE, right);
        waitsFor(COMPLETABLE_FUTURE, TASKWAIT, both);
        pass(5);
        one.complete(COMPLETABLE_FUTURE);
        pass(7);
        two.complete(COMPLETABLE_FUTURE);
        pass(1);
        one.start(COMPLETABLE_FUTURE, both);
        pass(3);
        one.complete(COMPLETABLE_FUTURE);
        goesOn(COMPLETABLE_FUTURE, TASKWAIT, both);
        end();

        assertThat(path())
                .containsExactly(
                        "12 ms task in app.Main.slow", "3 ms task in app.Main.both", "1 ms start of app.Main.both");
    }

    @Test
    void whatATaskComesAfterIsUnknownWhereNoDependenceTellsIt() throws IOException {
        long task = main.create(COMPLETABLE_FUTURE, 0, true, submit, shortCode);
        one.start(FORK_JOIN_TASK, main.create(FORK_JOIN_TASK, 0, submit, longCode));
        pass(2);
        one.complete(FORK_JOIN_TASK);
        waitsFor(COMPLETABLE_FUTURE, TASKWAIT, task);
        pass(9);
        one.start(COMPLETABLE_FUTURE, task);
        pass(3);
        one.complete(COMPLETABLE_FUTURE);
        goesOn(COMPLETABLE_FUTURE, TASKWAIT, task);
        end();

        assertThat(path())
                .containsExactly("9 ms unknown: idle null", "3 ms task in app.Main.fast", "2 ms task in app.Main.slow");
        assertThat(table("critical_path").at("/notes/0/unknown_ns").asLong()).isBetween(9 * MILLI, 9 * MILLI + 9_000);
    }

    @Test
    void mutexLeadsToWhoReleasedIt() throws IOException {
        long lock = trace.waitId(REENTRANT_LOCK, "java.util.concurrent.locks.ReentrantLock");
        long task = main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode);
        one.start(THREAD_POOL_EXECUTOR, task);
        acquire(one, lock).acquired(REENTRANT_LOCK, MutexKind.LOCK, lock, get);
        pass(4);
        acquire(main, lock);
        pass(6);
        one.released(REENTRANT_LOCK, MutexKind.LOCK, lock, get);
        pass(1);
        main.acquired(REENTRANT_LOCK, MutexKind.LOCK, lock, get);
        pass(2);
        main.released(REENTRANT_LOCK, MutexKind.LOCK, lock, submit);
        one.complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(path())
                .containsExactly(
                        "10 ms task in app.Main.slow",
                        "2 ms serial before app.Main.submit(Main.java:5)",
                        "1 ms after lock at app.Main.get(Main.java:9)");
    }

    // ---------------------------------------------------------------- monitors that the JVM reports

    private final int held = trace.callSite("app.Main.held(Main.java:20)");

    private long monitor() {
        trace.configure("mutex.detail", "contended").configure("native", "auto");
        return trace.waitId(Construct.SYNCHRONIZED, "app.Log");
    }

    private void waitsFor(ThreadScript thread, long monitor, long owner) {
        thread.acquire(Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, held, owner);
    }

    private void gets(ThreadScript thread, long monitor) {
        thread.acquired(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, held);
    }

    @Test
    void monitorOfWhichNoReleaseIsToldLeadsToWhoHeldIt() throws IOException {
        long monitor = monitor();
        long task = main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode);
        one.start(THREAD_POOL_EXECUTOR, task);
        pass(4);
        waitsFor(main, monitor, one.id());
        pass(6);
        gets(main, monitor);
        pass(2);
        one.complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(path()).containsExactly("10 ms task in app.Main.slow", "2 ms serial before the end of its thread");
    }

    @Test
    void monitorGoesOnFromWhoGotItBeforeAsLongAsThatWorks() throws IOException {
        long monitor = monitor();
        ThreadScript other = trace.thread("other", ThreadType.INITIAL).begin().initialTaskBegin();
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        waitsFor(other, monitor, one.id());
        waitsFor(main, monitor, 0);
        pass(5);
        gets(other, monitor);
        pass(7);
        one.complete(THREAD_POOL_EXECUTOR);
        gets(main, monitor);
        pass(3);
        other.initialTaskEnd().end();
        end();

        assertThat(path())
                .containsExactly(
                        "7 ms serial up to the hand-over at app.Main.held(Main.java:20)",
                        "5 ms task in app.Main.slow",
                        "3 ms serial before the end of its thread");
    }

    @Test
    void sleepThatIsMostOfTheRunIsSaidBehindTheFindings() throws IOException {
        main.wait(Construct.SLEEP, State.WAIT_SLEEP, BEGIN, 0, submit);
        pass(8);
        main.wait(Construct.SLEEP, State.WAIT_SLEEP, END, 0, submit);
        pass(3);
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains(
                        "Most of the run's length, 72.7 %, is sleep at Main.submit(Main.java:5): see the critical path.");
    }

    @Test
    void waitsThatTimedOutAndAreMostOfTheRunAreSaidBehindTheFindings() throws IOException {
        for (int i = 0; i < 2; i++) {
            main.wait(Construct.SYNCHRONIZED, State.WAIT_CONDITION, BEGIN, 0, submit);
            pass(4);
            main.waitEnds(Construct.SYNCHRONIZED, State.WAIT_CONDITION, WaitOutcome.TIMEOUT, 0, submit);
        }
        pass(3);
        end();

        assertThat(ReportText.of(trace.build(), 200))
                .contains("Most of the run's length, 72.7 %, is waits that timed out: condition at"
                        + " Main.submit(Main.java:5): see the critical path.");
    }

    @Test
    void sleepThatIsLessThanHalfOfTheRunIsNot() throws IOException {
        main.wait(Construct.SLEEP, State.WAIT_SLEEP, BEGIN, 0, submit);
        pass(3);
        main.wait(Construct.SLEEP, State.WAIT_SLEEP, END, 0, submit);
        pass(8);
        end();

        assertThat(ReportText.of(trace.build(), 200)).doesNotContain("Most of the run's length");
    }

    @Test
    void waitWhoseTimeWasOverIsOnThePathAsThat() throws IOException {
        main.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, 0, submit);
        pass(8);
        main.waitEnds(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, WaitOutcome.TIMEOUT, 0, submit);
        pass(3);
        end();

        assertThat(path())
                .containsExactly(
                        "8 ms timed out: queue at app.Main.submit(Main.java:5)",
                        "3 ms serial before the end of its thread");
    }

    @Test
    void whoHadAMonitorWhileItsHolderWaitedForSomethingElseIsUnknown() throws IOException {
        long monitor = monitor();
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        waitsFor(main, monitor, one.id());
        pass(5);
        one.wait(Construct.SLEEP, State.WAIT_SLEEP, BEGIN, 0, submit);
        pass(8);
        gets(main, monitor);
        pass(1);
        one.wait(Construct.SLEEP, State.WAIT_SLEEP, END, 0, submit).complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(path())
                .containsExactly(
                        "8 ms unknown: monitor at app.Main.held(Main.java:20)",
                        "5 ms task in app.Main.slow",
                        "1 ms serial before the end of its thread");
    }

    @Test
    void monitorWhoseHolderIsUnknownLeadsNowhere() throws IOException {
        long monitor = monitor();
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        // This thread holds the monitor, wants to enter it, and gets it from an unknown thread.
        waitsFor(main, monitor, one.id());
        waitsFor(one, monitor, 0);
        pass(6);
        gets(main, monitor);
        waitsFor(main, monitor, 0);
        pass(2);
        gets(main, monitor);
        gets(one, monitor);
        one.complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(path()).containsExactly("8 ms unknown: monitor at app.Main.held(Main.java:20)");
    }

    @Test
    void releaseThatIsToldOfSuchAMonitorIsItsHandOver() throws IOException {
        long monitor = monitor();
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        waitsFor(main, monitor, one.id());
        pass(5);
        one.released(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, submit);
        pass(2);
        gets(main, monitor);
        one.complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(path())
                .containsExactly("5 ms task in app.Main.slow", "2 ms after monitor at app.Main.held(Main.java:20)");
    }

    private ThreadScript acquire(ThreadScript thread, long lock) {
        return thread.acquire(REENTRANT_LOCK, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, lock, get);
    }

    @Test
    void waitIsLedToItsLastWakeupAndToNothingThatCameBefore() throws IOException {
        long queue = trace.waitId(Construct.BLOCKING_QUEUE, "java.util.concurrent.ArrayBlockingQueue");
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        one.wakeup(Construct.BLOCKING_QUEUE, queue, submit);
        pass(1);
        main.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, get);
        pass(2);
        main.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, get);
        main.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, get);
        pass(8);
        one.wakeup(Construct.BLOCKING_QUEUE, queue, submit);
        pass(3);
        main.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, get);
        one.complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(path())
                .containsExactly("11 ms task in app.Main.slow", "3 ms after queue at app.Main.get(Main.java:9)");
    }

    @Test
    void waitsThatNothingEndsStayWithTheThread() throws IOException {
        main.wait(Construct.PARK, State.WAIT_PARK, BEGIN, 0, get);
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        pass(6);
        main.wait(Construct.PARK, State.WAIT_PARK, END, 0, get);
        main.wait(Construct.SLEEP, State.WAIT_SLEEP, BEGIN, 0, submit);
        pass(4);
        main.wait(Construct.SLEEP, State.WAIT_SLEEP, END, 0, submit);
        one.complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(path())
                .containsExactly(
                        "6 ms unknown: park at app.Main.get(Main.java:9)",
                        "4 ms sleep at app.Main.submit(Main.java:5)");
    }

    @Test
    void whoUnparksOrInterruptsLedToWhatTheThreadDoesNext() throws IOException {
        long permit = RecordSink.permitOf(main.id());
        main.wait(Construct.PARK, State.WAIT_PARK, BEGIN, permit, get);
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        pass(6);
        one.wakeup(Construct.PARK, permit, submit);
        main.wait(Construct.PARK, State.WAIT_PARK, END, permit, get);
        main.wait(Construct.SLEEP, State.WAIT_SLEEP, BEGIN, 0, submit);
        pass(4);
        one.wakeup(Construct.THREAD, permit, submit);
        pass(2);
        main.wait(Construct.SLEEP, State.WAIT_SLEEP, END, 0, submit);
        one.complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(path())
                .containsExactly("10 ms task in app.Main.slow", "2 ms after sleep at app.Main.submit(Main.java:5)");
    }

    /** A daemon thread may still wait when the run ends. */
    @Test
    void whoStillWaitsAtTheEndIsNotWhatTheRunLasted() throws IOException {
        ThreadScript daemon = trace.thread("daemon", ThreadType.INITIAL).begin().initialTaskBegin();
        daemon.start(Construct.THREAD, main.create(Construct.THREAD, 0, submit, longCode));
        daemon.wait(Construct.SLEEP, State.WAIT_SLEEP, BEGIN, 0, get);
        pass(20);
        main.flush(submit);
        main.initialTaskEnd().end();
        daemon.waitEnds(Construct.SLEEP, State.WAIT_SLEEP, WaitOutcome.NOT_ENDED, 0, get);
        pass(1);
        daemon.finish(Construct.THREAD, TaskStatus.CANCEL).initialTaskEnd().end();

        assertThat(path())
                .containsExactly("20 ms serial before app.Main.submit(Main.java:5)", "1 ms after the last work null");
    }

    @Test
    void whatAWorkerDoesWithoutATaskAfterItsLastOneIsNotWhatTheRunLasted() throws IOException {
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        pass(5);
        one.complete(THREAD_POOL_EXECUTOR);
        pass(20);
        main.flush(get);
        main.initialTaskEnd().end();
        one.wait(THREAD_POOL_EXECUTOR, State.IDLE, BEGIN, 0, 0);
        pass(1);
        one.wait(THREAD_POOL_EXECUTOR, State.IDLE, END, 0, 0);
        one.end();

        assertThat(path())
                .containsExactly("25 ms serial before app.Main.get(Main.java:9)", "1 ms after the last work null");
    }

    @Test
    void joinOfAThreadWhoseTaskHasEndedIsKnown() throws IOException {
        ThreadScript thread = trace.thread("other", ThreadType.INITIAL).begin().initialTaskBegin();
        long task = main.create(Construct.THREAD, 0, submit, shortCode);
        thread.start(Construct.THREAD, task);
        thread.complete(Construct.THREAD);
        waitsFor(Construct.THREAD, SyncRegionKind.TASKWAIT, task);
        pass(9);
        goesOn(Construct.THREAD, SyncRegionKind.TASKWAIT, task);
        thread.initialTaskEnd().end();
        end();

        assertThat(path()).containsExactly("9 ms after taskwait at app.Main.get(Main.java:9)");
    }

    @Test
    void waitForATaskThatHasEndedIsKnown() throws IOException {
        long task = main.create(THREAD_POOL_EXECUTOR, 0, submit, shortCode);
        one.start(THREAD_POOL_EXECUTOR, task);
        one.complete(THREAD_POOL_EXECUTOR);
        waitsFor(Construct.FUTURE_TASK, SyncRegionKind.TASKWAIT, task);
        pass(9);
        goesOn(Construct.FUTURE_TASK, SyncRegionKind.TASKWAIT, task);
        end();

        assertThat(path()).containsExactly("9 ms after taskwait at app.Main.get(Main.java:9)");
    }

    @Test
    void whoInterruptsAnAttemptAtALockLedToWhatTheThreadDoesNext() throws IOException {
        long lock = trace.waitId(REENTRANT_LOCK, "app.Lock");
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        main.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, get);
        pass(6);
        one.wakeup(Construct.THREAD, RecordSink.permitOf(main.id()), submit);
        pass(2);
        main.waitEnds(REENTRANT_LOCK, State.WAIT_LOCK, WaitOutcome.INTERRUPT, lock, get);
        one.complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(path())
                .containsExactly("6 ms task in app.Main.slow", "2 ms after lock at app.Main.get(Main.java:9)");
    }

    /** The wait of a virtual thread ends after the thread was mounted. */
    @Test
    void waitOfAVirtualThreadThatTimesOutIsKnownToHave() throws IOException {
        long task = main.createVirtual(submit, longCode);
        ThreadScript virtual = trace.virtualThread(task).mount(one);
        virtual.wait(Construct.PARK, State.WAIT_PARK, BEGIN, 0, get).unmount();
        waitsFor(Construct.THREAD, SyncRegionKind.TASKWAIT, task);
        pass(8);
        virtual.mount(two);
        virtual.waitEnds(Construct.PARK, State.WAIT_PARK, WaitOutcome.TIMEOUT, 0, get);
        pass(2);
        virtual.complete(Construct.THREAD);
        goesOn(Construct.THREAD, SyncRegionKind.TASKWAIT, task);
        end();

        assertThat(path()).contains("8 ms timed out: park at app.Main.get(Main.java:9)");
    }

    /** After the timeout the thread had to wait for its carrier, which ran another thread. */
    @Test
    void waitOfAVirtualThreadThatGoesOnLateIsItsCarriersFromThenOn() throws IOException {
        long task = main.createVirtual(submit, longCode);
        long other = main.createVirtual(submit, shortCode);
        ThreadScript late = trace.virtualThread(task).mount(one);
        late.wait(Construct.PARK, State.WAIT_PARK, BEGIN, 0, get).unmount();
        waitsFor(Construct.THREAD, SyncRegionKind.TASKWAIT, task);
        ThreadScript busy = trace.virtualThread(other).mount(one);
        pass(30);
        busy.complete(Construct.VIRTUAL_THREAD);
        late.mount(one).late(Construct.VIRTUAL_THREAD, 20 * MILLI, 0);
        late.waitEnds(Construct.PARK, State.WAIT_PARK, WaitOutcome.TIMEOUT, 0, get);
        late.complete(Construct.VIRTUAL_THREAD);
        goesOn(Construct.THREAD, SyncRegionKind.TASKWAIT, task);
        end();

        assertThat(path()).contains("30 ms task in app.Main.fast");
    }

    @Test
    void whoUnparksFirstLedToWhatTheThreadDoesNext() throws IOException {
        long permit = RecordSink.permitOf(main.id());
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        two.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, shortCode));
        main.wait(Construct.PARK, State.WAIT_PARK, BEGIN, permit, get);
        pass(6);
        one.wakeup(Construct.PARK, permit, submit);
        pass(4);
        two.wakeup(Construct.PARK, permit, submit);
        main.wait(Construct.PARK, State.WAIT_PARK, END, permit, get);
        one.complete(THREAD_POOL_EXECUTOR);
        two.complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(path())
                .containsExactly("6 ms task in app.Main.slow", "4 ms after park at app.Main.get(Main.java:9)");
    }

    /** The submitting thread may run a task that was cancelled meanwhile. */
    @Test
    void taskThatIsCancelledInTheMiddleDoesNotEndItsThreadsWork() throws IOException {
        main.start(FUTURE_TASK, main.create(FUTURE_TASK, 0, submit, shortCode));
        pass(1);
        main.finish(FUTURE_TASK, TaskStatus.CANCEL);
        pass(20);
        main.flush(get);
        end();

        assertThat(path()).contains("20 ms serial before app.Main.get(Main.java:9)");
    }

    /** Main waits in a queue until a task wakes it; returns the wait id of the queue. */
    private long waitsInAQueueUntilItIsWoken(long millis) {
        long queue = trace.waitId(Construct.BLOCKING_QUEUE, "app.Queue");
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        main.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, get);
        pass(millis);
        one.wakeup(Construct.BLOCKING_QUEUE, queue, submit);
        return queue;
    }

    /** A put that has waited for room wakes a thread that waits for an element, before its own wait is reported as ended. */
    @Test
    void waitInAQueueIsNotEndedByTheWaiterItself() throws IOException {
        long queue = waitsInAQueueUntilItIsWoken(6);
        one.complete(THREAD_POOL_EXECUTOR);
        main.wakeup(Construct.BLOCKING_QUEUE, queue, get);
        main.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, get);
        pass(2);
        end();

        assertThat(path()).containsExactly("6 ms task in app.Main.slow", "2 ms serial before the end of its thread");
    }

    /** A consumer finds its queue empty before the producer, for which it has made room, runs again. */
    @Test
    void whoWakesAnotherBeforeItsOwnWaitIsOverHasGoneOn() throws IOException {
        long queue = waitsInAQueueUntilItIsWoken(6);
        one.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, submit);
        pass(2);
        main.wakeup(Construct.BLOCKING_QUEUE, queue, get);
        one.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, submit);
        main.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, get);
        pass(3);
        main.initialTaskEnd().end();
        pass(1);
        one.complete(THREAD_POOL_EXECUTOR);
        one.end();
        two.end();

        assertThat(path())
                .containsExactly("10 ms task in app.Main.slow", "2 ms after queue at app.Main.get(Main.java:9)");
    }

    @Test
    void attemptAtALockThatIsGivenUpSaysHow() throws IOException {
        long lock = trace.waitId(Construct.REENTRANT_LOCK, "app.Lock");
        for (WaitOutcome each : List.of(WaitOutcome.TIMEOUT, WaitOutcome.INTERRUPT)) {
            main.acquire(Construct.REENTRANT_LOCK, MutexKind.TEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, get);
            pass(each == WaitOutcome.TIMEOUT ? 6 : 4);
            main.waitEnds(Construct.REENTRANT_LOCK, State.WAIT_LOCK, each, lock, get);
        }
        pass(1);
        end();

        assertThat(path())
                .containsExactly(
                        "6 ms timed out: lock at app.Main.get(Main.java:9)",
                        "4 ms interrupted: lock at app.Main.get(Main.java:9)",
                        "1 ms serial before the end of its thread");
    }

    /** This happens in a {@code DelayQueue}. */
    @Test
    void waitThatGoesOnAfterASignalUntilItsTimeIsOverIsOnThePath() throws IOException {
        long queue = waitsInAQueueUntilItIsWoken(4);
        one.complete(THREAD_POOL_EXECUTOR);
        pass(6);
        main.waitEnds(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, WaitOutcome.TIMEOUT, queue, get);
        pass(1);
        end();

        assertThat(path())
                .containsExactly(
                        "6 ms timed out: queue at app.Main.get(Main.java:9)",
                        "4 ms task in app.Main.slow",
                        "1 ms serial before the end of its thread");
    }

    /** A shutdown hook gives work to a daemon thread that waits for it. */
    @Test
    void whatAShutdownHookHasDoneIsNotWhatTheRunLasted() throws IOException {
        long queue = trace.waitId(Construct.BLOCKING_QUEUE, "java.util.concurrent.LinkedBlockingQueue");
        ThreadScript daemon = trace.thread("writer", ThreadType.INITIAL).begin().initialTaskBegin();
        pass(1);
        daemon.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, get);
        pass(9);
        main.initialTaskEnd().end();
        ThreadScript jvm =
                trace.thread("DestroyJavaVM", ThreadType.OTHER).begin().initialTaskBegin();
        ThreadScript hook = trace.thread("hook", ThreadType.OTHER).begin().initialTaskBegin();
        pass(2);
        hook.wakeup(Construct.BLOCKING_QUEUE, queue, submit);
        daemon.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, get);
        pass(3);
        daemon.initialTaskEnd().end();
        hook.initialTaskEnd().end();
        jvm.initialTaskEnd().end();
        one.end();
        two.end();

        assertThat(path())
                .containsExactly("10 ms serial before the end of its thread", "5 ms after the last work null");
    }

    /** The daemon works all the time, also after the program has ended. */
    @Test
    void runIsNotAsLongAsADaemonThatTheJvmDoesNotWaitFor() throws IOException {
        ThreadScript daemon = trace.thread("busy", ThreadType.INITIAL).begin().initialTaskBegin();
        daemon.start(Construct.THREAD, main.create(Construct.THREAD, 0, submit, longCode));
        pass(10);
        main.initialTaskEnd().end();
        ThreadScript jvm =
                trace.thread("DestroyJavaVM", ThreadType.OTHER).begin().initialTaskBegin();
        pass(5);
        daemon.complete(Construct.THREAD).initialTaskEnd().end();
        jvm.initialTaskEnd().end();
        one.end();
        two.end();

        assertThat(path())
                .containsExactly("10 ms serial before the end of its thread", "5 ms after the last work null");
    }

    @Test
    void barrierLeadsToTheLastParty() throws IOException {
        long barrier = trace.waitId(CYCLIC_BARRIER, "java.util.concurrent.CyclicBarrier");
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, shortCode));
        two.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        waitsFor(CYCLIC_BARRIER, BARRIER_EXPLICIT, barrier);
        pass(2);
        one.sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, get);
        one.syncWait(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, get);
        pass(6);
        two.sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, get);
        two.syncWait(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, get);
        trace.pass(-1_000); // The last thread does not wait.
        two.syncWait(CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, get);
        two.sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, get);
        // This thread arrives again before the others have left, which does not affect their waits.
        pass(1);
        two.sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, get);
        two.syncWait(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, get);
        goesOn(CYCLIC_BARRIER, BARRIER_EXPLICIT, barrier);
        end();

        assertThat(path())
                .containsExactly("8 ms task in app.Main.slow", "1 ms after barrier at app.Main.get(Main.java:9)");
    }

    @Test
    void terminationOfAPoolComesAfterItsLastTask() throws IOException {
        long pool = trace.newId();
        one.pool(THREAD_POOL_EXECUTOR, BEGIN, "pool", pool, 1, submit).poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        waitsFor(THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, pool);
        pass(6);
        one.complete(THREAD_POOL_EXECUTOR).poolWorker(THREAD_POOL_EXECUTOR, END, pool);
        one.pool(THREAD_POOL_EXECUTOR, END, "pool", pool, 1, submit);
        goesOn(THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, pool);
        end();

        assertThat(path()).containsExactly("6 ms task in app.Main.slow");
    }

    @Test
    void whoWaitsForTheTerminationOfAPoolGoesOnBeforeThePoolEnds() throws IOException {
        long pool = trace.newId();
        one.pool(THREAD_POOL_EXECUTOR, BEGIN, "pool", pool, 1, submit).poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        waitsFor(THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, pool);
        pass(6);
        one.complete(THREAD_POOL_EXECUTOR).poolWorker(THREAD_POOL_EXECUTOR, END, pool);
        goesOn(THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, pool);
        one.pool(THREAD_POOL_EXECUTOR, END, "pool", pool, 1, submit);
        end();

        assertThat(path()).containsExactly("6 ms task in app.Main.slow");
    }

    @Test
    void threadComesFromWhoStartedIt() throws IOException {
        pass(3);
        long body = main.create(THREAD, 0, submit, longCode);
        main.initialTaskEnd().end();
        pass(1);
        ThreadScript started =
                trace.thread("started", ThreadType.INITIAL).begin().initialTaskBegin();
        started.start(THREAD, body);
        pass(5);
        started.complete(THREAD).initialTaskEnd().end();
        pass(2);
        one.end();
        two.end();

        assertThat(path())
                .containsExactly(
                        "5 ms serial in app.Main.slow",
                        "3 ms serial before app.Main.submit(Main.java:5)",
                        "2 ms after the last work null",
                        "1 ms start of app.Main.slow");
    }

    // ---------------------------------------------------------------- regions

    @Test
    void lengthOfTheLongestRegionIsDividedToo() throws IOException {
        pass(9);
        stream(1);
        stream(4);
        pass(5);
        end();

        JsonNode regions = table("longest_regions").get("rows");
        assertThat(regions).hasSize(1);
        long nanos = regions.at("/0/length").asLong();
        Map<String, Long> parts = new LinkedHashMap<>();
        for (JsonNode each : regions.at("/0/portions")) {
            assertThat(each.get("what").asText()).isEqualTo("made of");
            parts.put(each.get("name").asText(), each.get("ns").asLong());
        }
        assertThat(nanos).isBetween(6 * MILLI, 6 * MILLI + 50_000);
        assertThat(parts.values().stream().mapToLong(each -> each).sum()).isEqualTo(nanos);
        assertThat(parts.get("parallel in app.Main.slow")).isBetween(5 * MILLI, 5 * MILLI + 50_000);
        assertThat(parts.get("after group at app.Main.get(Main.java:9)")).isBetween(MILLI, MILLI + 50_000);
    }

    /** A stream of which main runs a short part and a worker a long one. */
    private void stream(long millis) {
        long parent = main.task();
        long region = main.parallelBegin(PARALLEL_STREAM, 2, get, longCode);
        main.join(PARALLEL_STREAM, region, 2, 0).sync(PARALLEL_STREAM, TASKGROUP, BEGIN, 0, get);
        long root = main.create(PARALLEL_STREAM, TaskFlag.UNDEFERRED, get, longCode);
        main.start(PARALLEL_STREAM, root);
        long half = main.create(PARALLEL_STREAM, 0, get, longCode);
        one.join(PARALLEL_STREAM, region, 2, 1).start(PARALLEL_STREAM, half);
        pass(1);
        main.finish(PARALLEL_STREAM, TaskStatus.DETACH);
        main.syncWait(PARALLEL_STREAM, TASKGROUP, BEGIN, 0, get);
        pass(millis);
        one.fulfill(PARALLEL_STREAM, root).complete(PARALLEL_STREAM);
        pass(1);
        goesOn(PARALLEL_STREAM, TASKGROUP, 0);
        one.leave(PARALLEL_STREAM, 1);
        main.sync(PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, BEGIN, 0, get);
        main.sync(PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, END, 0, get);
        main.leave(PARALLEL_STREAM, 0).parallelEnd(PARALLEL_STREAM, region, parent, 2, get);
    }

    @Test
    void groupOutsideOfRegionsComesAfterItsLastChild() throws IOException {
        long other = main.create(THREAD_POOL_EXECUTOR, 0, submit, shortCode);
        one.start(THREAD_POOL_EXECUTOR, other);
        two.start(THREAD_POOL_EXECUTOR, one.create(THREAD_POOL_EXECUTOR, 0, submit, shortCode));
        waitsFor(THREAD_POOL_EXECUTOR, TASKGROUP, 0);
        pass(5);
        one.complete(THREAD_POOL_EXECUTOR);
        pass(1);
        two.complete(THREAD_POOL_EXECUTOR); // This task is not a child of the waiting one.
        pass(1);
        goesOn(THREAD_POOL_EXECUTOR, TASKGROUP, 0);
        end();

        assertThat(path())
                .containsExactly("5 ms task in app.Main.fast", "2 ms after group at app.Main.get(Main.java:9)");
    }

    // ---------------------------------------------------------------- parallelism

    @Test
    void countsThreadsThatWorkAtTheSameTime() throws IOException {
        pass(4);
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        pass(3);
        two.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, shortCode));
        pass(2);
        main.wait(Construct.SLEEP, State.WAIT_SLEEP, BEGIN, 0, get);
        one.complete(THREAD_POOL_EXECUTOR);
        pass(5);
        two.complete(THREAD_POOL_EXECUTOR);
        pass(1);
        main.wait(Construct.SLEEP, State.WAIT_SLEEP, END, 0, get);
        end();

        assertThat(rows("parallelism", each -> each.get("threads").asText()))
                .containsExactly("9 ms 1", "3 ms 2", "2 ms 3", "1 ms 0");
        assertThat(rows("serial_part", PathSectionTest::what))
                .containsExactly("5 ms task in app.Main.fast", "4 ms serial before app.Main.submit(Main.java:5)");
        // One thread works alone for 9 ms, and several threads work for 12 ms in all, on 4 processors.
        assertThat(table("parallelism").at("/notes/0/says").asText())
                .startsWith("On 4 processors the work can be done at most 1.75 times as fast as by one thread");
    }

    // ---------------------------------------------------------------- sums

    @Test
    void partsAddUpWhateverATraceHas() throws IOException {
        List<Trace> traces = new ArrayList<>();
        for (TraceInMemory each : List.of(RichTrace.build(), VirtualThreadTrace.build(), monitorInTurns())) {
            traces.add(each);
            for (Mutation mutation : TraceMutator.mutations()) {
                Optional<List<TraceEvent>> broken = mutation.apply().apply(each.eventList());
                broken.ifPresent(events -> traces.add(each.withEvents(events)));
            }
            for (int seed = 0; seed < 200; seed++) {
                traces.add(each.withEvents(random(each.eventList(), new Random(seed))));
            }
        }

        for (Trace each : traces) {
            assertSums(each, each.losses().durationNanos());
        }
    }

    /** A monitor that the JVM reports, so that releases are not recorded. */
    private static TraceInMemory monitorInTurns() {
        TraceBuilder trace =
                new TraceBuilder().configure("mutex.detail", "contended").configure("native", "auto");
        long monitor = trace.waitId(Construct.SYNCHRONIZED, "app.Log");
        int site = trace.callSite("app.Log.write(Log.java:12)");
        List<ThreadScript> threads = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            threads.add(trace.thread(name, ThreadType.INITIAL).begin().initialTaskBegin());
        }
        for (int turn = 1; turn < 12; turn++) {
            ThreadScript waits = threads.get(turn % 3);
            waits.acquire(
                    Construct.SYNCHRONIZED,
                    MutexKind.CRITICAL,
                    MutexImpl.MONITOR,
                    monitor,
                    site,
                    threads.get((turn - 1) % 3).id());
            trace.pass(turn * MILLI);
            if (turn > 1) {
                threads.get((turn - 1) % 3).acquired(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
            }
        }
        threads.forEach(each -> each.initialTaskEnd().end());
        return trace.build();
    }

    /** Removes some events, and changes the object, the task or the thread of others. */
    private static List<TraceEvent> random(List<TraceEvent> events, Random random) {
        List<TraceEvent> some = new ArrayList<>();
        for (TraceEvent each : events) {
            EventDraft draft = EventDraft.of(each);
            TraceEvent other = events.get(random.nextInt(events.size()));
            switch (random.nextInt(20)) {
                case 0, 1 -> {
                    continue;
                }
                case 2 -> draft.waitId = other.waitId();
                case 3 -> draft.taskId = other.taskId();
                case 4 -> draft.nextTaskId = other.nextTaskId();
                case 5 -> draft.threadId = other.threadId();
                case 6 -> draft.owner = other.threadId();
                default -> {}
            }
            some.add(draft.toEvent());
        }
        return some;
    }

    @Test
    void pausesAreNoPartOfAPath() throws IOException {
        pass(2);
        long task = main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode);
        one.start(THREAD_POOL_EXECUTOR, task);
        pass(5);
        long from = trace.now();
        pass(50);
        long to = trace.now();
        main.syncWait(FUTURE_TASK, TASKWAIT, BEGIN, task, get);
        pass(3);
        one.complete(THREAD_POOL_EXECUTOR);
        main.syncWait(FUTURE_TASK, TASKWAIT, END, task, get);
        end();
        TraceInMemory whole = trace.build();
        Trace paused = new TraceWithEvents(whole, whole.eventList(), List.of(new Pause(from, to)));

        assertSums(paused, whole.losses().durationNanos() - (to - from));
    }

    private static void assertSums(Trace trace, long recorded) throws IOException {
        JsonNode report = ReportData.of(trace);
        JsonNode parallelism = ReportData.table(report, "parallelism");
        long alone = 0;
        for (JsonNode each : parallelism.get("rows")) {
            alone += each.get("threads").asInt() == 1 ? each.get("time").asLong() : 0;
        }

        assertThat(sum(ReportData.table(report, "critical_path").get("rows"), "time"))
                .isEqualTo(recorded);
        assertThat(sum(parallelism.get("rows"), "time")).isEqualTo(recorded);
        assertThat(sum(ReportData.table(report, "serial_part").get("rows"), "time"))
                .isEqualTo(alone);
        for (JsonNode each : ReportData.table(report, "longest_regions").get("rows")) {
            assertThat(sum(each.get("portions"), "ns"))
                    .isEqualTo(each.get("length").asLong());
        }
    }

    private static long sum(JsonNode rows, String member) {
        long sum = 0;
        for (JsonNode each : rows) {
            sum += each.get(member).asLong();
        }
        return sum;
    }

    // ---------------------------------------------------------------- reading

    /** The parts of the path that are longer than a few steps of the builder. Asserts that the path is as long as the run. */
    private List<String> path() throws IOException {
        assertSums(trace.build(), trace.now());
        return rows("critical_path", PathSectionTest::what);
    }

    private static String what(JsonNode row) {
        return row.get("what").asText() + ' ' + row.get("code").asText();
    }

    private List<String> rows(String key, Function<JsonNode, String> text) throws IOException {
        List<String> rows = new ArrayList<>();
        for (JsonNode each : table(key).get("rows")) {
            long millis = each.get("time").asLong() / MILLI;
            if (millis > 0) {
                rows.add(millis + " ms " + text.apply(each));
            }
        }
        return rows;
    }

    private JsonNode table(String key) throws IOException {
        return ReportData.table(ReportData.of(trace.build()), key);
    }
}
