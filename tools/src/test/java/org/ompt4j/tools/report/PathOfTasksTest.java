package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.COMPLETABLE_FUTURE;
import static org.ompt4j.ompt.Construct.FORK_JOIN_TASK;
import static org.ompt4j.ompt.Construct.FUTURE_TASK;
import static org.ompt4j.ompt.Construct.PARALLEL_STREAM;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_IMPLEMENTATION;
import static org.ompt4j.ompt.SyncRegionKind.TASKGROUP;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.testing.ThreadScript;

/** Critical paths that lead through tasks, and to the threads that were made for them. */
class PathOfTasksTest extends PathFixture {

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

    /** The function of a {@code thenCompose} has returned a future after the stage was registered. */
    @Test
    void stageOfAComposedFutureComesAfterTheTaskThatIsKnownLater() throws IOException {
        long composing = main.create(COMPLETABLE_FUTURE, 0, submit, shortCode);
        long stage = main.create(COMPLETABLE_FUTURE, 0, true, submit, trace.body("app.Main.stage"));
        main.depends(COMPLETABLE_FUTURE, stage, composing, DependenceType.IN, 1);
        main.dependence(COMPLETABLE_FUTURE, composing, stage);
        one.start(COMPLETABLE_FUTURE, composing);
        waitsFor(COMPLETABLE_FUTURE, TASKWAIT, stage);
        pass(5);
        long inner = one.create(COMPLETABLE_FUTURE, 0, submit, trace.body("app.Main.inner"));
        two.start(COMPLETABLE_FUTURE, inner);
        one.complete(COMPLETABLE_FUTURE);
        one.dependence(COMPLETABLE_FUTURE, inner, stage);
        pass(7);
        two.complete(COMPLETABLE_FUTURE);
        pass(1);
        one.start(COMPLETABLE_FUTURE, stage);
        pass(3);
        one.complete(COMPLETABLE_FUTURE);
        goesOn(COMPLETABLE_FUTURE, TASKWAIT, stage);
        end();

        assertThat(path())
                .containsExactly(
                        "7 ms task in app.Main.inner",
                        "5 ms task in app.Main.fast",
                        "3 ms task in app.Main.stage",
                        "1 ms start of app.Main.stage");
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

    /** Main waits for a task that has ended before, and this is how its wait ends. */
    private void waitsForATaskThatHasEnded(WaitOutcome outcome) {
        long task = main.create(THREAD_POOL_EXECUTOR, 0, submit, shortCode);
        one.start(THREAD_POOL_EXECUTOR, task);
        one.complete(THREAD_POOL_EXECUTOR);
        waitsFor(FUTURE_TASK, TASKWAIT, task);
        pass(9);
        main.syncWaitEnds(FUTURE_TASK, TASKWAIT, outcome, task, get).sync(FUTURE_TASK, TASKWAIT, END, task, get);
        end();
    }

    @Test
    void waitForATaskThatHasEndedIsKnown() throws IOException {
        waitsForATaskThatHasEnded(WaitOutcome.UNSPECIFIED);

        assertThat(path()).containsExactly("9 ms after taskwait at app.Main.get(Main.java:9)");
    }

    @Test
    void waitForATaskThatHasEndedMayBeInterrupted() throws IOException {
        waitsForATaskThatHasEnded(WaitOutcome.INTERRUPT);

        assertThat(path()).containsExactly("9 ms interrupted: taskwait at app.Main.get(Main.java:9)");
    }

    /** The recording ends while a member of a region waits for a task that has ended. The region ends on behalf of its threads. */
    @Test
    void waitForATaskThatHasEndedMayGoOnWhenTheRecordingEnds() throws IOException {
        long task = main.create(THREAD_POOL_EXECUTOR, 0, submit, shortCode);
        one.start(THREAD_POOL_EXECUTOR, task).complete(THREAD_POOL_EXECUTOR);
        long parent = main.task();
        long region = main.parallelBegin(PARALLEL_STREAM, 1, submit, longCode);
        main.join(PARALLEL_STREAM, region, 1, 0);
        waitsFor(FUTURE_TASK, TASKWAIT, task);
        pass(9);
        main.syncWaitEnds(FUTURE_TASK, TASKWAIT, WaitOutcome.NOT_ENDED, task, get);
        main.sync(FUTURE_TASK, TASKWAIT, END, task, get);
        main.leave(PARALLEL_STREAM, 0).parallelEnd(PARALLEL_STREAM, region, parent, 1, submit);
        end();

        JsonNode longest = table("longest_regions").at("/rows/0/portions/0");
        assertThat(longest.get("name").asText()).isEqualTo("unknown: taskwait at app.Main.get(Main.java:9)");
        assertThat(longest.get("ns").asLong() / MILLI).isEqualTo(9);
    }

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

    /** The only worker has ended; neither the pool nor the wait of the main thread has. Returns the pool. */
    private long mainWaitsForThePoolWhoseLastTaskEnds() {
        long pool = trace.newId();
        one.pool(THREAD_POOL_EXECUTOR, BEGIN, "pool", pool, 1, submit).poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        waitsFor(THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, pool);
        pass(6);
        one.complete(THREAD_POOL_EXECUTOR).poolWorker(THREAD_POOL_EXECUTOR, END, pool);
        return pool;
    }

    @Test
    void terminationOfAPoolComesAfterItsLastTask() throws IOException {
        long pool = mainWaitsForThePoolWhoseLastTaskEnds();
        one.pool(THREAD_POOL_EXECUTOR, END, "pool", pool, 1, submit);
        goesOn(THREAD_POOL_EXECUTOR, BARRIER_IMPLEMENTATION, pool);
        end();

        assertThat(path()).containsExactly("6 ms task in app.Main.slow");
    }

    @Test
    void whoWaitsForTheTerminationOfAPoolGoesOnBeforeThePoolEnds() throws IOException {
        long pool = mainWaitsForThePoolWhoseLastTaskEnds();
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
}
