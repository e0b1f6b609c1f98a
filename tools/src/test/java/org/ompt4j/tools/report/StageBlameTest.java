package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.COMPLETABLE_FUTURE;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** For which threads other threads wait at stages of futures. Not all events before the begin of a stage are recorded. */
class StageBlameTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final long pool = trace.newId();
    private final ThreadScript worker = worker("pool-1");

    @BeforeEach
    void aPool() {
        worker.pool(THREAD_POOL_EXECUTOR, BEGIN, "pool", pool, 2, site("pool"));
    }

    private ThreadScript worker(String name) {
        return trace.thread(name, ThreadType.WORKER).begin().poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
    }

    private int site(String method) {
        return trace.callSite("app.Main." + method + "(Main.java:7)");
    }

    /** Starts a thread that runs a method of this name. */
    private ThreadScript start(String code) {
        long task = main.create(THREAD, 0, site("start"), trace.body("app.Main." + code));
        return trace.thread(code, ThreadType.INITIAL).begin().initialTaskBegin().start(THREAD, task);
    }

    /** Creates a stage whose sources are not complete. */
    private long stage(ThreadScript thread, String code, long... sources) {
        long task = thread.create(COMPLETABLE_FUTURE, 0, true, site(code), trace.body("app.Main." + code));
        int count = 1 + sources.length;
        thread.depends(COMPLETABLE_FUTURE, task, task, DependenceType.OUT, count);
        for (long each : sources) {
            thread.depends(COMPLETABLE_FUTURE, task, each, DependenceType.IN, count);
        }
        for (long each : sources) {
            thread.dependence(COMPLETABLE_FUTURE, each, task);
        }
        return task;
    }

    /** Creates a task like {@code supplyAsync} does. */
    private long supplier(ThreadScript thread, String code) {
        return thread.create(COMPLETABLE_FUTURE, 0, site(code), trace.body("app.Main." + code));
    }

    /** Runs a stage that was due 30 ms before and takes 20 ms. */
    private void runsLate(ThreadScript thread, long stage) {
        thread.start(COMPLETABLE_FUTURE, stage);
        trace.pass(-1_000);
        thread.late(COMPLETABLE_FUTURE, 30 * MILLI, 0);
        trace.pass(20 * MILLI);
        thread.complete(COMPLETABLE_FUTURE);
    }

    private void runs(ThreadScript thread, long task, long millis) {
        thread.start(COMPLETABLE_FUTURE, task);
        trace.pass(millis * MILLI);
        thread.complete(COMPLETABLE_FUTURE);
    }

    private void sleeps(ThreadScript thread, long millis) {
        thread.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, site("nap"));
        trace.pass(millis * MILLI);
        thread.wait(SLEEP, State.WAIT_SLEEP, END, 0, site("nap"));
    }

    private void gets(ThreadScript thread, long task, ScopeEndpoint endpoint) {
        int site = site("get");
        if (endpoint == BEGIN) {
            thread.sync(COMPLETABLE_FUTURE, TASKWAIT, BEGIN, task, site)
                    .syncWait(COMPLETABLE_FUTURE, TASKWAIT, BEGIN, task, site);
        } else {
            thread.syncWait(COMPLETABLE_FUTURE, TASKWAIT, END, task, site)
                    .sync(COMPLETABLE_FUTURE, TASKWAIT, END, task, site);
        }
    }

    /** The causes of the only wait, in rounded milliseconds, without those of less than one. */
    private Map<String, Long> blamed() throws IOException {
        for (JsonNode table : ReportData.of(trace.build()).get("tables")) {
            if (table.get("key").asText().equals("who_made_whom_wait")) {
                Map<String, Long> parts = new LinkedHashMap<>();
                for (JsonNode each : table.get("rows").get(0).get("portions")) {
                    String text =
                            each.get("what").asText() + " " + each.get("name").asText();
                    parts.put(
                            text.replace("(Main.java:7)", "").strip(),
                            Math.round(each.get("ns").asLong() / 1e6));
                }
                parts.values().removeIf(each -> each == 0);
                return parts;
            }
        }
        throw new AssertionError("nobody waited");
    }

    /** {@code future.thenCompose(compose).thenApply(apply)}: the function compose has run, and the future that it has returned is not complete. */
    private long applyAfterComposed() {
        long compose = stage(main, "compose");
        long apply = stage(main, "apply", compose);
        runs(main, compose, 0);
        return apply;
    }

    @Test
    void stageAfterAComposedFutureIsDueToWhoCompletedThat() throws IOException {
        ThreadScript net = start("net");
        long apply = applyAfterComposed();
        gets(main, apply, BEGIN);
        sleeps(net, 70);
        trace.pass(10 * MILLI);
        runs(net, apply, 20);
        gets(main, apply, END);

        assertThat(blamed())
                .isEqualTo(Map.of(
                        "sleep at app.Main.nap", 70L,
                        "work in app.Main.net", 10L,
                        "work in app.Main.apply", 20L));
    }

    @Test
    void whoCompletedItInATaskIsFollowedToWhatMadeThatTask() throws IOException {
        ThreadScript net = start("net");
        long apply = applyAfterComposed();
        gets(main, apply, BEGIN);
        sleeps(net, 50);
        long complete = net.create(THREAD_POOL_EXECUTOR, 0, site("execute"), trace.body("app.Main.complete"));
        trace.pass(20 * MILLI);
        worker.start(THREAD_POOL_EXECUTOR, complete);
        trace.pass(10 * MILLI);
        runs(worker, apply, 20);
        gets(main, apply, END);

        assertThat(blamed())
                .isEqualTo(Map.of(
                        "sleep at app.Main.nap", 50L,
                        "in the queue of pool: app.Main.complete", 20L,
                        "work in app.Main.complete", 10L,
                        "work in app.Main.apply", 20L));
    }

    @Test
    void stageAfterAComposedFutureIsDueToTheSupplierOfThat() throws IOException {
        long compose = stage(main, "compose");
        long apply = stage(main, "apply", compose);
        gets(main, apply, BEGIN);
        worker.start(COMPLETABLE_FUTURE, compose);
        long supply = supplier(worker, "supply");
        worker.complete(COMPLETABLE_FUTURE);
        trace.pass(30 * MILLI);
        worker.start(COMPLETABLE_FUTURE, supply);
        sleeps(worker, 50);
        worker.complete(COMPLETABLE_FUTURE);
        runs(worker, apply, 20);
        gets(main, apply, END);

        assertThat(blamed())
                .isEqualTo(Map.of(
                        "in the queue of pool: app.Main.supply", 30L,
                        "sleep at app.Main.nap", 50L,
                        "work in app.Main.apply", 20L));
    }

    /** Another task that the function of thenCompose has created can end long before the future is complete. */
    @Test
    void nobodyIsKnownSinceTheLastTaskThatMayHaveCompletedTheFuture() throws IOException {
        long compose = stage(main, "compose");
        long apply = stage(main, "apply", compose);
        main.start(COMPLETABLE_FUTURE, compose);
        long besides = supplier(main, "besides");
        main.complete(COMPLETABLE_FUTURE);
        gets(main, apply, BEGIN);
        runs(worker, besides, 10);
        trace.pass(70 * MILLI);
        runs(worker, apply, 20);
        gets(main, apply, END);

        assertThat(blamed())
                .isEqualTo(Map.of(
                        "work in app.Main.besides", 10L,
                        "until somebody completed the future before app.Main.apply", 70L,
                        "work in app.Main.apply", 20L));
    }

    @Test
    void whatAWorkerDidBeforeSaysNothingOfWhoCompletedTheFuture() throws IOException {
        long apply = applyAfterComposed();
        long other = supplier(main, "other");
        gets(main, apply, BEGIN);
        runs(worker, other, 80);
        runs(worker, apply, 20);
        gets(main, apply, END);

        assertThat(blamed())
                .isEqualTo(Map.of(
                        "until somebody completed the future before app.Main.apply", 80L,
                        "work in app.Main.apply", 20L));
    }

    @Test
    void stageIsInTheQueueSinceItWasDue() throws IOException {
        long apply = stage(main, "apply");
        gets(main, apply, BEGIN);
        trace.pass(80 * MILLI);
        runsLate(worker, apply);
        gets(main, apply, END);

        assertThat(blamed())
                .isEqualTo(Map.of(
                        "until somebody completed the future before app.Main.apply", 50L,
                        "in the queue of pool: app.Main.apply", 30L,
                        "work in app.Main.apply", 20L));
    }

    @Test
    void stageAfterATaskIsInTheQueueSinceThatHasEnded() throws IOException {
        long supply = supplier(main, "supply");
        long apply = stage(main, "apply", supply);
        gets(main, apply, BEGIN);
        runs(worker, supply, 50);
        trace.pass(30 * MILLI);
        runsLate(worker, apply);
        gets(main, apply, END);

        assertThat(blamed())
                .isEqualTo(Map.of(
                        "work in app.Main.supply", 50L,
                        "in the queue of pool: app.Main.apply", 30L,
                        "work in app.Main.apply", 20L));
    }

    /** The thread that completes the future passes the function to an executor of the program, which submits a task of a pool for it. */
    @Test
    void lateStageInsideATaskThatWasMadeForItIsDueToWhoMadeThat() throws IOException {
        ThreadScript net = start("net");
        long apply = applyAfterComposed();
        gets(main, apply, BEGIN);
        sleeps(net, 50);
        long wrapper = net.create(THREAD_POOL_EXECUTOR, 0, site("execute"), trace.body("app.Main.wrapper"));
        trace.pass(30 * MILLI);
        worker.start(THREAD_POOL_EXECUTOR, wrapper).start(COMPLETABLE_FUTURE, apply);
        trace.pass(-1_000);
        worker.late(COMPLETABLE_FUTURE, 30 * MILLI + 10_000, 0);
        trace.pass(20 * MILLI);
        worker.complete(COMPLETABLE_FUTURE);
        gets(main, apply, END);

        assertThat(blamed())
                .isEqualTo(Map.of(
                        "sleep at app.Main.nap", 50L,
                        "in the queue of pool: app.Main.apply", 30L,
                        "work in app.Main.apply", 20L));
    }

    @Test
    void lateStageOfAThreadThatTakesFunctionsItselfIsNotDueToWhatThatDid() throws IOException {
        ThreadScript loop = start("loop");
        long apply = applyAfterComposed();
        gets(main, apply, BEGIN);
        trace.pass(80 * MILLI);
        runsLate(loop, apply);
        gets(main, apply, END);

        assertThat(blamed())
                .isEqualTo(Map.of(
                        "until somebody completed the future before app.Main.apply", 50L,
                        "before the begin of app.Main.apply", 30L,
                        "work in app.Main.apply", 20L));
    }

    @Test
    void threadThatWasMadeForAStageHasCompletedNothing() throws IOException {
        long apply = applyAfterComposed();
        gets(main, apply, BEGIN);
        trace.pass(80 * MILLI);
        ThreadScript made = trace.thread("made", ThreadType.INITIAL).begin().initialTaskBegin();
        runs(made, apply, 20);
        gets(main, apply, END);

        assertThat(blamed())
                .isEqualTo(Map.of(
                        "until somebody completed the future before app.Main.apply", 80L,
                        "work in app.Main.apply", 20L));
    }

    /** A virtual thread that is a pool's worker has a task of its own, in which it takes others from the queue. */
    @Test
    void virtualWorkerBetweenTwoTasksHasCompletedNothing() throws IOException {
        long virtual = main.createVirtual(site("thread"), trace.body("app.Main.run"));
        ThreadScript carrier = trace.thread("carrier", ThreadType.WORKER).begin();
        long apply = applyAfterComposed();
        ThreadScript made = trace.virtualThread(virtual).mount(carrier).poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
        gets(main, apply, BEGIN);
        trace.pass(80 * MILLI);
        runs(made, apply, 20);
        gets(main, apply, END);

        assertThat(blamed())
                .isEqualTo(Map.of(
                        "until somebody completed the future before app.Main.apply", 80L,
                        "work in app.Main.apply", 20L));
    }

    /** Tasks that a worker runs while it waits in a task come from a queue. */
    @Test
    void whoRunsAStageWhileItWaitsForAnotherOneIsNotToBlame() throws IOException {
        long apply = applyAfterComposed();
        long join = supplier(main, "join");
        long never = supplier(main, "never");
        worker.start(COMPLETABLE_FUTURE, join);
        gets(main, apply, BEGIN);
        worker.sync(COMPLETABLE_FUTURE, TASKWAIT, BEGIN, never, site("join"));
        trace.pass(80 * MILLI);
        runs(worker, apply, 20);
        gets(main, apply, END);

        assertThat(blamed())
                .isEqualTo(Map.of(
                        "until somebody completed the future before app.Main.apply", 80L,
                        "work in app.Main.apply", 20L));
    }

    @Test
    void stageThatIsNotNeededIsDueToWhoCompletedTheFuture() throws IOException {
        ThreadScript net = start("net");
        long recover = stage(main, "recover");
        gets(main, recover, BEGIN);
        sleeps(net, 100);
        net.cancel(COMPLETABLE_FUTURE, recover, CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK, 0);
        gets(main, recover, END);

        assertThat(blamed()).isEqualTo(Map.of("sleep at app.Main.nap", 100L));
    }

    /** The stage of thenCompose completes with the inner future; a thread that waits for the stage is woken after the end of the inner task. */
    @Test
    void whoWaitsForAComposedFutureWaitsForItsSupplierInTheQueueToo() throws IOException {
        ThreadScript other = worker("pool-2");
        long busy = supplier(main, "busy");
        long compose = stage(main, "compose");
        worker.start(COMPLETABLE_FUTURE, busy);
        other.start(COMPLETABLE_FUTURE, compose);
        gets(main, compose, BEGIN);
        long supply = supplier(other, "supply");
        other.complete(COMPLETABLE_FUTURE).poolWorker(THREAD_POOL_EXECUTOR, END, pool);
        trace.pass(60 * MILLI);
        worker.complete(COMPLETABLE_FUTURE);
        runs(worker, supply, 40);
        worker.wakeup(COMPLETABLE_FUTURE, compose, 0);
        gets(main, compose, END);

        assertThat(blamed())
                .isEqualTo(Map.of(
                        "in the queue of pool: app.Main.supply", 60L,
                        "work in app.Main.supply", 40L));
    }
}
