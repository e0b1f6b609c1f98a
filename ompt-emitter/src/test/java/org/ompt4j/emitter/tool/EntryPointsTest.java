package org.ompt4j.emitter.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.emitter.RegionInfo;
import org.ompt4j.emitter.TaskInfo;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;

/** Every entry point, looked up by name and through the interface that has all: its results, depending on the event core. */
class EntryPointsTest {
    private static final Construct ANY = Construct.PARALLEL_STREAM;
    private static final OmptFrame FRAME = frame();

    @TempDir
    Path folder;

    private final TestCore core = new TestCore();
    private final TestEnvironment environment = new TestEnvironment();
    private final TestThread thread = core.thread(3);

    /** A tool that registers no callback and keeps the lookup function. */
    public static final class AskingTool implements OmptTool, OmptStartToolResult {
        static OmptFunctionLookup lookup = name -> null;

        @Override
        public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
            return this;
        }

        @Override
        public int initialize(OmptFunctionLookup given, int initialDeviceNum) {
            lookup = given;
            return 1;
        }

        @Override
        public void finalizeTool() {
            // There is nothing to finalize.
        }
    }

    private static OmptFrame frame() {
        return new OmptFrame() {
            @Override
            public int exitFrame() {
                return 4;
            }

            @Override
            public int enterFrame() {
                return 9;
            }

            @Override
            public int exitFrameFlags() {
                return RUNTIME;
            }

            @Override
            public int enterFrameFlags() {
                return APPLICATION;
            }

            @Override
            public String exitMethod() {
                return "java.util.concurrent.ForkJoinTask.doExec";
            }

            @Override
            public String enterMethod() {
                return "com.acme.App.work";
            }
        };
    }

    @BeforeEach
    void startTheTool() throws IOException {
        environment.toolLibraries =
                Libraries.folder(folder, AskingTool.class.getName()).toString();
        environment.configuration.put("profile", "full");
        RunningTools.start(environment, core, new RegistrationAnswers(environment));
        core.current = thread;
    }

    private static OmptEntryPoint.All entryPoints() {
        return (OmptEntryPoint.All) Objects.requireNonNull(AskingTool.lookup.lookup(OmptEntryPoint.All.NAME));
    }

    // ---------------------------------------------------------------- finding them

    @Test
    void everyEntryPointIsFoundUnderItsNameAsItsInterfaceAndInTheOneThatHasAll() throws ReflectiveOperationException {
        List<Class<?>> interfaces = List.of(OmptEntryPoint.class.getDeclaredClasses());
        assertThat(interfaces).hasSizeGreaterThan(20);
        for (Class<?> each : interfaces) {
            String name = (String) each.getDeclaredField("NAME").get(null);
            assertThat(AskingTool.lookup.lookup(name)).as(name).isInstanceOf(each);
            assertThat(entryPoints()).isInstanceOf(each);
        }
    }

    @Test
    void namesOfTheSpecificationAreComplete() {
        for (String name : Arrays.asList(
                "enumerate_states",
                "enumerate_mutex_impls",
                "set_callback",
                "get_callback",
                "get_thread_data",
                "get_num_procs",
                "get_num_places",
                "get_place_proc_ids",
                "get_place_num",
                "get_partition_place_nums",
                "get_proc_id",
                "get_state",
                "get_parallel_info",
                "get_task_info",
                "get_task_memory",
                "get_target_info",
                "get_num_devices",
                "get_unique_id",
                "finalize_tool")) {
            assertThat(AskingTool.lookup.lookup("ompt_" + name)).as(name).isNotNull();
        }
    }

    @Test
    void unknownNamesGiveNull() {
        assertThat(AskingTool.lookup.lookup("ompt_get_everything")).isNull();
        assertThat(AskingTool.lookup.lookup("")).isNull();
        assertThat(AskingTool.lookup.lookup("OMPT_GET_STATE")).isNull();
    }

    @Test
    void namesOfOursNeverLookLikeTheSpecifications() throws ReflectiveOperationException {
        List<String> specified = List.of("Get", "Set", "Enumerate", "Finalize");
        for (Class<?> each : OmptEntryPoint.class.getDeclaredClasses()) {
            String name = (String) each.getDeclaredField("NAME").get(null);
            assertThat(name.startsWith("ompt_") || name.startsWith("ompt4j_")).isTrue();
            assertThat(specified)
                    .anyMatch(start -> each.getSimpleName().startsWith(start)
                            || each.getSimpleName().equals("All"));
        }
    }

    // ---------------------------------------------------------------- tasks and regions

    @Test
    void taskInfoSaysEverythingOfALevel() {
        thread.tasks.add(new TaskInfo(40, TaskFlag.EXPLICIT | TaskFlag.UNDEFERRED, 20, 3));
        thread.tasks.add(new TaskInfo(39, TaskFlag.IMPLICIT, 0, 2));
        thread.frame = FRAME;
        int[] flags = new int[1];
        @Nullable OmptData[] task = new OmptData[1];
        @Nullable OmptFrame[] frame = new OmptFrame[1];
        @Nullable OmptData[] region = new OmptData[1];
        int[] number = new int[1];

        assertThat(entryPoints().getTaskInfo(0, flags, task, frame, region, number))
                .isEqualTo(OmptEntryPoint.GetTaskInfo.AVAILABLE);
        assertThat(flags[0]).isEqualTo(TaskFlag.EXPLICIT | TaskFlag.UNDEFERRED);
        assertThat(idOf(task)).isEqualTo(40);
        assertThat(frame[0]).isSameAs(FRAME);
        assertThat(idOf(region)).isEqualTo(20);
        assertThat(number[0]).isEqualTo(3);

        assertThat(entryPoints().getTaskInfo(1, flags, task, null, region, number))
                .isEqualTo(2);
        assertThat(flags[0]).isEqualTo(TaskFlag.IMPLICIT);
        assertThat(idOf(task)).isEqualTo(39);
        assertThat(region[0]).isNull();
        assertThat(number[0]).isEqualTo(2);
    }

    @Test
    void taskHasTheFlagsThatItWasCreatedWith() {
        int made = TaskFlag.EXPLICIT | TaskFlag.UNTIED | TaskFlag.EXPORTING;
        int[] flags = new int[1];
        entryPoints().on(OmptCallback.TASK_SCHEDULE, (prior, status, next) -> {});
        core.events().taskCreate(thread, 51, ANY, 30, 40, made, false, 7, 0);
        thread.tasks.add(new TaskInfo(40, TaskFlag.EXPLICIT, 20, 0));
        thread.tasks.add(new TaskInfo(41, TaskFlag.EXPLICIT, 20, 0));

        entryPoints().getTaskInfo(0, flags, null, null, null, null);
        assertThat(flags[0]).isEqualTo(made);
        entryPoints().getTaskInfo(1, flags, null, null, null, null);
        assertThat(flags[0]).as("created before the tool").isEqualTo(TaskFlag.EXPLICIT);
    }

    @Test
    void taskInfoBeyondTheStackSaysNothing() {
        thread.tasks.add(new TaskInfo(40, TaskFlag.INITIAL, 20, 0));
        int[] flags = {77};

        assertThat(entryPoints().getTaskInfo(1, flags, null, null, null, null)).isZero();
        assertThat(flags[0]).isEqualTo(77);
    }

    @Test
    void frameOfWhoMakesATaskOrARegionIsTheOneThatTheCallbackIsGiven() {
        thread.tasks.add(new TaskInfo(30, TaskFlag.INITIAL, 20, 0));
        boolean[] asked = new boolean[4];
        entryPoints().on(OmptCallback.TASK_CREATE, (parent, frame, task, flags, dependences, site) -> {
            asked[0] = isAskedInRuntime(0);
            asked[1] = isAskedInRuntime(1);
        });
        entryPoints().on(OmptCallback.PARALLEL_BEGIN, (task, frame, region, parallelism, flags, site) -> {
            asked[2] = isAskedInRuntime(0);
        });
        entryPoints().on(OmptCallback.FLUSH, (data, site) -> asked[3] = isAskedInRuntime(0));
        thread.tasks.add(new TaskInfo(29, TaskFlag.IMPLICIT, 20, 0));
        core.events().taskCreate(thread, 51, ANY, 30, 40, TaskFlag.EXPLICIT, false, 7, 0);
        core.events().parallelBegin(thread, 52, ANY, 30, 21, 4, 0, 7, 0);
        core.events().flush(thread, 53, ANY, 7);

        assertThat(asked).containsExactly(true, false, true, false);
    }

    private boolean isAskedInRuntime(int level) {
        entryPoints().getTaskInfo(level, null, null, new OmptFrame[1], null, null);
        return core.askedInRuntime;
    }

    @Test
    void stackIsWalkedOnlyForTheFrame() {
        thread.tasks.add(new TaskInfo(40, TaskFlag.INITIAL, 20, 0));
        entryPoints().getTaskInfo(0, new int[1], new OmptData[1], null, new OmptData[1], new int[1]);
        assertThat(core.stackWalks).isZero();
        entryPoints().getTaskInfo(0, null, null, new OmptFrame[1], null, null);
        assertThat(core.stackWalks).isEqualTo(1);
    }

    @Test
    void parallelInfoTellsWhatIsThereFromWhatIsOverAndWhatIsNot() {
        thread.regions.add(new RegionInfo(21, 4, true));
        thread.regions.add(new RegionInfo(20, 5, false));
        @Nullable OmptData[] region = new OmptData[1];
        int[] size = {77};

        assertThat(entryPoints().getParallelInfo(0, region, size))
                .isEqualTo(OmptEntryPoint.GetParallelInfo.NOT_AVAILABLE);
        assertThat(region[0]).isNull();
        assertThat(size[0]).isEqualTo(77);
        assertThat(entryPoints().getParallelInfo(1, region, size)).isEqualTo(OmptEntryPoint.GetParallelInfo.AVAILABLE);
        assertThat(idOf(region)).isEqualTo(20);
        assertThat(size[0]).isEqualTo(5);
        assertThat(entryPoints().getParallelInfo(2, region, size)).isEqualTo(OmptEntryPoint.GetParallelInfo.NO_REGION);
        assertThat(entryPoints().getParallelInfo(1, null, null)).isEqualTo(2);
    }

    @Test
    void threadOutsideTheRuntimeIsInNoTaskAndNoRegion() {
        core.current = null;
        long[] waitId = {7};

        assertThat(entryPoints().getTaskInfo(0, null, null, null, null, null)).isZero();
        assertThat(entryPoints().getParallelInfo(0, null, null)).isZero();
        assertThat(entryPoints().getThreadData()).isNull();
        assertThat(entryPoints().getState(waitId)).isEqualTo(State.UNDEFINED);
        assertThat(waitId[0]).isZero();
    }

    // ---------------------------------------------------------------- data

    @Test
    void toolThatRegistersAndAsksNothingIsConnectedToNothing() {
        assertThat(core.sink).isNull();
        assertThat(core.mask).isZero();
        entryPoints().getState(null);
        entryPoints().getThreadState(3, null);
        entryPoints().getParallelInfo(0, null, new int[1]);
        entryPoints().getTaskInfo(0, new int[1], null, new OmptFrame[1], null, new int[1]);
        entryPoints().getUniqueId();
        assertThat(core.sink).isNull();
        assertThat(core.mask).isZero();
    }

    @Test
    void whatTheToolStoresByAnInquiryIsThereUntilTheTaskEndsAndGoneForTheNext() {
        thread.tasks.add(new TaskInfo(40, TaskFlag.EXPLICIT, 20, 0));

        taskData(0).value = 7;
        assertThat(taskData(0).value).isEqualTo(7);
        core.events().taskSchedule(thread, 60, ANY, 40, TaskStatus.COMPLETE, 39);
        assertThat(taskData(0).value)
                .as("nobody keeps data of a task that has ended")
                .isZero();
    }

    @Test
    void inquiryAndCallbackSeeTheSameData() {
        long[] seen = new long[3];
        entryPoints().on(OmptCallback.TASK_CREATE, (parent, frame, task, flags, dependences, site) -> {
            seen[0] = task.value;
            task.value = 11;
        });
        entryPoints().on(OmptCallback.TASK_SCHEDULE, (prior, status, next) -> seen[1] = next == null ? -1 : next.value);
        entryPoints()
                .on(OmptCallback.PARALLEL_BEGIN, (task, frame, region, parallelism, flags, site) -> region.value = 12);
        core.events().parallelBegin(thread, 50, ANY, 30, 20, 4, 0, 7, 0);
        core.events().taskCreate(thread, 51, ANY, 30, 40, TaskFlag.EXPLICIT, false, 7, 0);
        core.events().taskSchedule(thread, 52, ANY, 30, TaskStatus.SWITCH, 40);
        thread.tasks.add(new TaskInfo(40, TaskFlag.EXPLICIT, 20, 0));
        thread.regions.add(new RegionInfo(20, 4, false));

        assertThat(seen).containsExactly(0, 11, 0);
        assertThat(taskData(0).value).isEqualTo(11);
        assertThat(regionData().value).isEqualTo(12);
        taskData(0).value = 13;
        core.events().taskSchedule(thread, 53, ANY, 30, TaskStatus.SWITCH, 40);
        assertThat(seen[1]).isEqualTo(13);
    }

    @Test
    void regionThatEndsWhileItIsAskedForLeavesNoDataBehind() {
        regionData(20);
        core.afterRegionInquiry = () -> {
            // The encountering thread ends the region between the two steps of the inquiry.
            thread.regions = List.of(new RegionInfo(20, 4, true));
            core.events().parallelEnd(thread, 60, ANY, 20, 30, 0, 7);
        };
        @Nullable OmptData[] region = new OmptData[1];

        assertThat(entryPoints().getParallelInfo(0, region, null))
                .isEqualTo(OmptEntryPoint.GetParallelInfo.NOT_AVAILABLE);
        assertThat(region[0]).isNull();

        core.afterRegionInquiry = () -> {};
        thread.regions = List.of(new RegionInfo(20, 4, false));
        assertThat(regionData().value).as("made anew").isZero();
    }

    private void regionData(long id) {
        thread.regions = List.of(new RegionInfo(id, 4, false));
        regionData().value = 77;
    }

    @Test
    void dataOutlivesTheTimeInWhichNoCallbackIsRegistered() {
        OmptCallback.TaskCreate create = (parent, frame, task, flags, dependences, site) -> task.value = 11;
        entryPoints().setCallback(Event.TASK_CREATE, create);
        core.events().taskCreate(thread, 51, ANY, 30, 40, TaskFlag.EXPLICIT, false, 7, 0);
        entryPoints().setCallback(Event.TASK_CREATE, null);
        assertThat(core.sink).isNull();

        long[] seen = new long[1];
        entryPoints().on(OmptCallback.TASK_SCHEDULE, (prior, status, next) -> seen[0] = next == null ? -1 : next.value);
        core.events().taskSchedule(thread, 52, ANY, 30, TaskStatus.SWITCH, 40);
        assertThat(seen[0]).isEqualTo(11);
    }

    @Test
    void oneCallbackLessKeepsTheDataOfTheOthers() {
        long[] seen = new long[2];
        entryPoints()
                .on(
                        OmptCallback.TASK_CREATE,
                        (parent, frame, task, flags, dependences, site) -> task.value = ++seen[0]);
        entryPoints().on(OmptCallback.TASK_SCHEDULE, (prior, status, next) -> seen[1] = next == null ? -1 : next.value);
        core.events().taskCreate(thread, 51, ANY, 30, 40, TaskFlag.EXPLICIT, false, 7, 0);
        entryPoints().setCallback(Event.TASK_CREATE, null);
        core.events().taskCreate(thread, 52, ANY, 30, 41, TaskFlag.EXPLICIT, false, 7, 0);
        core.events().taskSchedule(thread, 53, ANY, 30, TaskStatus.SWITCH, 40);
        assertThat(seen).containsExactly(1, 1);
        core.events().taskSchedule(thread, 54, ANY, 40, TaskStatus.SWITCH, 41);
        assertThat(seen).as("a task that began unheard has data too, zero").containsExactly(1, 0);
    }

    @Test
    void threadDataIsKeptForAToolThatOnlyAsksForIt() {
        OmptData data = Objects.requireNonNull(entryPoints().getThreadData());
        assertThat(data.id()).isEqualTo(3);
        data.value = 5;
        assertThat(entryPoints().getThreadData()).isSameAs(data);
        assertThat(core.mask).isEqualTo(Event.THREAD_END.bit());
    }

    @Test
    void threadThatHasEndedHasNoData() {
        thread.state = State.UNDEFINED;

        assertThat(entryPoints().getThreadData()).isNull();
    }

    @Test
    void afterFinalizeToolNothingIsKeptOrConnected() {
        entryPoints().on(OmptCallback.THREAD_BEGIN, (type, data) -> {});
        entryPoints().finalizeTool();
        assertThat(entryPoints().getCallback(Event.THREAD_BEGIN)).isNull();
        thread.tasks.add(new TaskInfo(40, TaskFlag.EXPLICIT, 20, 0));

        assertThat(taskData(0).id()).isEqualTo(40);
        assertThat(core.sink).isNull();
    }

    private static OmptData taskData(int level) {
        @Nullable OmptData[] task = new OmptData[1];
        assertThat(entryPoints().getTaskInfo(level, null, task, null, null, null))
                .isEqualTo(2);
        return Objects.requireNonNull(task[0]);
    }

    private static OmptData regionData() {
        @Nullable OmptData[] region = new OmptData[1];
        assertThat(entryPoints().getParallelInfo(0, region, null)).isEqualTo(2);
        return Objects.requireNonNull(region[0]);
    }

    private static long idOf(@Nullable OmptData[] data) {
        return Objects.requireNonNull(data[0]).id();
    }

    // ---------------------------------------------------------------- frames given to callbacks

    @Test
    void frameOfACallbackIsLookedUpWhenItIsAskedAndOnlyOnce() {
        @Nullable OmptFrame[] given = new OmptFrame[2];
        thread.frame = FRAME;
        entryPoints()
                .on(OmptCallback.PARALLEL_BEGIN, (task, frame, region, parallelism, flags, site) -> given[0] = frame);
        entryPoints().on(OmptCallback.TASK_CREATE, (parent, frame, task, flags, dependences, site) -> {
            given[1] = frame;
            assertThat(Objects.requireNonNull(frame).enterMethod()).isEqualTo("com.acme.App.work");
            assertThat(frame.exitFrame()).isEqualTo(4);
        });
        core.events().parallelBegin(thread, 50, ANY, 30, 20, 4, 0, 7, 0);
        assertThat(core.stackWalks).isZero();
        core.events().taskCreate(thread, 51, ANY, 30, 40, TaskFlag.EXPLICIT, false, 7, 0);
        assertThat(core.stackWalks).isEqualTo(1);

        // The tool has kept both frames: the first one was read during the callback and does not change, the second one
        // was read too late.
        thread.frame = OmptFrame.NONE;
        assertThat(Objects.requireNonNull(given[1]).enterFrame()).isEqualTo(9);
        assertThat(Objects.requireNonNull(given[0]).enterFrame()).isZero();
        assertThat(core.stackWalks).isEqualTo(1);
        assertThat(environment.messages).isEmpty();
    }

    @Test
    void eventsOnBehalfOfAnotherThreadAreAboutThatThreadAndHaveNoFrames() {
        TestThread other = core.thread(4);
        other.state = State.WAIT_CRITICAL;
        other.waitId = 99;
        other.frame = FRAME;
        other.tasks.add(new TaskInfo(60, TaskFlag.EXPLICIT, 20, 0));
        long[] seen = new long[5];
        entryPoints().on(OmptCallback.TASK_CREATE, (parent, frame, task, flags, dependences, site) -> {
            long[] waitId = new long[1];
            seen[0] = Objects.requireNonNull(entryPoints().getThreadData()).id();
            seen[1] = entryPoints().getState(waitId).value();
            seen[2] = waitId[0];
            seen[3] = taskData(0).id();
            seen[4] = Objects.requireNonNull(frame).enterFrame();
        });
        core.events().taskCreate(other, 51, ANY, 60, 61, TaskFlag.EXPLICIT, false, 7, 0);

        assertThat(seen).containsExactly(4, State.WAIT_CRITICAL.value(), 99, 60, 0);
        assertThat(environment.messages).isEmpty();
    }

    // ---------------------------------------------------------------- any thread's state

    @Test
    void threadStateSaysStateWaitTaskAndRegionOfAnyThread() {
        TestThread other = core.thread(4);
        other.state = State.WAIT_TASKWAIT;
        other.waitId = 44;
        other.taskId = 45;
        other.parallelId = 46;
        long[] waitId = new long[1];
        long[] taskId = new long[1];
        long[] parallelId = new long[1];

        assertThat(entryPoints().getThreadState(4, waitId, taskId, parallelId)).isEqualTo(State.WAIT_TASKWAIT);
        assertThat(List.of(waitId[0], taskId[0], parallelId[0])).containsExactly(44L, 45L, 46L);
        other.waitId = 47;
        assertThat(entryPoints().getThreadState(other, waitId, null, null)).isEqualTo(State.WAIT_TASKWAIT);
        assertThat(waitId[0]).isEqualTo(47);
        assertThat(entryPoints().getThreadState(4, waitId)).isEqualTo(State.WAIT_TASKWAIT);
        assertThat(entryPoints().getThreadState(5, waitId, taskId, parallelId)).isEqualTo(State.UNDEFINED);
        assertThat(List.of(waitId[0], taskId[0], parallelId[0])).containsExactly(0L, 0L, 0L);
    }

    // ---------------------------------------------------------------- what a JVM does not have

    @Test
    void placesTargetsAndMemoryAreNotAvailable() {
        OmptEntryPoint.All all = entryPoints();
        int[] numbers = {7};
        long[] longs = {7};

        assertThat(all.getNumPlaces()).isZero();
        assertThat(all.getPlaceProcIds(0, numbers)).isZero();
        assertThat(all.getPlaceNum()).isEqualTo(-1);
        assertThat(all.getPartitionPlaceNums(numbers)).isZero();
        assertThat(numbers[0]).isEqualTo(7);
        assertThat(all.getProcId()).isEqualTo(-1);
        assertThat(all.getNumProcs()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(all.getTargetInfo(longs, longs, longs)).isZero();
        assertThat(longs[0]).isEqualTo(7);
        assertThat(all.getTaskMemory(longs, longs, 0)).isZero();
        assertThat(longs[0]).isZero();
        assertThat(all.getNumDevices()).isEqualTo(1);
    }

    @Test
    void uniqueIdsAreNeverTheSame() {
        assertThat(entryPoints().getUniqueId()).isNotEqualTo(entryPoints().getUniqueId());
    }

    @Test
    void callbacksOfOneToolStopOneByOne() {
        int[] calls = new int[2];
        entryPoints().on(OmptCallback.THREAD_BEGIN, (type, data) -> calls[0]++);
        entryPoints().on(OmptCallback.THREAD_END, data -> calls[1]++);
        core.events().threadBegin(thread, 1, ANY, ThreadType.INITIAL);
        entryPoints().setCallback(Event.THREAD_BEGIN, null);
        assertThat(entryPoints().getCallback(Event.THREAD_BEGIN)).isNull();
        core.events().threadBegin(thread, 2, ANY, ThreadType.INITIAL);
        core.events().threadEnd(thread, 3, ANY);
        assertThat(calls).containsExactly(1, 1);
        assertThat(core.mask & Event.THREAD_BEGIN.bit()).isZero();
        assertThat(ScopeEndpoint.values()).isNotEmpty();
    }
}
