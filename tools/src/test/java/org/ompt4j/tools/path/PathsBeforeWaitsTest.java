package org.ompt4j.tools.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.PARALLEL_STREAM;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_IMPLEMENTATION;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Critical paths through waits, depending on whether the thread that ended a wait had only rested before the wait began. */
class PathsBeforeWaitsTest {
    private static final long MILLI = 1_000_000;
    private static final String AFTER = "1 ms after taskwait at app.Main.get(Main.java:9)";

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final int submit = trace.callSite("app.Main.submit(Main.java:5)");
    private final int get = trace.callSite("app.Main.get(Main.java:9)");
    private final int pause = trace.callSite("app.Poller.pause(Poller.java:3)");
    private final long thread = main.create(THREAD, 0, submit, trace.body("app.Poller.run"));
    private final ThreadScript other = trace.thread("poller", ThreadType.INITIAL)
            .begin()
            .initialTaskBegin()
            .start(THREAD, thread);

    private void pass(long millis) {
        trace.pass(millis * MILLI);
    }

    private void rests(State state, int times, long millis) {
        for (int i = 0; i < times; i++) {
            begins(state);
            pass(millis);
            isOver(state);
        }
    }

    private void begins(State state) {
        other.wait(construct(state), state, BEGIN, 0, pause);
    }

    private void isOver(State state) {
        other.wait(construct(state), state, END, 0, pause).flush(pause);
    }

    private static Construct construct(State state) {
        return state == State.WAIT_SLEEP ? Construct.SLEEP : Construct.IO;
    }

    private void waitsFor(Construct construct, SyncRegionKind kind, long id) {
        main.sync(construct, kind, BEGIN, id, get).syncWait(construct, kind, BEGIN, id, get);
    }

    private void goesOn(Construct construct, SyncRegionKind kind, long id) {
        main.syncWait(construct, kind, END, id, get).sync(construct, kind, END, id, get);
    }

    private void joins() {
        waitsFor(THREAD, TASKWAIT, thread);
    }

    private void otherEnds() {
        other.complete(THREAD).initialTaskEnd().end();
        pass(1);
        goesOn(THREAD, TASKWAIT, thread);
    }

    private void end() {
        main.initialTaskEnd().end();
    }

    // ---------------------------------------------------------------- the end of the run

    /** The JVM waits for a thread that looks at intervals whether it should end. */
    @Test
    void shortRestsOfAThreadThatEndsTheRunAreNotOnThePath() throws IOException {
        rests(State.WAIT_SLEEP, 20, 2);
        begins(State.WAIT_SLEEP);
        pass(2);
        end();
        pass(3);
        isOver(State.WAIT_SLEEP);
        other.complete(THREAD).initialTaskEnd().end();

        assertThat(path())
                .containsExactly(
                        "42 ms serial before the end of its thread", "3 ms sleep at app.Poller.pause(Poller.java:3)");
    }

    /** The thread that ends last has done more than to wait for the other one. */
    @Test
    void fewSleepsOfAThreadThatEndsTheRunAreOnThePath() throws IOException {
        rests(State.WAIT_SLEEP, 1, 20);
        begins(State.WAIT_SLEEP);
        pass(2);
        end();
        pass(18);
        isOver(State.WAIT_SLEEP);
        other.complete(THREAD).initialTaskEnd().end();

        assertThat(path()).containsExactly("40 ms sleep at app.Poller.pause(Poller.java:3)");
    }

    // ---------------------------------------------------------------- waits that end by themselves

    @Test
    void shortRestsOfAPollerAreNotOnThePath() throws IOException {
        rests(State.WAIT_SLEEP, 20, 2);
        begins(State.WAIT_SLEEP);
        pass(2);
        joins();
        pass(3);
        isOver(State.WAIT_SLEEP);
        otherEnds();
        end();

        assertThat(path())
                .containsExactly(
                        "42 ms serial before app.Main.get(Main.java:9)",
                        "3 ms sleep at app.Poller.pause(Poller.java:3)",
                        AFTER);
    }

    @Test
    void shortRestsAreNotOnThePathIfAFewMoreFollowDuringTheWait() throws IOException {
        rests(State.WAIT_SLEEP, 20, 2);
        begins(State.WAIT_SLEEP);
        joins();
        pass(1);
        isOver(State.WAIT_SLEEP);
        rests(State.WAIT_SLEEP, 2, 3);
        otherEnds();
        end();

        assertThat(path())
                .containsExactly(
                        "40 ms serial before app.Main.get(Main.java:9)",
                        "7 ms sleep at app.Poller.pause(Poller.java:3)",
                        AFTER);
    }

    @Test
    void longRestsOfAPollerAreOnThePath() throws IOException {
        rests(State.WAIT_SLEEP, 2, 10);
        begins(State.WAIT_SLEEP);
        joins();
        pass(10);
        isOver(State.WAIT_SLEEP);
        otherEnds();
        end();

        assertThat(path()).containsExactly("30 ms sleep at app.Poller.pause(Poller.java:3)", AFTER);
    }

