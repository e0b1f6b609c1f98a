package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.Construct.VIRTUAL_THREAD;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_IMPLEMENTATION;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;

/** A thread pool whose only worker is a virtual thread with known activities, except for the microseconds between events. */
class VirtualWorkersTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final ThreadScript carrier =
            trace.thread("ForkJoinPool-1-worker-1", ThreadType.WORKER).begin();
    private final long scheduler = trace.newId();
    private final long pool = trace.newId();
    private final ThreadScript worker;

    VirtualWorkersTest() {
        carrier.pool(VIRTUAL_THREAD, BEGIN, "ForkJoinPool-1", scheduler, 1, 0);
        carrier.poolWorker(VIRTUAL_THREAD, BEGIN, scheduler);
        worker = trace.virtualThread(main.createVirtual(0, 0)).mount(carrier);
        worker.pool(THREAD_POOL_EXECUTOR, BEGIN, "pool-1", pool, 1, 0);
        worker.poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
    }

    private int site(String method) {
        return trace.callSite("app.Main." + method + "(Main.java:7)");
    }

    private long submit() {
        return main.create(THREAD_POOL_EXECUTOR, 0, 0, trace.body("app.Main.task"));
    }

    private void idles(ScopeEndpoint endpoint) {
        worker.wait(THREAD, State.IDLE, endpoint, 0, 0);
    }

    private void works(long millis) {
        trace.pass(millis * MILLI);
    }

    /** The worker sleeps unmounted. */
    private void sleeps(long millis) {
        worker.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, site("sleep")).unmount();
        trace.pass(millis * MILLI);
        worker.mount(carrier).wait(SLEEP, State.WAIT_SLEEP, END, 0, site("sleep"));
    }

    /** The worker works for 20 ms and sleeps for 30 ms in one task, works for 10 ms in the other one, and is idle for 40 ms. */
    private void runs() {
        long first = submit();
        long second = submit();
        worker.start(THREAD_POOL_EXECUTOR, first);
        works(20);
        sleeps(30);
        worker.complete(THREAD_POOL_EXECUTOR);
        worker.start(THREAD_POOL_EXECUTOR, second);
        works(10);
        worker.complete(THREAD_POOL_EXECUTOR);
        idles(BEGIN);
        worker.unmount();
        trace.pass(40 * MILLI);
        worker.mount(carrier);
        idles(END);
    }

    private void ends() {
        worker.poolWorker(THREAD_POOL_EXECUTOR, END, pool);
        worker.pool(THREAD_POOL_EXECUTOR, END, "pool-1", pool, 1, 0);
        worker.complete(THREAD);
        carrier.poolWorker(VIRTUAL_THREAD, END, scheduler).end();
    }

    private static void assertMillis(double nanos, double millis) {
        assertThat(nanos / MILLI).isCloseTo(millis, within(0.1));
    }

    private static double nanos(JsonNode row, String share) {
        return row.get(share).asDouble() * row.get("worker_time").asLong();
    }

    @Test
    void timeOfAWorkerIsThatOfItsPoolWhetherItHasACarrierOrNot() throws IOException {
        runs();
        ends();

        JsonNode row = ReportData.row(ReportData.of(trace.build()), "pools", "pool", "pool-1");
        assertThat(row.get("workers").asInt()).isEqualTo(1);
        assertThat(row.get("tasks").asInt()).isEqualTo(2);
        assertMillis(nanos(row, "busy"), 20 + 10);
        assertMillis(nanos(row, "waiting"), 30);
        assertMillis(nanos(row, "idle"), 40);
        assertThat(row.get("submitted").asInt()).isEqualTo(2);
        assertMillis(row.get("queued_max").asLong(), 20 + 30);
        assertMillis(row.get("ran").asLong(), 20 + 30 + 10);
    }

    @Test
    void timeThatItIsMountedIsThatOfTheSchedulersPoolToo() throws IOException {
        runs();
        ends();

        JsonNode row = ReportData.row(ReportData.of(trace.build()), "pools", "pool", "ForkJoinPool-1");
        assertThat(row.get("workers").asInt()).isEqualTo(1);
        assertThat(row.get("tasks").asInt()).isEqualTo(1);
        assertMillis(nanos(row, "busy"), 20 + 10);
        assertMillis(nanos(row, "idle"), 30 + 40);
    }

    @Test
    void whoWaitsForThePoolWaitsForWhatItsWorkersDo() throws IOException {
        main.sync(THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, BEGIN, pool, site("end"));
        main.syncWait(THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, BEGIN, pool, site("end"));
        worker.start(THREAD_POOL_EXECUTOR, submitOf(worker));
        works(40);
        sleeps(60);
        worker.complete(THREAD_POOL_EXECUTOR);
        worker.poolWorker(THREAD_POOL_EXECUTOR, END, pool);
        main.syncWait(THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, END, pool, site("end"));
        main.sync(THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, END, pool, site("end"));

        JsonNode blame = ReportData.table(ReportData.of(trace.build()), "who_made_whom_wait");
        assertThat(blame.toString()).contains("app.Main.end", "app.Main.task", "app.Main.sleep");
    }

    private long submitOf(ThreadScript thread) {
        return thread.create(THREAD_POOL_EXECUTOR, 0, 0, trace.body("app.Main.task"));
    }

    @Test
    void worksForItsPoolAfterAPauseOfTheRecordingToo() throws IOException {
        runs();
        long from = trace.now();
        trace.pass(1_000 * MILLI);
        long to = trace.now();
        worker.unmount();
        worker.mount(carrier);
        worker.start(THREAD_POOL_EXECUTOR, submit());
        works(50);
        worker.complete(THREAD_POOL_EXECUTOR);
        ends();

        TraceInMemory whole = trace.build();
        Trace paused = new TraceWithEvents(whole, whole.eventList(), List.of(new Pause(from, to)));
        JsonNode row = ReportData.row(ReportData.of(paused), "pools", "pool", "pool-1");
        assertThat(row.get("tasks").asInt()).isEqualTo(3);
        assertMillis(nanos(row, "busy"), 20 + 10 + 50);
    }
}
