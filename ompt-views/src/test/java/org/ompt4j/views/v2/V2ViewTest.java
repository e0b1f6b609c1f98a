package org.ompt4j.views.v2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.views.early.CallbackLog;
import org.ompt4j.views.early.EarlyEntryPoint;
import org.ompt4j.views.early.FakeRuntimeEntryPoints;
import org.ompt4j.views.early.FrameAddress;
import org.ompt4j.views.early.OmptEvent;
import org.ompt4j.views.early.OmptSetResult;

/** OMPT v2, chapter 4. */
class V2ViewTest {
    private final FakeRuntimeEntryPoints runtime = new FakeRuntimeEntryPoints();
    private final CallbackLog log = new CallbackLog();
    private final List<OmptSetResult> answers = new ArrayList<>();
    private final List<String> fatal = new ArrayList<>();
    private OmptFunctionLookup lookup;
    private String versions = "";
    private OmptEvent[] events = {};

    @BeforeEach
    void forget() {
        versions = "";
    }

    private void initializer(OmptFunctionLookup given, String runtimeVersion, int omptVersion) {
        lookup = given;
        versions = runtimeVersion + " " + omptVersion;
        var set = (EarlyEntryPoint.SetCallback) given.lookup("ompt_set_callback");
        for (OmptEvent each : events) {
            answers.add(set.setCallback(each, log.callbackOf(each)));
        }
    }

    private void initialize(OmptEvent... registered) {
        events = registered;
        OmptStartToolResult started =
                new V2View().apply((V2Tool) () -> this::initializer).startTool(202011, "OMPT4J 1");
        assertThat(started).isNotNull();
        assertThat(started.initialize(runtime, 0)).isEqualTo(1);
    }

    @Test
    void toolThatReturnsAnInitializerRunsAndIsToldVersionTwo() {
        initialize();

        assertThat(versions).isEqualTo("OMPT4J 1 2");
    }

    @Test
    void toolThatReturnsNullDeclines() {
        assertThat(new V2View().apply((V2Tool) () -> null).startTool(202011, "OMPT4J 1"))
                .isNull();
    }

    @Test
    void registrationAnswersAreNumbersFromZeroToFour() {
        runtime.answers.put(Event.PARALLEL_END, org.ompt4j.ompt.SetResult.IMPOSSIBLE);
        runtime.answers.put(Event.TASK_CREATE, org.ompt4j.ompt.SetResult.SOMETIMES);
        initialize(OmptEvent.PARALLEL_BEGIN, OmptEvent.TASK_BEGIN, OmptEvent.INIT_LOCK, OmptEvent.PARALLEL_END);
        var set = (EarlyEntryPoint.SetCallback) lookup.lookup("ompt_set_callback");

        assertThat(answers).extracting(OmptSetResult::value).containsExactly(4, 3, 2, 1);
        assertThat(set.setCallback(OmptEvent.TASK_END, log.callbackOf(OmptEvent.TASK_END))
                        .value())
                .isZero();
    }

    @Test
    void registeredCallbackCanBeAskedForAfterwards() {
        initialize(OmptEvent.TASK_END);
        var get = (EarlyEntryPoint.GetCallback) lookup.lookup("ompt_get_callback");

        assertThat(get.getCallback(OmptEvent.TASK_END, null)).isEqualTo(1);
        assertThat(get.getCallback(OmptEvent.TASK_BEGIN, null)).isZero();
    }

    @Test
    void lookupFindsWhatTheChapterNamesAndNothingElse() {
        initialize();

        assertThat(lookup.lookup("ompt_enumerate_state")).isInstanceOf(EarlyEntryPoint.EnumerateState.class);
        assertThat(lookup.lookup("ompt_get_idle_frame")).isInstanceOf(EarlyEntryPoint.GetIdleFrame.class);
        assertThat(lookup.lookup("ompt_get_thread_id")).isInstanceOf(EarlyEntryPoint.GetThreadId.class);
        assertThat(lookup.lookup("ompt_get_state")).isInstanceOf(EarlyEntryPoint.GetState.class);
        assertThat(lookup.lookup("ompt4j_get_thread_ids")).isInstanceOf(EarlyEntryPoint.GetThreadIds.class);
        assertThat(lookup.lookup("ompt4j_get_thread_state")).isInstanceOf(EarlyEntryPoint.GetThreadState.class);
        assertThat(lookup.lookup("ompt4j_get_event_time")).isInstanceOf(EarlyEntryPoint.GetEventTime.class);
        assertThat(lookup.lookup("ompt_get_parallel_info")).isInstanceOf(V2EntryPoint.GetParallelInfo.class);
        assertThat(lookup.lookup("ompt_get_task_info")).isInstanceOf(V2EntryPoint.GetTaskInfo.class);
        assertThat(lookup.lookup("ompt_get_target_info")).isInstanceOf(V2EntryPoint.GetTargetInfo.class);
        assertThat(lookup.lookup("ompt_get_parallel_id")).isNull();
        assertThat(lookup.lookup("ompt_get_task_frame")).isNull();
    }

    @Test
    void eventsAreThoseOfTr2() {
        initialize(OmptEvent.IMPLICIT_TASK_BEGIN, OmptEvent.IMPLICIT_TASK_END);
        OmptData implicit = new OmptData(21);
        OmptCallback.ImplicitTask tasks = runtime.on(Event.IMPLICIT_TASK, OmptCallback.ImplicitTask.class);
        tasks.implicitTask(ScopeEndpoint.BEGIN, new OmptData(20), implicit, 1, 0, TaskFlag.IMPLICIT);
        tasks.implicitTask(ScopeEndpoint.END, null, implicit, 0, 0, TaskFlag.IMPLICIT);

        assertThat(log.take()).containsExactly("implicit_task_begin 20 21", "implicit_task_end 20 21");
    }

