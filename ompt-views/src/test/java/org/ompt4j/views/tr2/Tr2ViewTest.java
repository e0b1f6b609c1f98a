package org.ompt4j.views.tr2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.views.early.EarlyEntryPoint;
import org.ompt4j.views.early.FakeRuntimeEntryPoints;
import org.ompt4j.views.early.FrameAddress;
import org.ompt4j.views.early.OmptEvent;
import org.ompt4j.views.early.OmptEventCallback;

/** TR2, sections 5 and 6. */
class Tr2ViewTest {
    private final FakeRuntimeEntryPoints runtime = new FakeRuntimeEntryPoints();
    private OmptFunctionLookup lookup;
    private String version = "";
    private int omptVersion;

    private int initialize(int answer) {
        Tr2Tool tool = (given, runtimeVersion, ofOmpt) -> {
            lookup = given;
            version = runtimeVersion;
            omptVersion = ofOmpt;
            return answer;
        };
        OmptStartToolResult started = new Tr2View().apply(tool).startTool(202011, "OMPT4J 1");
        assertThat(started).isNotNull();
        return started.initialize(runtime, 0);
    }

    @Test
    void initializerIsToldVersionOne() {
        assertThat(initialize(1)).isEqualTo(1);
        assertThat(version).isEqualTo("OMPT4J 1");
        assertThat(omptVersion).isEqualTo(1);
    }

    @Test
    void initializerThatAnswersZeroDeclines() {
        assertThat(initialize(0)).isZero();
    }

    @Test
    void lookupFindsTheEightInquiriesAndTheTwoOfRegistration() {
        initialize(1);

        assertThat(lookup.lookup("ompt_set_callback")).isInstanceOf(EarlyEntryPoint.SetCallback.class);
        assertThat(lookup.lookup("ompt_get_callback")).isInstanceOf(EarlyEntryPoint.GetCallback.class);
        assertThat(lookup.lookup("ompt_enumerate_state")).isInstanceOf(EarlyEntryPoint.EnumerateState.class);
        assertThat(lookup.lookup("ompt_get_thread_id")).isInstanceOf(EarlyEntryPoint.GetThreadId.class);
        assertThat(lookup.lookup("ompt_get_state")).isInstanceOf(EarlyEntryPoint.GetState.class);
        assertThat(lookup.lookup("ompt_get_idle_frame")).isInstanceOf(EarlyEntryPoint.GetIdleFrame.class);
        assertThat(lookup.lookup("ompt_get_parallel_id")).isInstanceOf(Tr2EntryPoint.GetParallelId.class);
        assertThat(lookup.lookup("ompt_get_parallel_team_size")).isInstanceOf(Tr2EntryPoint.GetParallelTeamSize.class);
        assertThat(lookup.lookup("ompt_get_task_id")).isInstanceOf(Tr2EntryPoint.GetTaskId.class);
        assertThat(lookup.lookup("ompt_get_task_frame")).isInstanceOf(Tr2EntryPoint.GetTaskFrame.class);
    }

    @Test
    void lookupFindsWhatASamplerNeeds() {
        initialize(1);

        assertThat(lookup.lookup("ompt4j_get_thread_ids")).isInstanceOf(EarlyEntryPoint.GetThreadIds.class);
        assertThat(lookup.lookup("ompt4j_get_thread_state")).isInstanceOf(EarlyEntryPoint.GetThreadState.class);
        assertThat(lookup.lookup("ompt4j_get_event_time")).isInstanceOf(EarlyEntryPoint.GetEventTime.class);
    }

    @Test
    void lookupOfWhatTheDocumentDoesNotHaveGivesNull() {
        initialize(1);

        for (String each : List.of("ompt_get_task_info", "ompt_get_parallel_info", "ompt_control", "ompt4j_runtime")) {
            assertThat(lookup.lookup(each)).as(each).isNull();
        }
    }

    @Test
    void parallelIdAndTeamSizeOfARegionThatDoesNotExist() {
        initialize(1);
        runtime.regions.add(new FakeRuntimeEntryPoints.Region(new OmptData(20), 4));
        var id = (Tr2EntryPoint.GetParallelId) lookup.lookup(Tr2EntryPoint.GetParallelId.NAME);
        var size = (Tr2EntryPoint.GetParallelTeamSize) lookup.lookup(Tr2EntryPoint.GetParallelTeamSize.NAME);

        assertThat(id.getParallelId(0)).isEqualTo(20);
        assertThat(size.getParallelTeamSize(0)).isEqualTo(4);
        assertThat(id.getParallelId(1)).isZero();
        assertThat(size.getParallelTeamSize(1)).isEqualTo(-1);
    }

