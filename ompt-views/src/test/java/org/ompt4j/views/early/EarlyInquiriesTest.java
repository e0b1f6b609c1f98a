package org.ompt4j.views.early;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.views.FakeRuntime;

/** TR2, section 5. */
class EarlyInquiriesTest {
    private final FakeRuntimeEntryPoints runtime = new FakeRuntimeEntryPoints();
    private final TestTool tool = new TestTool(new CallbackLog(), EnumSet.noneOf(OmptEvent.class));
    private EarlyInquiries ask;

    @BeforeEach
    void start() {
        tool.inInitializer = lookup -> lookup.lookup("inquiries");
        tool.initialize(runtime, 0);
        ask = tool.inquiries;
    }

    private void initialRegion(OmptData region, OmptData task) {
        runtime.on(Event.IMPLICIT_TASK, OmptCallback.ImplicitTask.class)
                .implicitTask(ScopeEndpoint.BEGIN, region, task, 1, 1, TaskFlag.INITIAL);
    }

    @Test
    void statesAreEnumeratedFromFirstInTheNumbersOfTheDocument() {
        List<String> found = new ArrayList<>();
        int[] state = {OmptState.FIRST.value()};
        String[] name = {""};
        while (ask.enumerateState(state[0], state, name) == 1) {
            found.add(Integer.toHexString(state[0]) + " " + name[0]);
        }

        assertThat(found)
                .containsExactly(
                        "0 ompt_state_work_serial",
                        "1 ompt_state_work_parallel",
                        "10 ompt_state_idle",
                        "41 ompt_state_wait_barrier_implicit",
                        "60 ompt_state_wait_lock",
                        "61 ompt_state_wait_nest_lock",
                        "70 ompt_state_undefined",
                        "200 ompt4j_state_wait_condition");
        assertThat(ask.enumerateState(OmptState.FIRST.value(), null, null)).isEqualTo(1);
        assertThat(ask.enumerateState(0x7f, state, name)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "WORK_SERIAL, WORK_SERIAL",
        "WORK_PARALLEL, WORK_PARALLEL",
        "WORK_REDUCTION, WORK_REDUCTION",
        "WAIT_BARRIER_IMPLICIT_PARALLEL, WAIT_BARRIER_IMPLICIT",
        "WAIT_BARRIER_IMPLICIT_WORKSHARE, WAIT_BARRIER_IMPLICIT",
        "WAIT_BARRIER_TEAMS, WAIT_BARRIER_IMPLICIT",
        "WAIT_BARRIER_EXPLICIT, WAIT_BARRIER_EXPLICIT",
        "WAIT_BARRIER_IMPLEMENTATION, WAIT_BARRIER",
        "WAIT_TASKWAIT, WAIT_TASKWAIT",
        "WAIT_TASKGROUP, WAIT_TASKGROUP",
        "WAIT_MUTEX, WAIT_LOCK",
        "WAIT_LOCK, WAIT_LOCK",
        "WAIT_CRITICAL, WAIT_CRITICAL",
        "WAIT_ATOMIC, WAIT_ATOMIC",
        "WAIT_ORDERED, WAIT_ORDERED",
        "WAIT_TARGET, OVERHEAD",
        "WAIT_TARGET_MAP, OVERHEAD",
        "WAIT_TARGET_UPDATE, OVERHEAD",
        "IDLE, IDLE",
        "OVERHEAD, OVERHEAD",
        "UNDEFINED, UNDEFINED",
        "WAIT_CONDITION, WAIT_CONDITION",
        "WAIT_PARK, WAIT_PARK",
        "WAIT_QUEUE, WAIT_QUEUE",
        "WAIT_SLEEP, WAIT_SLEEP",
        "WAIT_IO, WAIT_IO",
        "UNKNOWN, UNKNOWN",
        "WAIT_QUEUE_FULL, WAIT_QUEUE_FULL"
    })
    void stateOfTodayIsAnsweredAsOneOfThen(State present, OmptState then) {
        runtime.state = present;

        assertThat(ask.getState(null)).isEqualTo(then);
    }

    @Test
    void threadHasAnIdAndAState() {
        long[] waitId = {-1};
        runtime.state = State.WAIT_CRITICAL;
        runtime.waitId = 99;

        assertThat(ask.getThreadId()).isEqualTo(1);
        assertThat(ask.getState(waitId)).isEqualTo(OmptState.WAIT_CRITICAL);
        assertThat(waitId[0]).isEqualTo(99);
        assertThat(ask.getState(null)).isEqualTo(OmptState.WAIT_CRITICAL);
    }

    @Test
    void statesOfOtherThreadsCanBeSampled() {
        runtime.threads.add(new FakeRuntime.Sampled(7, State.WAIT_BARRIER_IMPLICIT_PARALLEL, 40, 30));
        runtime.threads.add(new FakeRuntime.Sampled(8, State.IDLE, 0, 0));
        long[] ids = new long[3];
        long[] waitId = {-1};

        assertThat(ask.getThreadIds(null)).isEqualTo(2);
        assertThat(ask.getThreadIds(new long[1])).isEqualTo(2);
        assertThat(ask.getThreadIds(ids)).isEqualTo(2);
        assertThat(ids).containsExactly(7, 8, 0);
        assertThat(ask.getThreadState(7, waitId)).isEqualTo(OmptState.WAIT_BARRIER_IMPLICIT);
        assertThat(waitId[0]).isEqualTo(40);
        assertThat(ask.getThreadState(8, null)).isEqualTo(OmptState.IDLE);
        assertThat(ask.getThreadState(9, null)).isEqualTo(OmptState.UNDEFINED);
    }