    @Test
    void idsOfNobodyAreNone() {
        initialize();
        runtime.threadData = null;
        long[] id = {-1};
        int[] teamSize = {-7};
        V2Frame[] frame = new V2Frame[1];
        long[] operation = {-1};

        assertThat(((EarlyEntryPoint.GetThreadId) lookup.lookup("ompt_get_thread_id")).getThreadId())
                .isEqualTo(OmptId.THREAD_NONE);
        var parallel = (V2EntryPoint.GetParallelInfo) lookup.lookup("ompt_get_parallel_info");
        assertThat(parallel.getParallelInfo(0, id, teamSize)).isZero();
        assertThat(id[0]).isEqualTo(OmptId.PARALLEL_NONE);
        assertThat(teamSize[0]).isEqualTo(-7);
        id[0] = -1;
        var task = (V2EntryPoint.GetTaskInfo) lookup.lookup("ompt_get_task_info");
        assertThat(task.getTaskInfo(0, id, frame)).isZero();
        assertThat(id[0]).isEqualTo(OmptId.TASK_NONE);
        assertThat(frame[0]).isNull();
        id[0] = -1;
        var target = (V2EntryPoint.GetTargetInfo) lookup.lookup("ompt_get_target_info");
        assertThat(target.getTargetInfo(id, operation)).isZero();
        assertThat(id[0]).isEqualTo(OmptId.TARGET_NONE);
        assertThat(operation[0]).isEqualTo(OmptId.TARGET_NONE);
        assertThat(((EarlyEntryPoint.GetState) lookup.lookup("ompt_get_state"))
                        .getState(id)
                        .specName())
                .isEqualTo("undefined");
        assertThat(id[0]).isEqualTo(OmptId.WAIT_NONE);
    }

    @Test
    void idsOfSomebodyAreTheirs() {
        initialize();
        runtime.regions.add(new FakeRuntimeEntryPoints.Region(new OmptData(20), 4));
        runtime.tasks.add(new FakeRuntimeEntryPoints.Task(
                new OmptData(31), new FakeRuntimeEntryPoints.Frame(3, 9, 0, 1, "jdk.Exit.x", "com.acme.App.main")));
        runtime.target = new long[] {7, 8};
        long[] id = {-1};
        int[] teamSize = {-1};
        V2Frame[] frame = new V2Frame[1];
        long[] operation = {-1};

        assertThat(((EarlyEntryPoint.GetThreadId) lookup.lookup("ompt_get_thread_id")).getThreadId())
                .isEqualTo(1);
        var parallel = (V2EntryPoint.GetParallelInfo) lookup.lookup("ompt_get_parallel_info");
        assertThat(parallel.getParallelInfo(0, id, teamSize)).isEqualTo(1);
        assertThat(id[0]).isEqualTo(20);
        assertThat(teamSize[0]).isEqualTo(4);
        assertThat(parallel.getParallelInfo(0, null, null)).isEqualTo(1);
        var task = (V2EntryPoint.GetTaskInfo) lookup.lookup("ompt_get_task_info");
        assertThat(task.getTaskInfo(0, id, frame)).isEqualTo(1);
        assertThat(id[0]).isEqualTo(31);
        assertThat(frame[0].exitFrame()).isEqualTo(new FrameAddress(3, "jdk.Exit.x"));
        assertThat(frame[0].enterFrame()).isEqualTo(new FrameAddress(9, "com.acme.App.main"));
        var target = (V2EntryPoint.GetTargetInfo) lookup.lookup("ompt_get_target_info");
        assertThat(target.getTargetInfo(id, operation)).isEqualTo(1);
        assertThat(id[0]).isEqualTo(7);
        assertThat(operation[0]).isEqualTo(8);
    }

    // ---------------------------------------------------------------- OMP_TOOL

    private OmpToolCheck ompTool(String value) {
        return new OmpToolCheck(() -> value, fatal::add);
    }

    @ParameterizedTest
    @ValueSource(strings = {"enabled", "ENABLED", " Enabled\t", "eNabled "})
    void enabledIsSoInAnyCaseAndWithBlanksAround(String value) {
        assertThat(ompTool(value).isEnabled()).isTrue();
        assertThat(fatal).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"disabled", "DISABLED", "  Disabled  "})
    void disabledToolIsNotEvenCalled(String value) {
        List<String> called = new ArrayList<>();
        V2Tool tool = () -> {
            called.add("ompt_tool");
            return this::initializer;
        };

        assertThat(new V2View(ompTool(value)).apply(tool).startTool(202011, "OMPT4J 1"))
                .isNull();
        assertThat(called).isEmpty();
        assertThat(fatal).isEmpty();
    }

    @Test
    void unsetIsEnabled() {
        assertThat(ompTool(null).isEnabled()).isTrue();
        assertThat(fatal).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yes", "enabled,", "en abled", "1"})
    void anyOtherValueIsFatal(String value) {
        assertThat(ompTool(value).isEnabled()).isFalse();
        assertThat(fatal)
                .singleElement()
                .asString()
                .startsWith("ompt4j: fatal error")
                .contains("OMP_TOOL")
                .contains("illegal value \"" + value + "\"");
    }
}
