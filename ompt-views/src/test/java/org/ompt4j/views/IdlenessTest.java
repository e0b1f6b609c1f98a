package org.ompt4j.views;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;

class IdlenessTest {
    private final FakeRuntime fake = new FakeRuntime();
    private final List<String> log = new ArrayList<>();
    private final Idleness idleness = new Idleness(fake, endpoint -> log.add("idle " + endpoint));

    private void implicitTask(ScopeEndpoint endpoint, long id) {
        idleness.implicitTask(endpoint, () -> log.add("implicit " + endpoint + " " + id));
    }

    private void schedule(TaskStatus status) {
        idleness.taskSchedule(status, new OmptData(7), () -> log.add("task " + status));
    }

    private void enterPool() {
        idleness.poolWorker(BEGIN);
    }

    @Test
    void aWorkerIsIdleFromItsBeginToItsEndWhenItDoesNothing() {
        enterPool();
        idleness.poolWorker(END);
        schedule(TaskStatus.SWITCH);

        assertThat(log).containsExactly("idle BEGIN", "idle END", "task SWITCH");
    }

    @Test
    void aVirtualThreadThatWorksForAPoolIsNoWorkerThread() {
        enterPool();
        schedule(TaskStatus.SWITCH);
        log.clear();
        fake.tasks.add(new FakeRuntime.Task(
                TaskFlag.EXPLICIT | TaskFlag.UNTIED, new OmptData(RecordSink.FIRST_VIRTUAL_THREAD + 30), null, 0));
        enterPool();
        idleness.poolWorker(END);
        fake.tasks.clear();
        schedule(TaskStatus.COMPLETE);

        assertThat(log).containsExactly("task COMPLETE", "idle BEGIN");
    }

    @Test
    void aTaskInterruptsIdleness() {
        enterPool();
        log.clear();
        schedule(TaskStatus.SWITCH);
        schedule(TaskStatus.YIELD);
        schedule(TaskStatus.LATE_FULFILL);
        schedule(TaskStatus.COMPLETE);

        assertThat(log)
                .containsExactly(
                        "idle END", "task SWITCH", "task YIELD", "task LATE_FULFILL", "task COMPLETE", "idle BEGIN");
    }

    @Test
    void aTaskInATaskDoesNot() {
        enterPool();
        schedule(TaskStatus.SWITCH);
        log.clear();
        schedule(TaskStatus.SWITCH);
        schedule(TaskStatus.CANCEL);

        assertThat(log).containsExactly("task SWITCH", "task CANCEL");
    }

    @Test
    void aDetachedTaskHasLeftItsThread() {
        enterPool();
        schedule(TaskStatus.SWITCH);
        log.clear();
        schedule(TaskStatus.DETACH);
        schedule(TaskStatus.LATE_FULFILL);

        assertThat(log).containsExactly("task DETACH", "idle BEGIN", "task LATE_FULFILL");
    }

    @Test
    void aTaskThatGoesOnElsewhereHasLeftItsThread() {
        enterPool();
        log.clear();
        schedule(TaskStatus.SWITCH);
        idleness.taskSchedule(TaskStatus.SWITCH, null, () -> log.add("task to none"));

        assertThat(log).containsExactly("idle END", "task SWITCH", "task to none", "idle BEGIN");
    }

    @Test
    void membershipInARegionInterruptsIdlenessAlsoWhileNoTaskRuns() {
        enterPool();
        log.clear();
        implicitTask(BEGIN, 11);
        schedule(TaskStatus.SWITCH);
        schedule(TaskStatus.COMPLETE);
        implicitTask(END, 11);

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
    void aThreadThatIsNotSeenToBeginToWorkForAPoolIsNeverIdle() {
        schedule(TaskStatus.SWITCH);
        implicitTask(BEGIN, 11);
        implicitTask(END, 11);
        schedule(TaskStatus.COMPLETE);

        assertThat(log).noneMatch(line -> line.startsWith("idle"));
    }

    @Test
    void aThreadThatIsNoneOfTheRuntimeIsLeftOut() {
        fake.threadData = null;
        enterPool();
        schedule(TaskStatus.SWITCH);

        assertThat(log).containsExactly("task SWITCH");
    }
}
