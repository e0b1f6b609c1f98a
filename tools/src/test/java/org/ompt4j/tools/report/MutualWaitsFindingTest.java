package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.BLOCKING_QUEUE;
import static org.ompt4j.ompt.Construct.PARK;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Threads that wait for one another, and threads that only wait for work. */
class MutualWaitsFindingTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final List<ThreadScript> threads = new ArrayList<>();
    private final long queue = trace.waitId(BLOCKING_QUEUE, "app.Pool");
    private final int borrow = trace.callSite("app.Pool.borrow(Pool.java:5)");
    private final int use = trace.callSite("app.Main.query(Main.java:8)");

    private ThreadScript thread(String name) {
        ThreadScript thread = trace.thread(name, ThreadType.INITIAL).begin().initialTaskBegin();
        threads.add(thread);
        return thread;
    }

    private void waits(ThreadScript thread) {
        thread.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, borrow);
    }

    private void wakes(ThreadScript waker, ThreadScript waiter) {
        waker.wakeup(BLOCKING_QUEUE, queue, use);
        waiter.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, borrow);
    }

    private void uses(ThreadScript user) {
        user.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, use);
        trace.pass(10 * MILLI);
        user.wait(SLEEP, State.WAIT_SLEEP, END, 0, use);
    }

    /** As the trace of three threads, but each use of the connection is a task of a pool whose workers they are. */
    private static Trace poolWithOneConnection() {
        return poolWithOneConnection(1);
    }

    /** @param tasksInARow how many tasks a worker runs with the connection before another worker gets it */
    private static Trace poolWithOneConnection(int tasksInARow) {
        MutualWaitsFindingTest run = new MutualWaitsFindingTest();
        ThreadScript main = run.thread("main");
        long pool = run.trace.newId();
        int made = run.trace.callSite("app.Main.pool(Main.java:2)");
        int submits = run.trace.callSite("app.Main.submit(Main.java:3)");
        Deque<Long> tasks = new ArrayDeque<>();
        for (int i = 0; i < 90; i++) {
            tasks.add(main.create(THREAD_POOL_EXECUTOR, 0, submits, run.trace.body("app.Main.handle")));
        }
        Deque<ThreadScript> waiting = new ArrayDeque<>();
        List<ThreadScript> workers = new ArrayList<>();
        for (String name : List.of("pool-1-thread-1", "pool-1-thread-2", "pool-1-thread-3")) {
            ThreadScript worker = run.trace.thread(name, ThreadType.WORKER).begin();
            worker.pool(THREAD_POOL_EXECUTOR, BEGIN, "pool-1-thread", pool, 3, made);
            worker.poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool).start(THREAD_POOL_EXECUTOR, tasks.remove());
            workers.add(worker);
        }
        ThreadScript user = workers.get(0);
        workers.subList(1, 3).forEach(each -> {
            run.waits(each);
            waiting.add(each);
        });
        while (user != null) {
            for (int i = 1; i < tasksInARow && !tasks.isEmpty(); i++) {
                run.uses(user);
                user.complete(THREAD_POOL_EXECUTOR).start(THREAD_POOL_EXECUTOR, tasks.remove());
            }
            run.uses(user);
            ThreadScript next = waiting.poll();
            if (next != null) {
                run.wakes(user, next);
            }
            user.complete(THREAD_POOL_EXECUTOR);
            if (!tasks.isEmpty()) {
                user.start(THREAD_POOL_EXECUTOR, tasks.remove());
                run.waits(user);
                waiting.add(user);
            }
            user = next;
        }
        workers.forEach(each -> each.poolWorker(THREAD_POOL_EXECUTOR, END, pool).end());
        return run.end();
    }

    /** More workers would only wait for the connection too. */
    @Test
    void whatTasksWaitForIsSaidBeforeTheirQueue() throws IOException {
        assertThat(ReportText.findings(poolWithOneConnection()))
                .containsSubsequence("3 threads waited for one another in Pool #", "tasks waited");
    }

    /** What ended the waits had been in the queue for most of the time, while another task had the connection. */
    @Test
    void queueOfTheTasksThatEndedTheWaitsIsNotToBlame() throws IOException {
        String explained = "In the queue were the tasks that ended these waits, before they began:";

        assertThat(ReportText.findings(poolWithOneConnection(3)))
                .contains("in the queue of pool-1-thread: Main.handle.", explained);
        assertThat(ReportText.findings(poolWithOneConnection())).doesNotContain(explained);
    }

    private Trace end() {
        threads.forEach(each -> each.initialTaskEnd().end());
        return trace.build();
    }

    /** Three threads share one connection; each of them sleeps for 10 ms while it has it. */
    static Trace trace() {
        MutualWaitsFindingTest run = new MutualWaitsFindingTest();
        Deque<ThreadScript> waiting = new ArrayDeque<>();
        ThreadScript user = run.thread("a");
        for (String name : List.of("b", "c")) {
            ThreadScript next = run.thread(name);
            run.waits(next);
            waiting.add(next);
        }
        for (int i = 0; i < 20; i++) {
            user.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, run.use);
            run.trace.pass(10 * MILLI);
            user.wait(SLEEP, State.WAIT_SLEEP, END, 0, run.use);
            ThreadScript next = waiting.removeFirst();
            run.wakes(user, next);
            if (i < 18) {
                run.waits(user);
                waiting.add(user);
            }
            user = next;
        }
        return run.end();
    }

    @Test
    void threadsThatShareTooFewStandOut() throws IOException {
        assertThat(ReportText.findings(trace()))
                .contains("3 threads waited for one another in Pool #", " at Pool.borrow(Pool.java:5), 3")
                .contains(": 20 waits, the longest 20.0 ms.")
                .contains("For 200 ms at least one of them waited, 2 at a time at most.")
                .doesNotContain("ended no wait of the others")
                .contains(" ms: sleep at Main.query(Main.java:8).")
                .contains("If they share something, as connections of a pool, try to have more of it");
    }

    /** It takes what it waits for and gives nothing back. */
    @Test
    void threadThatEndsNoWaitOfTheOthersIsCounted() throws IOException {
        Deque<ThreadScript> waiting = new ArrayDeque<>();
        ThreadScript user = thread("a");
        ThreadScript taker = thread("taker");
        for (String name : List.of("b", "c")) {
            ThreadScript next = thread(name);
            waits(next);
            waiting.add(next);
        }
        for (int i = 0; i < 20; i++) {
            if (i == 5) {
                waits(taker);
            }
            trace.pass(10 * MILLI);
            if (i == 5) {
                wakes(user, taker);
            }
            ThreadScript next = waiting.removeFirst();
            wakes(user, next);
            waits(user);
            waiting.add(user);
            user = next;
        }

        assertThat(ReportText.findings(end()))
                .contains("4 threads waited for one another in Pool #")
                .contains("1 of them ended no wait of the others.");
    }

    /** In a fair queue a thread that returns a connection has to queue behind threads that wait. */
    @Test
    void whoIsWokenDoesNotWaitAnyMore() throws IOException {
        Deque<ThreadScript> waiting = new ArrayDeque<>();
        ThreadScript user = thread("a");
        for (String name : List.of("b", "c")) {
            ThreadScript next = thread(name);
            waits(next);
            waiting.add(next);
        }
        for (int i = 0; i < 20; i++) {
            trace.pass(10 * MILLI);
            ThreadScript next = waiting.removeFirst();
            user.wakeup(BLOCKING_QUEUE, queue, use);
            waits(user);
            waiting.add(user);
            next.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, borrow);
            user = next;
        }

        assertThat(ReportText.findings(trace.build()))
                .contains("3 threads waited for one another in Pool #")
                .contains("2 at a time at most.");
    }

    /** The threads get work from one another, and are all idle at first. */
    @Test
    void workersThatAreAllIdleSomeTimeDoNotWaitForOneAnother() throws IOException {
        ThreadScript main = thread("main");
        ThreadScript one = thread("one");
        ThreadScript other = thread("other");
        waits(one);
        waits(other);
        trace.pass(10 * MILLI);
        wakes(main, one);
        ThreadScript worker = one;
        ThreadScript idle = other;
        for (int i = 0; i < 20; i++) {
            worker.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, use);
            trace.pass(10 * MILLI);
            worker.wait(SLEEP, State.WAIT_SLEEP, END, 0, use);
            wakes(worker, idle);
            waits(worker);
            ThreadScript before = worker;
            worker = idle;
            idle = before;
        }

        assertThat(ReportText.findings(end())).doesNotContain("for one another");
    }

    @Test
    void whoWaitsForOthersThatDoNotWaitThereIsNotOneOfThem() throws IOException {
        ThreadScript producer = thread("producer");
        List<ThreadScript> consumers = List.of(thread("a"), thread("b"));
        for (int i = 0; i < 20; i++) {
            ThreadScript consumer = consumers.get(i % 2);
            waits(consumer);
            producer.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, use);
            trace.pass(10 * MILLI);
            producer.wait(SLEEP, State.WAIT_SLEEP, END, 0, use);
            wakes(producer, consumer);
        }

        assertThat(ReportText.findings(end())).doesNotContain("for one another");
    }

    /** As in pools of connections that make a future for each request. */
    @Test
    void threadsThatWaitForAnObjectOfTheirOwnEachMayWaitForOneAnother() throws IOException {
        shareOne(REENTRANT_LOCK, State.WAIT_CONDITION);

        assertThat(ReportText.findings(end()))
                .contains("3 threads waited for one another at Pool.borrow(Pool.java:5), 3")
                .contains(": 20 waits, the longest 20.0 ms.")
                .contains(" 390 ms: sleep at Main.query(Main.java:8).")
                .contains("; if one of them does what all of them need, as the load of a cache, try");
    }

    /** As in futures of a library, for which threads park. */
    @Test
    void threadsThatParkMayWaitForOneAnother() throws IOException {
        shareOne(PARK, State.WAIT_PARK);

        assertThat(ReportText.findings(end()))
                .contains("3 threads waited for one another at Pool.borrow(Pool.java:5), 3");
    }

    /** Three threads share one connection, each of them waits for it by an object of its own. */
    private void shareOne(Construct construct, State state) {
        Deque<ThreadScript> waiting = new ArrayDeque<>();
        Deque<Long> objects = new ArrayDeque<>();
        ThreadScript user = thread("a");
        for (String name : List.of("b", "c")) {
            waiting.add(thread(name));
            objects.add(waitsAlone(waiting.getLast(), construct, state));
        }
        for (int i = 0; i < 20; i++) {
            user.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, use);
            trace.pass(10 * MILLI);
            user.wait(SLEEP, State.WAIT_SLEEP, END, 0, use);
            ThreadScript next = waiting.removeFirst();
            long object = objects.removeFirst();
            user.wakeup(construct, object, use);
            next.wait(construct, state, END, object, borrow);
            if (i < 18) {
                objects.add(waitsAlone(user, construct, state));
                waiting.add(user);
            }
            user = next;
        }
    }

    private long waitsAlone(ThreadScript thread, Construct construct, State state) {
        long object = trace.waitId(construct, "app.Request");
        thread.wait(construct, state, BEGIN, object, borrow);
        return object;
    }

    /** Each stage wakes the next one, and all of them wait in one method of the program. */
    @Test
    void stagesOfAPipelineDoNotWaitForOneAnother() throws IOException {
        ThreadScript first = thread("first");
        List<ThreadScript> stages = List.of(thread("second"), thread("third"), thread("fourth"));
        List<Long> objects =
                stages.stream().map(each -> trace.waitId(PARK, "app.Request")).toList();
        for (int i = 0; i < 20; i++) {
            ThreadScript before = first;
            for (int stage = 0; stage < stages.size(); stage++) {
                stages.get(stage).wait(PARK, State.WAIT_PARK, BEGIN, objects.get(stage), borrow);
                trace.pass(10 * MILLI);
                before.wakeup(PARK, objects.get(stage), use);
                stages.get(stage).wait(PARK, State.WAIT_PARK, END, objects.get(stage), borrow);
                before = stages.get(stage);
            }
        }

        assertThat(ReportText.findings(end())).doesNotContain("for one another");
    }

    /** A thread that wakes others, and never waits there itself, gives them something to do. */
    @Test
    void parkedThreadsThatOthersWakeDoNotWaitForOneAnother() throws IOException {
        ThreadScript producer = thread("producer");
        List<ThreadScript> consumers = List.of(thread("a"), thread("b"));
        for (int i = 0; i < 20; i++) {
            ThreadScript consumer = consumers.get(i % 2);
            long object = waitsAlone(consumer, PARK, State.WAIT_PARK);
            trace.pass(10 * MILLI);
            producer.wakeup(PARK, object, use);
            consumer.wait(PARK, State.WAIT_PARK, END, object, borrow);
        }

        assertThat(ReportText.findings(end())).doesNotContain("for one another");
    }
}
