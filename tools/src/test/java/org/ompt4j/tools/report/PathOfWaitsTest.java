package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.CYCLIC_BARRIER;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_EXPLICIT;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;

/** Critical paths that lead through sleeps, parks, queues and barriers, to those who ended them. */
class PathOfWaitsTest extends PathFixture {

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
}
