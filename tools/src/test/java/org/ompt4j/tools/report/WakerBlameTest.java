package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.BLOCKING_QUEUE;
import static org.ompt4j.ompt.Construct.COUNT_DOWN_LATCH;
import static org.ompt4j.ompt.Construct.PARK;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.testing.ThreadScript;

/** Who is to blame for a wait that ends by a signal, an unpark, an interrupt or a timeout. */
class WakerBlameTest extends BlameFixture {
    private final long monitor = trace.waitId(SYNCHRONIZED, "app.Monitor");

    private void waitsForASignal(ThreadScript thread, ScopeEndpoint endpoint, String at) {
        thread.wait(SYNCHRONIZED, State.WAIT_CONDITION, endpoint, monitor, site(at));
    }

    /** The wait ends in this way. */
    private void waitEnds(ThreadScript thread, WaitOutcome outcome, String at) {
        thread.waitEnds(SYNCHRONIZED, State.WAIT_CONDITION, outcome, monitor, site(at));
    }

    @Test
    void waitThatNobodyEndedIsDueToItsTimeoutOrAnInterrupt() throws IOException {
        ThreadScript one = start("one");
        ThreadScript other = start("other");
        waitsForASignal(one, BEGIN, "one");
        waitsForASignal(other, BEGIN, "other");
        trace.pass(50 * MILLI);
        waitEnds(one, WaitOutcome.TIMEOUT, "one");
        waitEnds(other, WaitOutcome.INTERRUPT, "other");

        assertThat(blamed("app.Main.one"))
                .startsWith(lines("one(Main.java:7) [condition]", " 100.0 % <timeout>: its time limit was reached"));
        assertThat(blamed("app.Main.other"))
                .startsWith(lines(
                        "other(Main.java:7) [condition]", " 100.0 % <interrupt>: no event tells who interrupted it"));
    }

    @Test
    void waitThatTheEndOfTheRunEndsIsNotOverThen() throws IOException {
        ThreadScript one = start("one");
        waitsForASignal(one, BEGIN, "one");
        trace.pass(50 * MILLI);
        waitEnds(one, WaitOutcome.NOT_ENDED, "one");

        assertThat(blamed("app.Main.one"))
                .startsWith(lines("one(Main.java:7) [condition]", " 100.0 % not over at the end"));
    }

    @Test
    void whoSignalsIsToBlameThoughTheTimeIsOverByThen() throws IOException {
        isSignalledAndTimesOut(50, 0);

        assertThat(blamed("app.Main.one"))
                .startsWith(lines("one(Main.java:7) [condition]", " 100.0 % work in app.Main.signal"));
    }

    /** In a {@code DelayQueue} a new first element wakes the thread, which then waits until that element is due. */
    @Test
    void whatAThreadWaitsOnAfterASignalUntilItsTimeIsOverIsNotTheTimeToRunAgain() throws IOException {
        isSignalledAndTimesOut(20, 80);

        assertThat(blamed("app.Main.one"))
                .startsWith(lines(
                        "one(Main.java:7) [condition]",
                        " 80.0 % <timeout>: its time limit was reached",
                        " 20.0 % work in app.Main.signal"));
    }

    private void isSignalledAndTimesOut(long millisToTheSignal, long millisMore) {
        ThreadScript one = start("one");
        ThreadScript signaller = start("signal");
        waitsForASignal(one, BEGIN, "one");
        trace.pass(millisToTheSignal * MILLI);
        signaller.wakeup(SYNCHRONIZED, monitor, site("notify"));
        trace.pass(millisMore * MILLI);
        waitEnds(one, WaitOutcome.TIMEOUT, "one");
    }

    @Test
    void whoSignalsEndsOneWaitAndTheOtherIsGivenUp() throws IOException {
        ThreadScript one = start("one");
        ThreadScript other = start("other");
        ThreadScript signaller = start("signal");
        waitsForASignal(one, BEGIN, "one");
        waitsForASignal(other, BEGIN, "other");
        trace.pass(50 * MILLI);
        signaller.wakeup(SYNCHRONIZED, monitor, site("notify"));
        waitsForASignal(one, END, "one");
        signaller.flush(0);
        trace.pass(50 * MILLI);
        waitsForASignal(other, END, "other");

        assertThat(blamed("app.Main.one"))
                .startsWith(lines("one(Main.java:7) [condition]", " 100.0 % work in app.Main.signal"));
        assertThat(blamed("app.Main.other"))
                .startsWith(lines("other(Main.java:7) [condition]", " 100.0 % <unknown>: no event tells"));
    }