    @Test
    void singleSleepIsOnThePath() throws IOException {
        begins(State.WAIT_SLEEP);
        pass(29);
        joins();
        pass(1);
        isOver(State.WAIT_SLEEP);
        otherEnds();
        end();

        assertThat(path()).containsExactly("30 ms sleep at app.Poller.pause(Poller.java:3)", AFTER);
    }

    @Test
    void restsThatEndedBeforeWorkAreOnThePath() throws IOException {
        rests(State.WAIT_SLEEP, 20, 2);
        pass(2);
        joins();
        pass(3);
        otherEnds();
        end();

        assertThat(path())
                .containsExactly(
                        "40 ms sleep at app.Poller.pause(Poller.java:3)", "5 ms serial in app.Poller.run", AFTER);
    }

    @Test
    void inputThatEndsSoonAfterTheWaitBeginsIsNotOnThePathBefore() throws IOException {
        begins(State.WAIT_IO);
        pass(29);
        joins();
        pass(2);
        isOver(State.WAIT_IO);
        otherEnds();
        end();

        assertThat(path())
                .containsExactly(
                        "29 ms serial before app.Main.get(Main.java:9)",
                        "2 ms io at app.Poller.pause(Poller.java:3)",
                        AFTER);
    }

    @Test
    void inputWithoutACallSiteIsInTheCodeOfItsTask() throws IOException {
        other.wait(Construct.IO, State.WAIT_IO, BEGIN, 0, 0);
        joins();
        pass(40);
        other.wait(Construct.IO, State.WAIT_IO, END, 0, 0);
        otherEnds();
        end();

        assertThat(path()).containsExactly("40 ms io in app.Poller.run", AFTER);
    }

    @Test
    void pathOfTheLongestRegionAvoidsShortRestsToo() throws IOException {
        rests(State.WAIT_SLEEP, 5, 2);
        long parent = main.task();
        long region = main.parallelBegin(PARALLEL_STREAM, 1, submit, 0);
        main.join(PARALLEL_STREAM, region, 1, 0);
        rests(State.WAIT_SLEEP, 15, 2);
        begins(State.WAIT_SLEEP);
        joins();
        pass(3);
        isOver(State.WAIT_SLEEP);
        otherEnds();
        main.leave(PARALLEL_STREAM, 0).parallelEnd(PARALLEL_STREAM, region, parent, 1, submit);
        end();

        assertThat(path()).contains("3 ms sleep at app.Poller.pause(Poller.java:3)");
        JsonNode row = ReportData.table(ReportData.of(trace.build()), "longest_regions")
                .at("/rows/0");
        assertThat(sum(row.get("portions"), "ns")).isEqualTo(row.get("length").asLong());
        assertThat(row.toString()).contains("parallel in", "sleep at").doesNotContain("serial before app.Main.get");
    }

    // ---------------------------------------------------------------- several waits

    @Test
    void pathBeforeASignalAndItsLockStaysOnTheThreadThatWaited() throws IOException {
        long condition = trace.waitId(REENTRANT_LOCK, "app.Condition");
        long lock = trace.waitId(REENTRANT_LOCK, "app.Lock");
        rests(State.WAIT_SLEEP, 20, 2);
        begins(State.WAIT_SLEEP);
        main.wait(REENTRANT_LOCK, State.WAIT_CONDITION, BEGIN, condition, get);
        pass(2);
        isOver(State.WAIT_SLEEP);
        other.wakeup(REENTRANT_LOCK, condition, pause);
        main.wait(REENTRANT_LOCK, State.WAIT_CONDITION, END, condition, get);
        main.acquire(REENTRANT_LOCK, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, lock, get);
        pass(3);
        other.released(REENTRANT_LOCK, MutexKind.LOCK, lock, pause);
        main.acquired(REENTRANT_LOCK, MutexKind.LOCK, lock, get);
        other.complete(THREAD).initialTaskEnd().end();
        end();

        assertThat(path())
                .containsExactly(
                        "40 ms serial before app.Main.get(Main.java:9)",
                        "3 ms serial in app.Poller.run",
                        "2 ms sleep at app.Poller.pause(Poller.java:3)");
    }