    @Test
    void taskIdAndFrameByDepth() {
        initialize(1);
        FakeRuntimeEntryPoints.Frame running = new FakeRuntimeEntryPoints.Frame(7, 0, 0, 1, "jdk.Pool.run", null);
        runtime.tasks.add(new FakeRuntimeEntryPoints.Task(new OmptData(31), running));
        runtime.tasks.add(new FakeRuntimeEntryPoints.Task(
                new OmptData(21), new FakeRuntimeEntryPoints.Frame(0, 0, 0, 0, null, null)));
        var id = (Tr2EntryPoint.GetTaskId) lookup.lookup(Tr2EntryPoint.GetTaskId.NAME);
        var frame = (Tr2EntryPoint.GetTaskFrame) lookup.lookup(Tr2EntryPoint.GetTaskFrame.NAME);

        assertThat(id.getTaskId(0)).isEqualTo(31);
        assertThat(id.getTaskId(1)).isEqualTo(21);
        assertThat(id.getTaskId(2)).isZero();
        assertThat(frame.getTaskFrame(0).exitRuntimeFrame()).isEqualTo(new FrameAddress(7, "jdk.Pool.run"));
        assertThat(frame.getTaskFrame(0).reenterRuntimeFrame()).isNull();
        assertThat(frame.getTaskFrame(1).exitRuntimeFrame()).isNull();
        assertThat(frame.getTaskFrame(2)).isNull();
    }

    @Test
    void registeredCallbackCanBeAskedFor() {
        OmptEventCallback.Task callback = task -> {};
        OmptEventCallback[] found = new OmptEventCallback[1];
        Tr2Tool tool = (given, runtimeVersion, ofOmpt) -> {
            lookup = given;
            var set = (EarlyEntryPoint.SetCallback) given.lookup(EarlyEntryPoint.SetCallback.NAME);
            set.setCallback(OmptEvent.TASK_END, callback);
            return 1;
        };
        new Tr2View().apply(tool).startTool(202011, "").initialize(runtime, 0);
        var get = (EarlyEntryPoint.GetCallback) lookup.lookup(EarlyEntryPoint.GetCallback.NAME);

        assertThat(get.getCallback(OmptEvent.TASK_END, found)).isEqualTo(1);
        assertThat(found[0]).isSameAs(callback);
        assertThat(get.getCallback(OmptEvent.TASK_BEGIN, found)).isZero();
    }

    @Test
    void newRegionAndNewTaskShowWhereTheirParentStands() {
        List<Tr2Frame> seen = new ArrayList<>();
        Tr2Tool tool = (given, runtimeVersion, ofOmpt) -> {
            var set = (EarlyEntryPoint.SetCallback) given.lookup("ompt_set_callback");
            set.setCallback(OmptEvent.PARALLEL_BEGIN, (OmptEventCallback.NewParallel<Tr2Frame>)
                    (parent, frame, region, size, body) -> seen.add(frame));
            set.setCallback(OmptEvent.TASK_BEGIN, (OmptEventCallback.NewTask<Tr2Frame>)
                    (parent, frame, task, body) -> seen.add(frame));
            return 1;
        };
        new Tr2View().apply(tool).startTool(202011, "").initialize(runtime, 0);
        FakeRuntimeEntryPoints.Frame frame = new FakeRuntimeEntryPoints.Frame(3, 0, 0, 1, "jdk.Exit.x", null);

        runtime.on(Event.PARALLEL_BEGIN, OmptCallback.ParallelBegin.class)
                .parallelBegin(new OmptData(11), frame, new OmptData(20), 2, 0, 5);
        runtime.on(Event.TASK_CREATE, OmptCallback.TaskCreate.class)
                .taskCreate(new OmptData(11), frame, new OmptData(31), 4, false, 5);

        assertThat(seen).hasSize(2).allMatch(each -> each.exitRuntimeFrame().equals(new FrameAddress(3, "jdk.Exit.x")));
    }

    @Test
    void servesNothingButToolsOfItsGeneration() {
        assertThatThrownBy(() -> new Tr2View().apply("no tool")).isInstanceOf(ClassCastException.class);
    }
}