    @Test
    void eventHasATimeOfItsOwn() {
        runtime.eventTime = 4321;

        assertThat(ask.getEventTime()).isEqualTo(4321);
    }

    @Test
    void nobodyIsLeftToSampleAfterTheShutdown() {
        runtime.threads.add(new FakeRuntime.Sampled(7, State.WAIT_LOCK, 40, 0));
        long[] waitId = {-1};

        tool.finalizeTool();

        assertThat(ask.getThreadIds(null)).isZero();
        assertThat(ask.getThreadState(7, waitId)).isEqualTo(OmptState.UNDEFINED);
        assertThat(waitId[0]).isZero();
    }

    @Test
    void workerOfAPoolWouldIdleInThePoolsLoop() {
        ForkJoinPool pool = new ForkJoinPool(1);
        try {
            assertThat(pool.submit(ask::getIdleFrame).join().method())
                    .isEqualTo("java.util.concurrent.ForkJoinPool.runWorker");
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void unknownThreadHasNeither() {
        runtime.threadData = null;

        assertThat(ask.getThreadId()).isZero();
        assertThat(ask.getState(null)).isEqualTo(OmptState.UNDEFINED);
        assertThat(ask.getIdleFrame()).isNull();
    }

    @Test
    void regionsAreFoundFromTheInnermostOutwards() {
        OmptData initial = new OmptData(10);
        initialRegion(initial, new OmptData(11));
        runtime.regions.add(new FakeRuntimeEntryPoints.Region(new OmptData(22), 2));
        runtime.regions.add(new FakeRuntimeEntryPoints.Region(new OmptData(20), 4));
        runtime.regions.add(new FakeRuntimeEntryPoints.Region(initial, 1));

        assertThat(ask.parallelId(0)).isEqualTo(22);
        assertThat(ask.teamSize(0)).isEqualTo(2);
        assertThat(ask.parallelId(1)).isEqualTo(20);
        assertThat(ask.teamSize(1)).isEqualTo(4);
        // In TR2 an initial task has no region.
        assertThat(ask.parallelId(2)).isZero();
        assertThat(ask.teamSize(2)).isEqualTo(-1);
        assertThat(ask.parallelId(3)).isZero();
        assertThat(ask.teamSize(3)).isEqualTo(-1);
        assertThat(ask.parallelId(-1)).isZero();
    }

    @Test
    void tasksAreFoundFromTheCurrentOneDown() {
        FakeRuntimeEntryPoints.Frame frame = new FakeRuntimeEntryPoints.Frame(3, 0, 0, 1, "jdk.Exit.x", null);
        runtime.tasks.add(new FakeRuntimeEntryPoints.Task(new OmptData(31), frame));
        runtime.tasks.add(new FakeRuntimeEntryPoints.Task(new OmptData(21), null));

        assertThat(ask.taskId(0)).isEqualTo(31);
        assertThat(ask.taskFrame(0)).isSameAs(frame);
        assertThat(ask.taskId(1)).isEqualTo(21);
        assertThat(ask.taskId(2)).isZero();
        assertThat(ask.taskFrame(2)).isNull();
        assertThat(ask.taskId(-1)).isZero();
    }

    @Test
    void targetIsWhatTheRuntimeSays() {
        long[] region = {-1};
        long[] operation = {-1};
        assertThat(ask.target(region, operation)).isFalse();
        assertThat(region[0]).isEqualTo(-1);

        runtime.target = new long[] {7, 8};
        assertThat(ask.target(region, operation)).isTrue();
        assertThat(region[0]).isEqualTo(7);
        assertThat(operation[0]).isEqualTo(8);
    }

    @Test
    void onlyWhoCanAskForRegionsPaysForThem() {
        FakeRuntimeEntryPoints other = new FakeRuntimeEntryPoints();
        TestTool modest = new TestTool(new CallbackLog(), EnumSet.noneOf(OmptEvent.class));
        modest.initialize(other, 0);
        assertThat(other.registered).isEmpty();

        modest.lookup.lookup("inquiries");
        assertThat(other.registered).containsOnlyKeys(Event.IMPLICIT_TASK);
    }

    @Test
    void afterTheShutdownEverythingIsUnknown() {
        runtime.tasks.add(new FakeRuntimeEntryPoints.Task(new OmptData(31), null));
        runtime.regions.add(new FakeRuntimeEntryPoints.Region(new OmptData(20), 4));
        runtime.target = new long[] {7, 8};
        tool.finalizeTool();
        long[] waitId = {-1};

        assertThat(ask.getThreadId()).isZero();
        assertThat(ask.getState(waitId)).isEqualTo(OmptState.UNDEFINED);
        assertThat(waitId[0]).isZero();
        assertThat(ask.parallelId(0)).isZero();
        assertThat(ask.teamSize(0)).isEqualTo(-1);
        assertThat(ask.taskId(0)).isZero();
        assertThat(ask.taskFrame(0)).isNull();
        assertThat(ask.target(waitId, waitId)).isFalse();
    }
}
