package org.ompt4j.views;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;

class IdlenessTest {
    private final FakeRuntime fake = new FakeRuntime();
    private final List<String> log = new ArrayList<>();
    private final Idleness idleness = new Idleness(fake, endpoint -> log.add("idle " + endpoint));
    private final ForkJoinPool pool = new ForkJoinPool(1);

    @AfterEach
    void endPool() {
        pool.shutdownNow();
    }

    private void onWorker(Runnable events) throws Exception {
        pool.submit(events).get(10, TimeUnit.SECONDS);
    }

    private void implicitTask(ScopeEndpoint endpoint, long id) {
        OmptData task = new OmptData(id);
        idleness.implicitTask(endpoint, task, () -> log.add("implicit " + endpoint + " " + id));
    }

    private void schedule(TaskStatus status) {
        idleness.taskSchedule(status, () -> log.add("task " + status));
    }

    private void enterPool() {
        fake.construct = Construct.FORK_JOIN_POOL;
        implicitTask(BEGIN, 10);
    }

    @Test
    void aWorkerIsIdleFromItsBeginToItsEndWhenItDoesNothing() throws Exception {
        onWorker(() -> {
            enterPool();
            implicitTask(END, 10);
        });

        assertThat(log).containsExactly("implicit BEGIN 10", "idle BEGIN", "idle END", "implicit END 10");
    }

    @Test
    void aTaskInterruptsIdleness() throws Exception {
        onWorker(() -> {
            enterPool();
            log.clear();
            schedule(TaskStatus.SWITCH);
            schedule(TaskStatus.YIELD);
            schedule(TaskStatus.COMPLETE);
        });

        assertThat(log).containsExactly("idle END", "task SWITCH", "task YIELD", "task COMPLETE", "idle BEGIN");
    }

    @Test
    void aTaskInATaskDoesNot() throws Exception {
        onWorker(() -> {
            enterPool();
            schedule(TaskStatus.SWITCH);
            log.clear();
            schedule(TaskStatus.SWITCH);
            schedule(TaskStatus.CANCEL);
        });

        assertThat(log).containsExactly("task SWITCH", "task CANCEL");
    }

    @Test
    void membershipInARegionInterruptsIdlenessAlsoWhileNoTaskRuns() throws Exception {
        onWorker(() -> {
            enterPool();
            log.clear();
            fake.construct = Construct.PARALLEL_STREAM;
            implicitTask(BEGIN, 11);
            schedule(TaskStatus.SWITCH);
            schedule(TaskStatus.COMPLETE);
            implicitTask(END, 11);
        });

        assertThat(log)
                .containsExactly(
                        "idle END",
                        "implicit BEGIN 11",
                        "task SWITCH",
                        "task COMPLETE",
                        "implicit END 11",
                        "idle BEGIN");
    }

    @Test
    void aLaterImplicitTaskIsNotTakenForThePools() throws Exception {
        fake.tasks.add(new FakeRuntime.Task(TaskFlag.IMPLICIT, new OmptData(11), new OmptData(31), 0));
        fake.tasks.add(new FakeRuntime.Task(TaskFlag.EXPLICIT, new OmptData(12), new OmptData(30), 0));
        fake.tasks.add(new FakeRuntime.Task(TaskFlag.IMPLICIT, new OmptData(10), new OmptData(30), 0));
        onWorker(() -> {
            fake.construct = Construct.FORK_JOIN_POOL;
            implicitTask(BEGIN, 11);
            implicitTask(END, 11);
        });

        assertThat(log).containsExactly("implicit BEGIN 11", "implicit END 11");
    }

    @Test
    void aWorkerThatWasInTheMiddleOfSomethingIsLeftOut() throws Exception {
        onWorker(() -> {
            fake.construct = Construct.PARALLEL_STREAM;
            schedule(TaskStatus.SWITCH);
            implicitTask(BEGIN, 11);
            implicitTask(END, 11);
            schedule(TaskStatus.COMPLETE);
        });

        assertThat(log).noneMatch(line -> line.startsWith("idle"));
    }

    @Test
    void aThreadOutsideOfPoolsIsNeverIdle() {
        enterPool();
        schedule(TaskStatus.SWITCH);
        schedule(TaskStatus.COMPLETE);
        implicitTask(END, 10);

        assertThat(log).noneMatch(line -> line.startsWith("idle"));
    }

    @Test
    void aThreadThatIsNoneOfTheRuntimeIsLeftOut() throws Exception {
        onWorker(() -> {
            fake.threadData = null;
            enterPool();
            schedule(TaskStatus.SWITCH);
        });

        assertThat(log).containsExactly("implicit BEGIN 10", "task SWITCH");
    }
}