    @Test
    void pathBeforeAWaitIsNotOnAThreadThatPollsWithTimedWaits() throws IOException {
        long queue = trace.waitId(Construct.BLOCKING_QUEUE, "app.Queue");
        ThreadScript reader = trace.thread("reader", ThreadType.INITIAL).begin().initialTaskBegin();
        begins(State.WAIT_IO);
        for (int i = 0; i < 9; i++) {
            reader.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, get);
            pass(3);
            reader.waitEnds(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, WaitOutcome.TIMEOUT, queue, get)
                    .flush(get);
        }
        reader.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, get);
        pass(2);
        isOver(State.WAIT_IO);
        other.wakeup(Construct.BLOCKING_QUEUE, queue, pause);
        reader.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, get);
        other.complete(THREAD).initialTaskEnd().end();
        end();
        pass(4);
        reader.initialTaskEnd().end();

        assertThat(path())
                .containsExactly(
                        "29 ms io at app.Poller.pause(Poller.java:3)", "4 ms serial before the end of its thread");
    }

    @Test
    void pathBeforeTheBeginOfAThreadOfUnknownCreatorStaysOnTheThreadThatWaited() throws IOException {
        long queue = trace.waitId(Construct.BLOCKING_QUEUE, "app.Queue");
        otherIsGone();
        pass(20);
        main.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, get);
        pass(3);
        ThreadScript began = trace.thread("new", ThreadType.INITIAL).begin().initialTaskBegin();
        pass(5);
        began.wakeup(Construct.BLOCKING_QUEUE, queue, submit);
        main.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, get);
        began.initialTaskEnd().end();
        end();

        assertThat(path())
                .containsExactly(
                        "20 ms serial before app.Main.get(Main.java:9)",
                        "5 ms serial before app.Main.submit(Main.java:5)",
                        "3 ms unknown: before first event null");
    }

    // ---------------------------------------------------------------- workers that had nothing to do

    private final long pool = trace.newId();

    private ThreadScript worker(String name) {
        return trace.thread(name, ThreadType.WORKER).begin().poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
    }

    private void works(ThreadScript worker, long millis) {
        worker.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, trace.body("app.Main.task")));
        pass(millis);
        worker.complete(THREAD_POOL_EXECUTOR);
    }

    private void idles(ThreadScript worker) {
        worker.wait(THREAD_POOL_EXECUTOR, State.IDLE, BEGIN, 0, 0);
    }

    private void ends(ThreadScript worker) {
        worker.wait(THREAD_POOL_EXECUTOR, State.IDLE, END, 0, 0)
                .flush(pause)
                .poolWorker(THREAD_POOL_EXECUTOR, END, pool)
                .end();
    }

    private void otherIsGone() {
        other.complete(THREAD).initialTaskEnd().end();
    }

    /** The worker idles for 20 ms, and another thread waits for its end for 1 ms more. */
    private void idlesUntilThePoolEnds(ThreadScript worker) {
        idles(worker);
        pass(20);
        waitsFor(THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, pool);
        pass(1);
        ends(worker);
        goesOn(THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, pool);
        end();
    }

    @Test
    void idlenessOfAWorkerIsNotOnThePath() throws IOException {
        otherIsGone();
        ThreadScript worker = worker("idle");
        works(worker, 2);
        idlesUntilThePoolEnds(worker);

        assertThat(path())
                .containsExactly(
                        "22 ms serial before app.Main.get(Main.java:9)", "1 ms after JDK at app.Main.get(Main.java:9)");
    }

    @Test
    void idlenessOfAWorkerWithoutAnyTaskIsNotOnThePath() throws IOException {
        otherIsGone();
        ThreadScript worker = worker("idle");
        idlesUntilThePoolEnds(worker);

        assertThat(path())
                .containsExactly(
                        "20 ms serial before app.Main.get(Main.java:9)", "1 ms after JDK at app.Main.get(Main.java:9)");
    }

    @Test
    void terminationOfAPoolComesAfterItsLastTaskAlsoIfAnIdleWorkerEndsLater() throws IOException {
        otherIsGone();
        ThreadScript idle = worker("idle");
        ThreadScript worker = worker("works");
        works(idle, 2);
        idles(idle);
        waitsFor(THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, pool);
        works(worker, 9);
        worker.poolWorker(THREAD_POOL_EXECUTOR, END, pool).end();
        pass(1);
        ends(idle);
        goesOn(THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, pool);
        end();

        assertThat(path())
                .contains("9 ms task in app.Main.task", "1 ms after JDK at app.Main.get(Main.java:9)")
                .noneMatch(each -> each.contains("idle"));
    }

    // ---------------------------------------------------------------- reading

    /** The parts of the path that are longer than a few steps of the builder. Asserts that all parts together are as long as the run. */
    private List<String> path() throws IOException {
        JsonNode rows =
                ReportData.table(ReportData.of(trace.build()), "critical_path").get("rows");
        assertThat(sum(rows, "time")).isEqualTo(trace.now());
        List<String> parts = new ArrayList<>();
        for (JsonNode each : rows) {
            long millis = each.get("time").asLong() / MILLI;
            if (millis > 0) {
                parts.add(millis + " ms " + each.get("what").asText() + ' '
                        + each.get("code").asText());
            }
        }
        return parts;
    }

    private static long sum(JsonNode rows, String member) {
        long sum = 0;
        for (JsonNode each : rows) {
            sum += each.get(member).asLong();
        }
        return sum;
    }
}