    @Test
    void onlyOneThatWaitsIsTheOneThatIsSignalledHoweverLateItRuns() throws IOException {
        ThreadScript one = start("one");
        ThreadScript signaller = start("signal");
        waitsForASignal(one, BEGIN, "one");
        trace.pass(50 * MILLI);
        signaller.wakeup(SYNCHRONIZED, monitor, site("notify")).flush(0);
        trace.pass(50 * MILLI);
        waitsForASignal(one, END, "one");

        assertThat(blamed("app.Main.one"))
                .isEqualTo(lines(
                        "one(Main.java:7) [condition]",
                        "  50.0 % until it ran again",
                        "  50.0 % work in app.Main.signal"));
    }

    @Test
    void whoUnparksFirstIsTheOneThatEndedThePark() throws IOException {
        ThreadScript one = start("one");
        ThreadScript first = start("first");
        ThreadScript second = start("second");
        long permit = RecordSink.permitOf(one.id());
        second.wakeup(PARK, permit, site("unpark"));
        one.wait(PARK, State.WAIT_PARK, BEGIN, permit, site("one"));
        trace.pass(80 * MILLI);
        first.wakeup(PARK, permit, site("unpark"));
        trace.pass(20 * MILLI);
        second.wakeup(PARK, permit, site("unpark"));
        one.wait(PARK, State.WAIT_PARK, END, permit, site("one"));

        assertThat(blamed("app.Main.one"))
                .isEqualTo(lines(
                        "one(Main.java:7) [park]", "  80.0 % work in app.Main.first", "  20.0 % until it ran again"));
    }

    @Test
    void whoInterruptsIsToBlameForTheWaitsThatEndByIt() throws IOException {
        long latch = trace.waitId(COUNT_DOWN_LATCH, "app.Latch");
        ThreadScript one = start("one");
        ThreadScript other = start("other");
        ThreadScript stop = start("stop");
        waits(one, BEGIN, latch, "one");
        waits(other, BEGIN, latch, "other");
        trace.pass(100 * MILLI);
        stop.wakeup(THREAD, RecordSink.permitOf(one.id()), site("interrupt"));
        one.waitEnds(BLOCKING_QUEUE, State.WAIT_QUEUE, WaitOutcome.INTERRUPT, latch, site("one"));
        other.waitEnds(BLOCKING_QUEUE, State.WAIT_QUEUE, WaitOutcome.INTERRUPT, latch, site("other"));

        assertThat(blamed("app.Main.one"))
                .startsWith(lines("one(Main.java:7) [queue]", " 100.0 % work in app.Main.stop"));
        assertThat(blamed("app.Main.other"))
                .isEqualTo(
                        lines("other(Main.java:7) [queue]", " 100.0 % <interrupt>: no event tells who interrupted it"));
    }

    /** In a {@code SynchronousQueue} that is not fair, the last thread that waits is the first one to be woken. */
    @Test
    void whoUnparksAThreadOfAQueueEndsItsWaitAndNoOther() throws IOException {
        ThreadScript one = start("one");
        ThreadScript other = start("other");
        ThreadScript first = start("first");
        ThreadScript second = start("second");
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        waits(one, BEGIN, queue, "one");
        waits(other, BEGIN, queue, "other");
        trace.pass(50 * MILLI);
        first.wakeup(PARK, RecordSink.permitOf(other.id()), site("put"));
        waits(other, END, queue, "other");
        trace.pass(50 * MILLI);
        second.wakeup(PARK, RecordSink.permitOf(one.id()), site("put"));
        waits(one, END, queue, "one");

        assertThat(blamed("app.Main.one"))
                .startsWith(lines("one(Main.java:7) [queue]", " 100.0 % work in app.Main.second"));
        assertThat(blamed("app.Main.other"))
                .startsWith(lines("other(Main.java:7) [queue]", " 100.0 % work in app.Main.first"));
    }

