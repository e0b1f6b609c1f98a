package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_IMPLEMENTATION;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;

/** Waits for threads whose oldest events a ring has overwritten: what these did then is unknown. */
class OverwrittenBlameTest extends BlameFixture {
    private final long pool = trace.newId();

    private ThreadScript worker() {
        return trace.thread("worker-" + trace.newId(), ThreadType.WORKER)
                .begin()
                .poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
    }

    /** A thread that runs the task, and whose first 20 ms are missing, during which {@code main} waits for it. */
    private ThreadScript joinedAndOverwritten(long task) {
        ThreadScript thread = trace.thread("other", ThreadType.INITIAL)
                .begin()
                .initialTaskBegin()
                .start(THREAD, task);
        syncs(main, THREAD, TASKWAIT, BEGIN, task, "join");
        trace.pass(20 * MILLI);
        trace.overwritten(thread);
        return thread;
    }

    @Test
    void taskWhoseBeginIsMissingIsNotSaidToHaveBegunLater() throws IOException {
        long task = main.create(THREAD, 0, site("start"), trace.body("app.Main.run"));
        ThreadScript other = joinedAndOverwritten(task);
        sleeps(other, 30, "nap");
        trace.pass(50 * MILLI);
        other.complete(THREAD);
        syncs(main, THREAD, TASKWAIT, END, task, "join");

        assertThat(blamed("app.Main.join"))
                .isEqualTo(lines(
                        "join(Main.java:7) [taskwait]",
                        "  50.0 % work in \"other\"",
                        "  30.0 % sleep at app.Main.nap(Main.java:7)",
                        "  20.0 % <unknown>: no event tells"));
    }

    @Test
    void taskOfWhichOnlyTheEndIsThereRanAtAnUnknownTime() throws IOException {
        long task = main.create(THREAD, 0, site("start"), trace.body("app.Main.run"));
        ThreadScript other = joinedAndOverwritten(task);
        other.complete(THREAD);
        syncs(main, THREAD, TASKWAIT, END, task, "join");

        assertThat(blamed("app.Main.join"))
                .isEqualTo(lines(
                        "join(Main.java:7) [taskwait]",
                        "  100.0 % <unknown>: no event tells",
                        "  <0.1 % until it ran again"));
    }

    @Test
    void whoWorkedForAPoolIsKnownOnceNoEventIsMissing() throws IOException {
        ThreadScript worker = worker();
        worker.pool(THREAD_POOL_EXECUTOR, BEGIN, "pool", pool, 1, site("pool"));
        ThreadScript hidden = worker();
        long first = main.create(THREAD_POOL_EXECUTOR, 0, site("submit"), trace.body("app.Main.first"));
        long last = main.create(THREAD_POOL_EXECUTOR, 0, site("submit"), trace.body("app.Main.last"));
        worker.start(THREAD_POOL_EXECUTOR, first);
        hidden.start(THREAD_POOL_EXECUTOR, last);
        syncs(main, THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, BEGIN, pool, "awaitTermination");
        trace.pass(30 * MILLI);
        trace.overwritten(hidden);
        hidden.complete(THREAD_POOL_EXECUTOR);
        trace.pass(10 * MILLI);
        worker.complete(THREAD_POOL_EXECUTOR);
        syncs(main, THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, END, pool, "awaitTermination");

        assertThat(blamed("app.Main.awaitTermination"))
                .isEqualTo(lines(
                        "awaitTermination(Main.java:7) [JDK]",
                        "  75.0 % <unknown>: no event tells",
                        "  25.0 % work in app.Main.first",
                        "  <0.1 % while none of them had work"));
    }

    @Test
    void whoWorkedWhileWorkersWereIdleIsKnownOnceNoEventIsMissing() throws IOException {
        worker();
        ThreadScript hidden = worker();
        trace.pass(30 * MILLI);
        trace.overwritten(hidden);
        sleeps(hidden, 10, "nap");

        assertThat(ReportText.of(trace.build(), 100)).contains("""
                Who worked while workers were idle (idleness in equal parts of those that worked)
                     idle   share  meanwhile
                  30.0 ms  75.0 %  <unknown>: no event tells
                  10.0 ms  25.0 %  "main"
                """);
    }
}
