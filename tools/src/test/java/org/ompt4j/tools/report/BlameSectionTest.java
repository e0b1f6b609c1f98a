package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.BLOCKING_QUEUE;
import static org.ompt4j.ompt.Construct.COMPLETABLE_FUTURE;
import static org.ompt4j.ompt.Construct.COUNT_DOWN_LATCH;
import static org.ompt4j.ompt.Construct.CYCLIC_BARRIER;
import static org.ompt4j.ompt.Construct.FORK_JOIN_POOL;
import static org.ompt4j.ompt.Construct.FUTURE_TASK;
import static org.ompt4j.ompt.Construct.PARALLEL_STREAM;
import static org.ompt4j.ompt.Construct.PARK;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SCHEDULED_EXECUTOR;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;
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
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** The report says which threads made others wait, in traces for which this is known. */
class BlameSectionTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();

    private int site(String method) {
        return trace.callSite("app.Main." + method + "(Main.java:7)");
    }

    /** Starts a thread that runs a method of this name. */
    private ThreadScript start(String code) {
        long task = main.create(THREAD, 0, site("start"), trace.body("app.Main." + code));
        return trace.thread(code, ThreadType.INITIAL).begin().initialTaskBegin().start(THREAD, task);
    }

    private ThreadScript worker(long pool) {
        return trace.thread("pool-" + trace.newId(), ThreadType.WORKER)
                .begin()
                .poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
    }

    private void sleeps(ThreadScript thread, long millis, String at) {
        thread.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, site(at));
        trace.pass(millis * MILLI);
        thread.wait(SLEEP, State.WAIT_SLEEP, END, 0, site(at));
    }

    private void waits(ThreadScript thread, ScopeEndpoint endpoint, long queue) {
        thread.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, endpoint, queue, site("take"));
    }

    private void syncs(
            ThreadScript thread,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long id,
            String method) {
        if (endpoint == BEGIN) {
            thread.sync(construct, kind, BEGIN, id, site(method));
            thread.syncWait(construct, kind, BEGIN, id, site(method));
        } else {
            thread.syncWait(construct, kind, END, id, site(method));
            thread.sync(construct, kind, END, id, site(method));
        }
    }

    /** The lines of the table from the row with this name to the next row. */
    private String blamed(String row) throws IOException {
        String report = ReportText.of(trace.build(), 200);
        int table = report.indexOf("\nWho made whom wait");
        assertThat(table).as(report).isPositive();
        String lines = report.substring(table, report.indexOf("\n\n", table + 1) + 1);
        int begin = lines.indexOf(row);
        assertThat(begin).as(lines).isPositive();
        return lines.substring(begin)
                        .replaceFirst("(?s)(\n {12}[^\n]*)\n {0,9}\\S.*", "$1")
                        .replaceAll("\n +", "\n")
                        .stripTrailing()
                + "\n";
    }

    private static String lines(String row, String... causes) {
        StringBuilder lines = new StringBuilder("app.Main.").append(row).append('\n');
        for (String each : causes) {
            lines.append(each.strip()).append('\n');
        }
        return lines.toString();
    }

    /** A put that has waited for room wakes a thread that waits for an element, before its own wait is reported as ended. */
    @Test
    void nobodyEndsItsOwnWaitInAQueue() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        ThreadScript producer = start("produce");
        ThreadScript consumer = start("consume");
        waits(producer, BEGIN, queue);
        trace.pass(50 * MILLI);
        consumer.wakeup(BLOCKING_QUEUE, queue, site("take"));
        producer.wakeup(BLOCKING_QUEUE, queue, site("put"));
        waits(producer, END, queue);

        assertThat(blamed("app.Main.take"))
                .startsWith(lines("take(Main.java:7) [queue]", " 100.0 % work in app.Main.consume"));
    }

    @Test
    void singleWaitsAreCountedByTheirLength() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        ThreadScript consumer = start("consume");
        ThreadScript producer = start("produce");
        // Each wait is longer by two events of 1 us.
        for (long micros : new long[] {1, 2, 30, 200, 7_000, 8_000, 9_000, 150_000}) {
            waits(consumer, BEGIN, queue);
            trace.pass(1_000 * micros);
            producer.wakeup(BLOCKING_QUEUE, queue, site("put"));
            waits(consumer, END, queue);
        }

        assertThat(blamed("app.Main.take"))
                .contains("single waits: 2 of <10 us, 1 of 10-100 us, 1 of 0.1-1 ms, 3 of 1-10 ms, 1 of >=100 ms\n");
        JsonNode row = ReportData.table(ReportData.of(trace.build()), "who_made_whom_wait")
                .at("/rows/0");
        assertThat(row.get("histogram").findValuesAsText("waits")).containsExactly("2", "1", "1", "3", "0", "1");
        assertThat(row.get("waits").asLong()).isEqualTo(8);
    }

    @Test
    void consumerWaitsForWhatTheProducerDid() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        ThreadScript consumer = start("consume");
        ThreadScript producer = start("produce");
        waits(consumer, BEGIN, queue);
        trace.pass(30 * MILLI);
        sleeps(producer, 60, "fetch");
        trace.pass(9 * MILLI);
        producer.wakeup(BLOCKING_QUEUE, queue, site("put"));
        trace.pass(MILLI);
        waits(consumer, END, queue);

        assertThat(blamed("app.Main.take"))
                .isEqualTo(lines(
                        "take(Main.java:7) [queue]",
                        "  60.0 % sleep at app.Main.fetch(Main.java:7)",
                        "  39.0 % work in app.Main.produce",
                        "   1.0 % until it ran again"));
    }

    /** The consumer takes items of the producer, which sleeps for a part of the time that it needs for an item. */
    private String findings(int items, long producedMillis, long sleptMillis, long consumedMillis) throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        ThreadScript consumer = start("consume");
        ThreadScript producer = start("produce");
        for (int i = 0; i < items; i++) {
            waits(consumer, BEGIN, queue);
            trace.pass((producedMillis - sleptMillis - consumedMillis) * MILLI);
            if (sleptMillis > 0) {
                sleeps(producer, sleptMillis, "fetch");
            }
            producer.wakeup(BLOCKING_QUEUE, queue, site("put"));
            waits(consumer, END, queue);
            trace.pass(consumedMillis * MILLI);
        }
        return ReportText.of(trace.build(), 200);
    }

    @Test
    void queueOfWhichOneSideWaitsForTheWorkOfTheOtherStandsOut() throws IOException {
        assertThat(findings(12, 40, 0, 10)).contains("""
                Findings (worst first)
                  Threads waited 360 ms in all in Queue #4 at Main.take(Main.java:7), in a run of 480 ms: 12 waits, the longest 30.0 ms. The other side is slower.
                    360 ms: work in Main.produce.
                    Between these waits those that waited worked for 110 ms.
                """);
    }

    /** The consumer waits for the producer; every third wait has no call site. */
    @Test
    void waitsInAQueueWithoutACallSiteBelongToThoseForTheSameWork() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        ThreadScript consumer = start("consume");
        ThreadScript producer = start("produce");
        for (int i = 0; i < 36; i++) {
            int at = i % 3 == 2 ? 0 : site("take");
            consumer.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, at);
            trace.pass(30 * MILLI);
            producer.wakeup(BLOCKING_QUEUE, queue, site("put"));
            consumer.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, at);
            trace.pass(10 * MILLI);
        }

        assertThat(ReportText.of(trace.build(), 200))
                .contains("""
                Findings (worst first)
                  Threads waited 1.08 s in all in Queue #4 at Main.take(Main.java:7), in a run of 1.44 s: 36 waits, the longest 30.0 ms. The other side is slower.
                    1.08 s: work in Main.produce.
                    Of 360 ms the call site is not known: that was waited for the same queue and the same work.
                    Between these waits those that waited worked for 350 ms.
                """)
                .doesNotContain("in Queue #4 at (unknown call site)");
    }

    @Test
    void consumerWithHardlyAnyWorkWaitsForWhatComesNowAndThen() throws IOException {
        assertThat(findings(12, 40, 0, 1)).contains("Nothing stands out.");
    }

    @Test
    void producerThatSleepsCouldNotBeFaster() throws IOException {
        assertThat(findings(12, 40, 25, 10)).contains("Nothing stands out.");
    }

    @Test
    void fewWaitsSayNothingOfHowFastTwoSidesAre() throws IOException {
        assertThat(findings(9, 40, 0, 10)).contains("Nothing stands out.");
    }

    /** The producer always has the next item at once; the consumer is slow, whether it works or waits. */
    @Test
    void whoWaitsForRoomWouldGoOnHoweverLittleItHasToDo() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        ThreadScript producer = start("produce");
        ThreadScript consumer = start("consume");
        for (int i = 0; i < 12; i++) {
            producer.wait(BLOCKING_QUEUE, State.WAIT_QUEUE_FULL, BEGIN, queue, site("put"));
            trace.pass(10 * MILLI);
            sleeps(consumer, 20, "store");
            consumer.wakeup(BLOCKING_QUEUE, queue, site("take"));
            producer.wait(BLOCKING_QUEUE, State.WAIT_QUEUE_FULL, END, queue, site("put"));
        }

        assertThat(ReportText.of(trace.build(), 200)).contains("""
                Findings (worst first)
                  Threads waited 360 ms in all for room in Queue #4 at Main.put(Main.java:7), in a run of 360 ms: 12 waits, the longest 30.0 ms. Who takes is slower.
                    240 ms: sleep at Main.store(Main.java:7).
                    120 ms: work in Main.consume.
                """);
    }

    /** A stage takes items from one queue and puts them into another one; the source waits to put, and the sink waits to take. */
    private String stages(ThreadScript ofIn, ThreadScript ofOut) throws IOException {
        long in = trace.waitId(BLOCKING_QUEUE, "app.In");
        long out = trace.waitId(BLOCKING_QUEUE, "app.Out");
        ThreadScript source = start("read");
        ThreadScript sink = start("write");
        for (int i = 0; i < 12; i++) {
            source.wait(BLOCKING_QUEUE, State.WAIT_QUEUE_FULL, BEGIN, in, site("put"));
            sink.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, out, site("take"));
            trace.pass(40 * MILLI);
            ofIn.wakeup(BLOCKING_QUEUE, in, site("next"));
            source.wait(BLOCKING_QUEUE, State.WAIT_QUEUE_FULL, END, in, site("put"));
            ofOut.wakeup(BLOCKING_QUEUE, out, site("done"));
            sink.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, END, out, site("take"));
            trace.pass(10 * MILLI);
        }
        return ReportText.of(trace.build(), 200);
    }

    @Test
    void stageThatBothItsNeighboursWaitForStandsOutOnce() throws IOException {
        ThreadScript stage = start("transform");

        assertThat(stages(stage, stage)).contains("""
                Findings (worst first)
                  Slow stage: work in Main.transform kept threads waiting in 2 queues for 960 ms of 960 ms that they waited there, in a run of 600 ms.
                    480 ms: waited at Main.take(Main.java:7) in Out #9, 12 times, the longest 40.0 ms.
                    480 ms: waited at Main.put(Main.java:7) in In #8, 12 times, the longest 40.0 ms.
                """).doesNotContain("is slower");
    }

    @Test
    void twoQueuesThatWaitForDifferentThreadsHaveNoSlowStage() throws IOException {
        assertThat(stages(start("transform"), start("other")))
                .doesNotContain("Slow stage")
                .contains("in In #", "in Out #");
    }

    @Test
    void blameGoesOnToTheEndOfTheChain() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        long latch = trace.waitId(COUNT_DOWN_LATCH, "app.Latch");
        ThreadScript middle = start("relay");
        ThreadScript producer = start("produce");
        syncs(main, COUNT_DOWN_LATCH, TASKWAIT, BEGIN, latch, "await");
        trace.pass(20 * MILLI);
        waits(middle, BEGIN, queue);
        trace.pass(70 * MILLI);
        producer.wakeup(BLOCKING_QUEUE, queue, site("put"));
        waits(middle, END, queue);
        trace.pass(10 * MILLI);
        middle.wakeup(COUNT_DOWN_LATCH, latch, site("countDown"));
        syncs(main, COUNT_DOWN_LATCH, TASKWAIT, END, latch, "await");

        assertThat(blamed("app.Main.await"))
                .startsWith(lines(
                        "await(Main.java:7) [taskwait]",
                        "  70.0 % work in app.Main.produce",
                        "  30.0 % work in app.Main.relay"));
    }

    @Test
    void longWaitIsDividedExactlyWhateverHappensMeanwhile() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        long latch = trace.waitId(COUNT_DOWN_LATCH, "app.Latch");
        ThreadScript producer = start("produce");
        ThreadScript consumer = start("consume");
        syncs(main, COUNT_DOWN_LATCH, TASKWAIT, BEGIN, latch, "await");
        for (int i = 0; i < 2_000; i++) {
            trace.pass(MILLI);
            waits(consumer, BEGIN, queue);
            trace.pass(MILLI);
            sleeps(producer, 3, "fetch");
            producer.wakeup(BLOCKING_QUEUE, queue, site("put"));
            waits(consumer, END, queue);
        }
        consumer.wakeup(COUNT_DOWN_LATCH, latch, site("countDown"));
        syncs(main, COUNT_DOWN_LATCH, TASKWAIT, END, latch, "await");

        // In each 5 ms the consumer works for 1 ms and waits for 4 ms, during which the producer sleeps for 3 ms.
        assertThat(blamed("app.Main.await"))
                .startsWith(lines(
                        "await(Main.java:7) [taskwait]",
                        "  60.0 % sleep at app.Main.fetch(Main.java:7)",
                        "  20.0 % work in app.Main.produce",
                        "  20.0 % work in app.Main.consume"))
                .doesNotContain("unknown");
    }

    @Test
    void awaitedTaskIsInTheQueueThenItRunsAndWaits() throws IOException {
        long pool = trace.newId();
        ThreadScript worker = worker(pool);
        worker.pool(THREAD_POOL_EXECUTOR, BEGIN, "pool", pool, 1, site("pool"));
        long task = main.create(THREAD_POOL_EXECUTOR, 0, site("submit"), trace.body("app.Main.fetch"));
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

    private void waitsForAny(ScopeEndpoint endpoint) {
        main.syncWait(THREAD_POOL_EXECUTOR, TASKGROUP, endpoint, 0, site("invokeAny"));
    }

    private ThreadScript starts(long task) {
        return worker(trace.newId()).start(THREAD_POOL_EXECUTOR, task);
    }

    private long task(String code) {
        return main.create(THREAD_POOL_EXECUTOR, 0, site("submit"), trace.body("app.Main." + code));
    }

    @Test
    void whoWaitsForAnyOfItsTasksWaitsForTheOneThatEndsFirst() throws IOException {
        ThreadScript other = starts(task("other"));
        main.sync(THREAD_POOL_EXECUTOR, TASKGROUP, BEGIN, 0, site("invokeAny"));
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
        main.sync(THREAD_POOL_EXECUTOR, TASKGROUP, END, 0, site("invokeAny"));

        assertThat(blamed("app.Main.invokeAny"))
                .isEqualTo(lines(
                        "invokeAny(Main.java:7) [group]",
                        "  50.0 % sleep at app.Main.nap(Main.java:7)",
                        "  30.0 % work in app.Main.late",
                        "  20.0 % work in app.Main.failing"));
    }

    @Test
    void oneOfSeveralTasksThatEndsAsTheWaitIsBeingLeftHasNotEndedIt() throws IOException {
        main.sync(THREAD_POOL_EXECUTOR, TASKGROUP, BEGIN, 0, site("invokeAny"));
        ThreadScript first = starts(task("first"));
        ThreadScript second = starts(task("second"));
        waitsForAny(BEGIN);
        trace.pass(40 * MILLI);
        first.complete(THREAD_POOL_EXECUTOR);
        trace.pass(10 * MILLI);
        second.complete(THREAD_POOL_EXECUTOR);
        waitsForAny(END);
        main.sync(THREAD_POOL_EXECUTOR, TASKGROUP, END, 0, site("invokeAny"));

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
        main.sync(THREAD_POOL_EXECUTOR, TASKGROUP, BEGIN, 0, site("invokeAll"));
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
        main.sync(THREAD_POOL_EXECUTOR, TASKGROUP, END, 0, site("invokeAll"));

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
        main.sync(THREAD_POOL_EXECUTOR, TASKGROUP, BEGIN, 0, site("invokeAny"));
        ThreadScript one = starts(task("one"));
        waitsForAny(BEGIN);
        trace.pass(40 * MILLI);
        other.complete(THREAD_POOL_EXECUTOR);
        waitsForAny(END);
        main.sync(THREAD_POOL_EXECUTOR, TASKGROUP, END, 0, site("invokeAny"));
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

    @Test
    void barrierWaitsAreDueToThoseThatAreMissing() throws IOException {
        long barrier = trace.waitId(CYCLIC_BARRIER, "app.Barrier");
        ThreadScript first = start("quick");
        ThreadScript second = start("middle");
        ThreadScript last = start("slow");
        syncs(first, CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, "first");
        trace.pass(40 * MILLI);
        syncs(second, CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, "second");
        trace.pass(60 * MILLI);
        comesLast(last, barrier);
        syncs(first, CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, "first");
        syncs(second, CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, "second");

        assertThat(blamed("app.Main.first"))
                .startsWith(lines(
                        "first(Main.java:7) [barrier]",
                        "  80.0 % work in app.Main.slow",
                        "  20.0 % work in app.Main.middle"));
        assertThat(blamed("app.Main.second"))
                .startsWith(lines("second(Main.java:7) [barrier]", " 100.0 % work in app.Main.slow"));
    }

    /** The thread arrives last at the barrier: its wait takes no time. */
    private void comesLast(ThreadScript thread, long barrier) {
        thread.sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, site("last"));
        thread.syncWait(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, site("last"));
        trace.pass(-1_000);
        thread.syncWait(CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, site("last"));
        thread.sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, site("last"));
    }

    @Test
    void nobodyIsToBlameWhereAThreadGaveUp() throws IOException {
        long barrier = trace.waitId(CYCLIC_BARRIER, "app.Barrier");
        ThreadScript first = start("quick");
        ThreadScript second = start("middle");
        syncs(first, CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, "first");
        trace.pass(40 * MILLI);
        syncs(second, CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, "second");
        trace.pass(60 * MILLI);
        syncs(first, CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, "first");

        assertThat(blamed("app.Main.first"))
                .startsWith(lines("first(Main.java:7) [barrier]", " 100.0 % <unknown>: no event tells"));
        assertThat(blamed("app.Main.second"))
                .startsWith(lines("second(Main.java:7) [barrier]", " 100.0 % not over at the end"));
    }

    @Test
    void waitThatNobodyEndedIsDueToItsTimeoutOrAnInterrupt() throws IOException {
        long monitor = trace.waitId(SYNCHRONIZED, "app.Monitor");
        ThreadScript one = start("one");
        ThreadScript other = start("other");
        one.wait(SYNCHRONIZED, State.WAIT_CONDITION, BEGIN, monitor, site("one"));
        other.wait(SYNCHRONIZED, State.WAIT_CONDITION, BEGIN, monitor, site("other"));
        trace.pass(50 * MILLI);
        one.waitEnds(SYNCHRONIZED, State.WAIT_CONDITION, WaitOutcome.TIMEOUT, monitor, site("one"));
        other.waitEnds(SYNCHRONIZED, State.WAIT_CONDITION, WaitOutcome.INTERRUPT, monitor, site("other"));

        assertThat(blamed("app.Main.one"))
                .startsWith(lines("one(Main.java:7) [condition]", " 100.0 % <timeout>: its time limit was reached"));
        assertThat(blamed("app.Main.other"))
                .startsWith(lines(
                        "other(Main.java:7) [condition]", " 100.0 % <interrupt>: no event tells who interrupted it"));
    }

    @Test
    void waitThatTheEndOfTheRunEndsIsNotOverThen() throws IOException {
        long monitor = trace.waitId(SYNCHRONIZED, "app.Monitor");
        ThreadScript one = start("one");
        one.wait(SYNCHRONIZED, State.WAIT_CONDITION, BEGIN, monitor, site("one"));
        trace.pass(50 * MILLI);
        one.waitEnds(SYNCHRONIZED, State.WAIT_CONDITION, WaitOutcome.NOT_ENDED, monitor, site("one"));

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
        long monitor = trace.waitId(SYNCHRONIZED, "app.Monitor");
        ThreadScript one = start("one");
        ThreadScript signaller = start("signal");
        one.wait(SYNCHRONIZED, State.WAIT_CONDITION, BEGIN, monitor, site("one"));
        trace.pass(millisToTheSignal * MILLI);
        signaller.wakeup(SYNCHRONIZED, monitor, site("notify"));
        trace.pass(millisMore * MILLI);
        one.waitEnds(SYNCHRONIZED, State.WAIT_CONDITION, WaitOutcome.TIMEOUT, monitor, site("one"));
    }

    @Test
    void whoSignalsEndsOneWaitAndTheOtherIsGivenUp() throws IOException {
        long monitor = trace.waitId(SYNCHRONIZED, "app.Monitor");
        ThreadScript one = start("one");
        ThreadScript other = start("other");
        ThreadScript signaller = start("signal");
        one.wait(SYNCHRONIZED, State.WAIT_CONDITION, BEGIN, monitor, site("one"));
        other.wait(SYNCHRONIZED, State.WAIT_CONDITION, BEGIN, monitor, site("other"));
        trace.pass(50 * MILLI);
        signaller.wakeup(SYNCHRONIZED, monitor, site("notify"));
        one.wait(SYNCHRONIZED, State.WAIT_CONDITION, END, monitor, site("one"));
        signaller.flush(0);
        trace.pass(50 * MILLI);
        other.wait(SYNCHRONIZED, State.WAIT_CONDITION, END, monitor, site("other"));

        assertThat(blamed("app.Main.one"))
                .startsWith(lines("one(Main.java:7) [condition]", " 100.0 % work in app.Main.signal"));
        assertThat(blamed("app.Main.other"))
                .startsWith(lines("other(Main.java:7) [condition]", " 100.0 % <unknown>: no event tells"));
    }

    @Test
    void onlyOneThatWaitsIsTheOneThatIsSignalledHoweverLateItRuns() throws IOException {
        long monitor = trace.waitId(SYNCHRONIZED, "app.Monitor");
        ThreadScript one = start("one");
        ThreadScript signaller = start("signal");
        one.wait(SYNCHRONIZED, State.WAIT_CONDITION, BEGIN, monitor, site("one"));
        trace.pass(50 * MILLI);
        signaller.wakeup(SYNCHRONIZED, monitor, site("notify"));
        signaller.flush(0);
        trace.pass(50 * MILLI);
        one.wait(SYNCHRONIZED, State.WAIT_CONDITION, END, monitor, site("one"));

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
        one.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, latch, site("one"));
        other.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, latch, site("other"));
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
        one.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, site("one"));
        other.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, site("other"));
        trace.pass(50 * MILLI);
        first.wakeup(PARK, RecordSink.permitOf(other.id()), site("put"));
        other.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, site("other"));
        trace.pass(50 * MILLI);
        second.wakeup(PARK, RecordSink.permitOf(one.id()), site("put"));
        one.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, site("one"));

        assertThat(blamed("app.Main.one"))
                .startsWith(lines("one(Main.java:7) [queue]", " 100.0 % work in app.Main.second"));
        assertThat(blamed("app.Main.other"))
                .startsWith(lines("other(Main.java:7) [queue]", " 100.0 % work in app.Main.first"));
    }

    @Test
    void whoInterruptsAPartyOfABarrierIsToBlameForItsWait() throws IOException {
        long barrier = trace.waitId(CYCLIC_BARRIER, "app.Barrier");
        ThreadScript one = start("one");
        ThreadScript stop = start("stop");
        syncs(one, CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, "one");
        trace.pass(100 * MILLI);
        stop.wakeup(THREAD, RecordSink.permitOf(one.id()), site("interrupt"));
        one.syncWaitEnds(CYCLIC_BARRIER, BARRIER_EXPLICIT, WaitOutcome.INTERRUPT, barrier, site("one"));

        assertThat(blamed("app.Main.one"))
                .startsWith(lines("one(Main.java:7) [barrier]", " 100.0 % work in app.Main.stop"));
    }

    /** A thread ends shortly after its task. */
    @Test
    void joinOfAThreadWhoseTaskHasEndedTakesUntilItRunsAgain() throws IOException {
        ThreadScript one = start("one");
        long task = one.task();
        one.complete(THREAD);
        main.sync(THREAD, TASKWAIT, BEGIN, task, site("join"));
        main.syncWait(THREAD, TASKWAIT, BEGIN, task, site("join"));
        trace.pass(10 * MILLI);
        main.syncWait(THREAD, TASKWAIT, END, task, site("join"));

        assertThat(blamed("app.Main.join"))
                .isEqualTo(lines("join(Main.java:7) [taskwait]", " 100.0 % until it ran again"));
    }

    /** The end of a task is told before its result can be had: who asks in between has to wait. */
    @Test
    void waitForATaskThatHasEndedTakesUntilTheThreadRunsAgain() throws IOException {
        long task = main.create(THREAD_POOL_EXECUTOR, 0, site("submit"), trace.body("app.Main.task"));
        ThreadScript worker = worker(trace.newId());
        worker.start(THREAD_POOL_EXECUTOR, task);
        worker.complete(THREAD_POOL_EXECUTOR);
        syncs(main, FUTURE_TASK, TASKWAIT, BEGIN, task, "get");
        trace.pass(10 * MILLI);
        syncs(main, FUTURE_TASK, TASKWAIT, END, task, "get");

        assertThat(blamed("app.Main.get"))
                .isEqualTo(lines("get(Main.java:7) [taskwait]", " 100.0 % until it ran again"));
    }

    /** The function of a thenCompose has ended long before the future is complete. */
    @Test
    void futureMayNotBeCompleteThoughItsFunctionHasEnded() throws IOException {
        long task = main.create(COMPLETABLE_FUTURE, 0, site("compose"), trace.body("app.Main.task"));
        ThreadScript worker = worker(trace.newId());
        worker.start(COMPLETABLE_FUTURE, task);
        worker.complete(COMPLETABLE_FUTURE);
        syncs(main, COMPLETABLE_FUTURE, TASKWAIT, BEGIN, task, "get");
        trace.pass(10 * MILLI);
        syncs(main, COMPLETABLE_FUTURE, TASKWAIT, END, task, "get");

        assertThat(blamed("app.Main.get"))
                .isEqualTo(lines("get(Main.java:7) [taskwait]", " 100.0 % <unknown>: no event tells"));
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

    /** The joined thread waits itself, until its wait times out: this wait is the cause. */
    @Test
    void whoWaitsForOneThatTimesOutIsToldHowThatWaited() throws IOException {
        ThreadScript one = start("one");
        one.wait(PARK, State.WAIT_PARK, BEGIN, RecordSink.permitOf(one.id()), site("one"));
        main.sync(THREAD, TASKWAIT, BEGIN, one.task(), site("join"));
        main.syncWait(THREAD, TASKWAIT, BEGIN, one.task(), site("join"));
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
        one.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, site("one"));
        trace.pass(50 * MILLI);
        stop.wakeup(THREAD, RecordSink.permitOf(one.id()), site("interrupt"));
        trace.pass(50 * MILLI);
        put.wakeup(BLOCKING_QUEUE, queue, site("put"));
        one.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, site("one"));

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
        ThreadScript worker = worker(pool);
        worker.pool(THREAD_POOL_EXECUTOR, BEGIN, "pool", pool, 1, site("pool"));
        long task = main.create(THREAD_POOL_EXECUTOR, 0, site("submit"), trace.body("app.Main.fetch"));
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
        long task = main.create(THREAD_POOL_EXECUTOR, 0, site("submit"), trace.body("app.Main.compute"));
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
