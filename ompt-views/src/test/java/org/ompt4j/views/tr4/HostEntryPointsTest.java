package org.ompt4j.views.tr4;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.views.EntryPointTypes;
import org.ompt4j.views.EntryPoints;
import org.ompt4j.views.FakeRuntime;
import org.ompt4j.views.FakeRuntime.Task;
import org.ompt4j.views.tr4.Tr4.OmpState;
import org.ompt4j.views.tr4.Tr4.OmptTaskType;

/** The sixteen entry points of the first table of the OMPT overview of the TR4 era. */
class HostEntryPointsTest {
    private final FakeRuntime fake = new FakeRuntime();
    private final HostEntryPoints host =
            new HostEntryPoints(fake, new EntryPoints(fake), new HostEvents(new EntryPoints(fake)));

    private <T> T ask(Class<T> type) {
        return EntryPointTypes.lookUp(host, type);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Tr4EntryPoint.EnumerateStates.class,
                Tr4EntryPoint.EnumerateMutexImpls.class,
                Tr4EntryPoint.SetCallback.class,
                Tr4EntryPoint.GetCallback.class,
                Tr4EntryPoint.GetThreadData.class,
                Tr4EntryPoint.GetNumPlaces.class,
                Tr4EntryPoint.GetPlaceProcIds.class,
                Tr4EntryPoint.GetPlaceNum.class,
                Tr4EntryPoint.GetPartitionPlaceNums.class,
                Tr4EntryPoint.GetProcId.class,
                Tr4EntryPoint.GetState.class,
                Tr4EntryPoint.GetParallelInfo.class,
                Tr4EntryPoint.GetTaskInfo.class,
                Tr4EntryPoint.GetNumDevices.class,
                Tr4EntryPoint.GetTargetInfo.class,
                Tr4EntryPoint.GetUniqueId.class
            })
    void eachIsFoundByItsName(Class<?> type) throws ReflectiveOperationException {
        String name = (String) type.getField("NAME").get(null);

        assertThat(name)
                .isEqualTo("ompt"
                        + type.getSimpleName().replaceAll("([A-Z])", "_$1").toLowerCase());
        assertThat(host.lookup(name)).isInstanceOf(type);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ompt_get_thread_data_t",
                "OMPT_GET_STATE",
                "ompt_finalize_tool",
                "ompt_get_num_procs",
                "ompt_get_task_memory",
                "ompt_get_device_time"
            })
    void othersAreUnknown(String name) {
        assertThat(host.lookup(name)).isNull();
    }

    @Test
    void namesOfOursAreFoundToo() {
        assertThat(host.lookup(Ompt4jRuntime.NAME)).isInstanceOf(Ompt4jRuntime.class);
    }

    @Test
    void statesAreEnumeratedInOrderAndEachOnce() {
        List<Integer> values = new ArrayList<>();
        List<String> names = new ArrayList<>();
        int[] next = {OmpState.UNDEFINED.value()};
        @Nullable String[] name = new String[1];
        while (ask(Tr4EntryPoint.EnumerateStates.class).enumerateStates(next[0], next, name) == 1) {
            values.add(next[0]);
            names.add(name[0]);
        }

        assertThat(values)
                .doesNotHaveDuplicates()
                .isSorted()
                .contains(0x000, 0x010, 0x011, 0x013, 0x014, 0x044, 0x100, 0x101, 0x204, 0x205, 0x206)
                .doesNotContain(0x015, 0x016, 0x102);
        assertThat(names).contains("omp_state_work_serial", "omp_state_wait_barrier", "ompt4j_state_wait_io");
        assertThat(ask(Tr4EntryPoint.EnumerateStates.class).enumerateStates(0x206, next, name))
                .isZero();
        assertThat(ask(Tr4EntryPoint.EnumerateStates.class).enumerateStates(OmpState.UNDEFINED.value(), null, null))
                .isOne();
    }

    @Test
    void mechanismsOfMutualExclusionAreThoseOfTheRuntime() {
        int[] next = new int[1];
        @Nullable String[] name = new String[1];

        assertThat(ask(Tr4EntryPoint.EnumerateMutexImpls.class).enumerateMutexImpls(0, next, name))
                .isOne();
        assertThat(next[0]).isOne();
        assertThat(name[0]).isEqualTo("monitor");
        assertThat(ask(Tr4EntryPoint.EnumerateMutexImpls.class).enumerateMutexImpls(1, next, name))
                .isZero();
    }

    @Test
    void aCallbackIsGivenBackUntilItIsUnregistered() {
        Tr4Callback.ThreadEnd callback = thread -> {};

        assertThat(ask(Tr4EntryPoint.GetCallback.class).getCallback(Tr4Event.THREAD_END))
                .isNull();
        ask(Tr4EntryPoint.SetCallback.class).setCallback(Tr4Event.THREAD_END, callback);
        assertThat(ask(Tr4EntryPoint.GetCallback.class).getCallback(Tr4Event.THREAD_END))
                .isSameAs(callback);
        ask(Tr4EntryPoint.SetCallback.class).setCallback(Tr4Event.THREAD_END, null);
        assertThat(ask(Tr4EntryPoint.GetCallback.class).getCallback(Tr4Event.THREAD_END))
                .isNull();
    }

    @Test
    void typeOfATaskIsAnswered() {
        int[] type = new int[1];
        fake.tasks.add(new Task(TaskFlag.IMPLICIT, new OmptData(20), new OmptData(30), 2));
        ask(Tr4EntryPoint.GetTaskInfo.class).getTaskInfo(0, type, null, null, null, null);

        assertThat(type[0]).isEqualTo(OmptTaskType.IMPLICIT);
    }

    @ParameterizedTest
    @EnumSource
    void everyStateHasItsCounterpart(State present) {
        fake.state = present;

        OmpState expected = switch (present) {
            case WAIT_BARRIER_IMPLEMENTATION -> OmpState.WAIT_BARRIER;
            case WORK_FREE_AGENT -> OmpState.WORK_PARALLEL;
            case WAIT_BARRIER_TEAMS -> OmpState.WAIT_BARRIER_IMPLICIT;
            default -> OmpState.valueOf(present.name());
        };
        assertThat(ask(Tr4EntryPoint.GetState.class).getState(null)).isEqualTo(expected);
    }

    @Test
    void stateHasTheNumbersOfThisGeneration() {
        long[] waitId = new long[1];
        fake.state = State.WAIT_BARRIER_IMPLEMENTATION;
        fake.waitId = 12;

        assertThat(ask(Tr4EntryPoint.GetState.class).getState(waitId)).isEqualTo(OmpState.WAIT_BARRIER);
        assertThat(waitId[0]).isEqualTo(12);
    }

    @Test
    void parallelAndTaskInformationIsPassedOn() {
        OmptData task = new OmptData(20);
        OmptData region = new OmptData(30);
        fake.tasks.add(new Task(TaskFlag.EXPLICIT | TaskFlag.UNTIED | TaskFlag.TASKWAIT, task, region, 2));
        int[] number = new int[1];
        int[] type = new int[1];
        @Nullable OmptData[] data = new OmptData[1];
        @Nullable OmptData[] parallel = new OmptData[1];
        @Nullable OmptFrame[] frame = new OmptFrame[1];

        assertThat(ask(Tr4EntryPoint.GetParallelInfo.class).getParallelInfo(0, parallel, number))
                .isEqualTo(2);
        assertThat(parallel[0]).isSameAs(region);
        assertThat(number[0]).isEqualTo(3);
        assertThat(ask(Tr4EntryPoint.GetParallelInfo.class).getParallelInfo(1, parallel, number))
                .isZero();
        parallel[0] = null;
        assertThat(ask(Tr4EntryPoint.GetTaskInfo.class).getTaskInfo(0, type, data, frame, parallel, number))
                .isEqualTo(2);
        assertThat(type[0]).isEqualTo(OmptTaskType.EXPLICIT | OmptTaskType.UNTIED);
        assertThat(data[0]).isSameAs(task);
        assertThat(frame[0]).isSameAs(OmptFrame.NONE);
        assertThat(parallel[0]).isSameAs(region);
        assertThat(number[0]).isEqualTo(2);
        assertThat(ask(Tr4EntryPoint.GetTaskInfo.class).getTaskInfo(1, null, null, null, null, null))
                .isZero();
    }

    @Test
    void theOtherAnswersAreThoseOfTheRuntime() {
        long[] targetId = new long[1];

        assertThat(ask(Tr4EntryPoint.GetThreadData.class).getThreadData()).isSameAs(fake.threadData);
        assertThat(ask(Tr4EntryPoint.GetUniqueId.class).getUniqueId()).isEqualTo(4711);
        assertThat(ask(Tr4EntryPoint.GetNumDevices.class).getNumDevices()).isEqualTo(2);
        assertThat(ask(Tr4EntryPoint.GetNumPlaces.class).getNumPlaces()).isEqualTo(4);
        assertThat(ask(Tr4EntryPoint.GetPlaceProcIds.class).getPlaceProcIds(1, null))
                .isEqualTo(6);
        assertThat(ask(Tr4EntryPoint.GetPlaceNum.class).getPlaceNum()).isEqualTo(6);
        assertThat(ask(Tr4EntryPoint.GetPartitionPlaceNums.class).getPartitionPlaceNums(null))
                .isEqualTo(7);
        assertThat(ask(Tr4EntryPoint.GetProcId.class).getProcId()).isEqualTo(9);
        assertThat(ask(Tr4EntryPoint.GetTargetInfo.class).getTargetInfo(null, targetId, null))
                .isOne();
        assertThat(targetId[0]).isEqualTo(8);
    }
}