    /** The producer has room, and wakes the consumer before the end of its own wait is reported. */
    @Test
    void whoWakesAnotherBeforeItsOwnWaitIsReportedAsEndedIsToldAsWaiting() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        ThreadScript producer = start("produce");
        ThreadScript consumer = start("consume");
        producer.wait(BLOCKING_QUEUE, State.WAIT_QUEUE_FULL, BEGIN, queue, site("put"));
        trace.pass(50 * MILLI);
        consumer.wakeup(BLOCKING_QUEUE, queue, site("take"));
        waits(consumer, BEGIN, queue);
        trace.pass(20 * MILLI);
        producer.wakeup(BLOCKING_QUEUE, queue, site("put"));
        waits(consumer, END, queue);
        producer.wait(BLOCKING_QUEUE, State.WAIT_QUEUE_FULL, END, queue, site("put"));

        assertThat(blamed("app.Main.take"))
                .startsWith(lines("take(Main.java:7) [queue]", " 100.0 % queue full at app.Main.put(Main.java:7)"));
    }

    /** The joined thread waits itself, until its wait times out: this wait is the cause. */
    @Test
    void whoWaitsForOneThatTimesOutIsToldHowThatWaited() throws IOException {
        ThreadScript one = start("one");
        one.wait(PARK, State.WAIT_PARK, BEGIN, RecordSink.permitOf(one.id()), site("one"));
        syncs(main, THREAD, TASKWAIT, BEGIN, one.task(), "join");
        trace.pass(100 * MILLI);
        one.waitEnds(PARK, State.WAIT_PARK, WaitOutcome.TIMEOUT, RecordSink.permitOf(one.id()), site("one"));
        one.complete(THREAD);
        main.syncWait(THREAD, TASKWAIT, END, one.task(), site("join"));

        assertThat(blamed("app.Main.join"))
                .startsWith(lines("join(Main.java:7) [taskwait]", " 100.0 % park at app.Main.one(Main.java:7)"));
    }

    @Test
    void interruptDoesNotEndAWaitThatGoesOn() throws IOException {
        ThreadScript one = start("one");
        ThreadScript stop = start("stop");
        ThreadScript put = start("put");
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        waits(one, BEGIN, queue, "one");
        trace.pass(50 * MILLI);
        stop.wakeup(THREAD, RecordSink.permitOf(one.id()), site("interrupt"));
        trace.pass(50 * MILLI);
        put.wakeup(BLOCKING_QUEUE, queue, site("put"));
        waits(one, END, queue, "one");

        assertThat(blamed("app.Main.one"))
                .startsWith(lines("one(Main.java:7) [queue]", " 100.0 % work in app.Main.put"));
    }

    /** The wait of a virtual thread is reported as ended only when the thread is mounted again. */
    @Test
    void whoHeldTheLockThenIsTheOneThatSignalled() throws IOException {
        long lock = trace.waitId(REENTRANT_LOCK, "java.util.concurrent.locks.ReentrantLock");
        ThreadScript one = start("one");
        ThreadScript other = start("other");
        ThreadScript signaller = start("signal");
        ThreadScript another = start("another");
        awaits(one, BEGIN, lock, "one");
        awaits(other, BEGIN, lock, "other");
        signals(another, lock);
        signals(signaller, lock);
        signals(another, lock);
        awaits(one, END, lock, "one");
        getsBack(one, lock, signaller);
        awaits(other, END, lock, "other");
        getsBack(other, lock, another);

        assertThat(blamed("app.Main.one"))
                .isEqualTo(lines(
                        "one(Main.java:7) [condition]",
                        "  66.7 % work in app.Main.signal",
                        "  33.3 % until it ran again"));
        assertThat(blamed("app.Main.other"))
                .startsWith(lines("other(Main.java:7) [condition]", " 100.0 % <unknown>: no event tells"));
    }

    private void awaits(ThreadScript thread, ScopeEndpoint endpoint, long lock, String at) {
        thread.wait(REENTRANT_LOCK, State.WAIT_CONDITION, endpoint, lock, site(at));
    }

    private void signals(ThreadScript thread, long lock) {
        trace.pass(50 * MILLI);
        thread.wakeup(REENTRANT_LOCK, lock, site("signal")).flush(0);
    }

    private void getsBack(ThreadScript thread, long lock, ThreadScript holder) {
        thread.acquire(
                        REENTRANT_LOCK,
                        MutexKind.NEST_LOCK,
                        MutexImpl.REENTRANT_NONFAIR,
                        lock,
                        site("await"),
                        holder.id())
                .acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, site("await"));
    }
}
