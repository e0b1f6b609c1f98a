package org.ompt4j.views.tr4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.BEGINEND;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TargetDataOpType;
import org.ompt4j.ompt.TargetKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.views.EntryPoints;
import org.ompt4j.views.FakeRuntime;
import org.ompt4j.views.tr4.Tr4.OmptCancelFlag;
import org.ompt4j.views.tr4.Tr4.OmptInvoker;
import org.ompt4j.views.tr4.Tr4.OmptMutexKind;
import org.ompt4j.views.tr4.Tr4.OmptSetResult;
import org.ompt4j.views.tr4.Tr4.OmptTargetDataOp;
import org.ompt4j.views.tr4.Tr4.OmptTargetMapFlag;

/** The twenty-nine callbacks of the OMPT overview of the TR4 era: the events from which they come, their arguments, and the results of registering them. */
class HostEventsTest {
    private static final OmptData TASK = new OmptData(20);
    private static final OmptData OTHER_TASK = new OmptData(21);
    private static final OmptData REGION = new OmptData(30);

    private final FakeRuntime fake = new FakeRuntime();
    private final HostEvents events = new HostEvents(new EntryPoints(fake));
    private final List<String> heard = new ArrayList<>();

    /** Registers a callback that logs its arguments, with ids in place of data. */
    private OmptSetResult listenTo(Tr4Event event) {
        Class<?> type = typeOf(event);
        Object callback =
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    heard.add(method.getName()
                            + Arrays.stream(arguments).map(this::text).collect(Collectors.toList()));
                    return method.getReturnType() == int.class ? 5 : null;
                });
        return events.set(event, (Tr4Callback) callback);
    }

    private String text(Object argument) {
        if (argument instanceof OmptData data) {
            return "#" + data.id();
        } else if (argument instanceof int[] numbers) {
            return Arrays.toString(numbers);
        } else if (argument instanceof Object[] array) {
            return Arrays.toString(array);
        } else if (argument instanceof OmptDevice) {
            return "device";
        } else if (argument instanceof DeviceTracing) {
            return "tracing";
        }
        return String.valueOf(argument);
    }

    private static Class<?> typeOf(Tr4Event event) {
        StringBuilder name = new StringBuilder();
        for (String word : event.name().split("_")) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase());
        }
        for (Class<?> each : Tr4Callback.class.getDeclaredClasses()) {
            if (each.getSimpleName().contentEquals(name)) {
                return each;
            }
        }
        throw new AssertionError(name + " is not there");
    }

    // ---------------------------------------------------------------- registration

    @ParameterizedTest
    @EnumSource
    void everyEventCanBeRegisteredAndUnregistered(Tr4Event event) {
        assertThat(listenTo(event)).isEqualTo(event == Tr4Event.IDLE ? OmptSetResult.SOMETIMES : OmptSetResult.ALWAYS);
        assertThat(fake.registered).isNotEmpty();

        events.set(event, null);
        assertThat(fake.registered).isEmpty();
        assertThat(events.get(event)).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void mandatoryEventsAnswerAlwaysAndOthersWhatTheRuntimeSays(Tr4Event event) {
        for (SetResult each : SetResult.values()) {
            for (Event source : Event.values()) {
                fake.answers.put(source, each);
            }
            OmptSetResult answer = listenTo(event);

            if (each == SetResult.ERROR) {
                assertThat(answer).isEqualTo(OmptSetResult.ERROR);
            } else if (event.isMandatory()) {
                assertThat(answer).isEqualTo(OmptSetResult.ALWAYS);
            } else if (each == SetResult.NEVER || each == SetResult.IMPOSSIBLE) {
                assertThat(answer).isEqualTo(OmptSetResult.NEVER);
            } else if (event == Tr4Event.IDLE) {
                assertThat(answer).isEqualTo(OmptSetResult.SOMETIMES);
            } else {
                assertThat(answer.name()).isEqualTo(each.name());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCallbackOfAnotherTypeIsAnError(Tr4Event event) {
        Tr4Callback wrong =
                event == Tr4Event.IDLE ? (Tr4Callback.ThreadEnd) thread -> {} : (Tr4Callback.Idle) endpoint -> {};

        assertThat(events.set(event, wrong)).isEqualTo(OmptSetResult.ERROR);
        assertThat(events.get(event)).isNull();
        assertThat(fake.registered).isEmpty();
    }

    @Test
    void registeringAfterTheEndIsAnError() {
        events.end();

        assertThat(listenTo(Tr4Event.FLUSH)).isEqualTo(OmptSetResult.ERROR);
    }

    @Test
    void aSourceThatSeveralEventsNeedStaysUntilTheLastIsUnregistered() {
        listenTo(Tr4Event.TASK_CREATE);
        listenTo(Tr4Event.IDLE);
        assertThat(fake.registered)
                .containsOnlyKeys(Event.TASK_CREATE, Event.IMPLICIT_TASK, Event.TASK_SCHEDULE, Event.POOL_WORKER);

        events.set(Tr4Event.TASK_CREATE, null);
        assertThat(fake.registered).containsOnlyKeys(Event.IMPLICIT_TASK, Event.TASK_SCHEDULE, Event.POOL_WORKER);
    }

    // ---------------------------------------------------------------- threads, regions and tasks

    @ParameterizedTest
    @EnumSource
    void threadsBeginAndEnd(ThreadType type) {
        listenTo(Tr4Event.THREAD_BEGIN);
        listenTo(Tr4Event.THREAD_END);
        OmptCallback.ThreadBegin begin = fake.callback(Event.THREAD_BEGIN);
        OmptCallback.ThreadEnd end = fake.callback(Event.THREAD_END);

        begin.threadBegin(type, new OmptData(9));
        end.threadEnd(new OmptData(9));

        assertThat(heard).containsExactly("threadBegin[" + type + ", #9]", "threadEnd[#9]");
    }

    @ParameterizedTest
    @CsvSource({"1, PROGRAM", "2, RUNTIME", "-2147483647, PROGRAM", "-2147483646, RUNTIME"})
    void regionsSayWhoInvokesThem(int flags, OmptInvoker invoker) {
        listenTo(Tr4Event.PARALLEL_BEGIN);
        listenTo(Tr4Event.PARALLEL_END);
        OmptCallback.ParallelBegin begin = fake.callback(Event.PARALLEL_BEGIN);
        OmptCallback.ParallelEnd end = fake.callback(Event.PARALLEL_END);

        begin.parallelBegin(TASK, null, REGION, 4, flags, 77);
        end.parallelEnd(REGION, TASK, flags, 78);

        assertThat(flags & (ParallelFlag.INVOKER_PROGRAM | ParallelFlag.INVOKER_RUNTIME))
                .isPositive();
        assertThat(heard)
                .containsExactly(
                        "parallelBegin[#20, null, #30, 4, " + invoker + ", 77]",
                        "parallelEnd[#30, #20, " + invoker + ", 78]");
    }

    @Test
    void implicitTasksBeginAndEnd() {
        listenTo(Tr4Event.IMPLICIT_TASK);
        OmptCallback.ImplicitTask callback = fake.callback(Event.IMPLICIT_TASK);

        callback.implicitTask(BEGIN, REGION, TASK, 4, 1, TaskFlag.IMPLICIT);
        callback.implicitTask(END, null, TASK, 4, 1, TaskFlag.IMPLICIT);

        assertThat(heard).containsExactly("implicitTask[BEGIN, #30, #20, 4, 1]", "implicitTask[END, null, #20, 4, 1]");
    }

    @Test
    void initialTasksAreCreatedInstead() {
        listenTo(Tr4Event.IMPLICIT_TASK);
        listenTo(Tr4Event.TASK_CREATE);
        OmptCallback.ImplicitTask callback = fake.callback(Event.IMPLICIT_TASK);

        callback.implicitTask(BEGIN, REGION, TASK, 1, 1, TaskFlag.INITIAL);
        callback.implicitTask(END, null, TASK, 0, 1, TaskFlag.INITIAL);

        assertThat(heard).containsExactly("taskCreate[null, null, #20, 1, false, 0]");
    }

    @Test
    void explicitTasksAreCreatedWithTheTypesOfThisGeneration() {
        listenTo(Tr4Event.TASK_CREATE);
        OmptCallback.TaskCreate callback = fake.callback(Event.TASK_CREATE);

        callback.taskCreate(TASK, null, OTHER_TASK, TaskFlag.EXPLICIT | TaskFlag.UNDEFERRED, true, 7);
        callback.taskCreate(TASK, null, OTHER_TASK, TaskFlag.TASKWAIT | TaskFlag.MERGED, false, 0);
        callback.taskCreate(TASK, null, OTHER_TASK, TaskFlag.EXPLICIT | TaskFlag.UNTIED, false, 0);

        assertThat(heard)
                .containsExactly(
                        "taskCreate[#20, null, #21, " + 0x8000004 + ", true, 7]",
                        "taskCreate[#20, null, #21, " + 0x80000000 + ", false, 0]",
                        "taskCreate[#20, null, #21, " + 0x10000004 + ", false, 0]");
    }

    @ParameterizedTest
    @EnumSource
    void tasksAreLeftForAReason(TaskStatus status) {
        listenTo(Tr4Event.TASK_SCHEDULE);
        OmptCallback.TaskSchedule callback = fake.callback(Event.TASK_SCHEDULE);

        callback.taskSchedule(TASK, status, OTHER_TASK);

        Set<TaskStatus> same = EnumSet.of(TaskStatus.COMPLETE, TaskStatus.YIELD, TaskStatus.CANCEL);
        String other = status == TaskStatus.LATE_FULFILL ? "COMPLETE" : "OTHERS";
        String expected = same.contains(status) ? status.name() : other;
        assertThat(heard).containsExactly("taskSchedule[#20, " + expected + ", #21]");
    }

    @Test
    void dependencesHaveTheNumbersOfThisGeneration() {
        listenTo(Tr4Event.TASK_DEPENDENCES);
        listenTo(Tr4Event.TASK_DEPENDENCE);
        OmptCallback.Dependences dependences = fake.callback(Event.DEPENDENCES);
        OmptCallback.TaskDependence dependence = fake.callback(Event.TASK_DEPENDENCE);
        OmptDependence[] deps = new OmptDependence[DependenceType.values().length];
        for (DependenceType each : DependenceType.values()) {
            deps[each.ordinal()] = new OmptDependence(each.value(), each);
        }

        dependences.dependences(TASK, deps, 7);
        dependences.dependences(TASK, deps, 1);
        dependence.taskDependence(TASK, OTHER_TASK);

        String form = "OmptTaskDependence[variableAddr=%s, dependenceFlags=%s]";
        assertThat(heard)
                .containsExactly(
                        "taskDependences[#20, ["
                                + String.join(
                                        ", ",
                                        form.formatted(1, "IN"),
                                        form.formatted(2, "OUT"),
                                        form.formatted(3, "INOUT"),
                                        form.formatted(4, "INOUT"),
                                        form.formatted(5, "OUT"),
                                        form.formatted(6, "IN"),
                                        form.formatted(7, "INOUT"))
                                + "], 7]",
                        "taskDependences[#20, [" + form.formatted(1, "IN") + "], 1]",
                        "taskDependence[#20, #21]");
    }

    @Test
    void cancelPassesItsFlagsOn() {
        listenTo(Tr4Event.CANCEL);
        OmptCallback.Cancel callback = fake.callback(Event.CANCEL);

        callback.cancel(TASK, CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK, 7);
        callback.cancel(TASK, CancelFlag.PARALLEL | CancelFlag.DETECTED, 7);
        callback.cancel(TASK, CancelFlag.SECTIONS | CancelFlag.ACTIVATED, 7);
        callback.cancel(TASK, CancelFlag.LOOP | CancelFlag.ACTIVATED, 7);

        assertThat(heard)
                .containsExactly(
                        "cancel[#20, 72, 7]", "cancel[#20, 33, 7]", "cancel[#20, 18, 7]", "cancel[#20, 20, 7]");
        assertThat(OmptCancelFlag.DO | OmptCancelFlag.ACTIVATED).isEqualTo(20);
    }

    @Test
    void idlenessOfAPoolsWorkerIsTold() {
        listenTo(Tr4Event.IDLE);
        listenTo(Tr4Event.IMPLICIT_TASK);
        listenTo(Tr4Event.TASK_SCHEDULE);
        OmptCallback.ImplicitTask implicit = fake.callback(Event.IMPLICIT_TASK);
        OmptCallback.TaskSchedule schedule = fake.callback(Event.TASK_SCHEDULE);
        OmptCallback.PoolWorker worker = fake.callback(Event.POOL_WORKER);

        worker.poolWorker(BEGIN, 40);
        implicit.implicitTask(BEGIN, REGION, TASK, 1, 0, TaskFlag.IMPLICIT);
        schedule.taskSchedule(TASK, TaskStatus.SWITCH, OTHER_TASK);
        schedule.taskSchedule(OTHER_TASK, TaskStatus.COMPLETE, TASK);
        implicit.implicitTask(END, null, TASK, 1, 0, TaskFlag.IMPLICIT);
        worker.poolWorker(END, 40);

        assertThat(heard)
                .containsExactly(
                        "idle[BEGIN]",
                        "idle[END]",
                        "implicitTask[BEGIN, #30, #20, 1, 0]",
                        "taskSchedule[#20, OTHERS, #21]",
                        "taskSchedule[#21, COMPLETE, #20]",
                        "implicitTask[END, null, #20, 1, 0]",
                        "idle[BEGIN]",
                        "idle[END]");
    }

    // ---------------------------------------------------------------- events with a begin and an end

    @ParameterizedTest
    @EnumSource
    void workHasTheTypesOfThisGeneration(WorkType type) {
        listenTo(Tr4Event.WORK);
        OmptCallback.Work callback = fake.callback(Event.WORK);

        callback.work(type, BEGIN, REGION, TASK, 100, 7);
        callback.work(type, END, REGION, TASK, 100, 7);

        if (type == WorkType.SCOPE) {
            assertThat(heard).isEmpty();
        } else {
            String name = type.name().startsWith("LOOP") ? "LOOP" : type.name();
            assertThat(heard)
                    .containsExactly(
                            "work[" + name + ", BEGIN, #30, #20, 100, 7]", "work[" + name + ", END, #30, #20, 100, 7]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void barriersAreOneKind(SyncRegionKind kind) {
        listenTo(Tr4Event.SYNC_REGION);
        listenTo(Tr4Event.SYNC_REGION_WAIT);
        OmptCallback.SyncRegion region = fake.callback(Event.SYNC_REGION);
        OmptCallback.SyncRegionWait wait = fake.callback(Event.SYNC_REGION_WAIT);

        region.syncRegion(kind, BEGIN, REGION, TASK, 7);
        wait.syncRegionWait(kind, END, null, TASK, 8);

        if (kind == SyncRegionKind.REDUCTION) {
            assertThat(heard).isEmpty();
        } else {
            String name = kind.name().startsWith("BARRIER") ? "BARRIER" : kind.name();
            assertThat(heard)
                    .containsExactly(
                            "syncRegion[" + name + ", BEGIN, #30, #20, 7]",
                            "syncRegionWait[" + name + ", END, null, #20, 8]");
        }
    }

    @Test
    void beginAndEndInOneAreTwo() {
        listenTo(Tr4Event.WORK);
        listenTo(Tr4Event.MASTER);
        listenTo(Tr4Event.SYNC_REGION);
        listenTo(Tr4Event.SYNC_REGION_WAIT);
        OmptCallback.Work work = fake.callback(Event.WORK);
        OmptCallback.Masked masked = fake.callback(Event.MASKED);
        OmptCallback.SyncRegion region = fake.callback(Event.SYNC_REGION);
        OmptCallback.SyncRegionWait wait = fake.callback(Event.SYNC_REGION_WAIT);

        work.work(WorkType.SINGLE_OTHER, BEGINEND, REGION, TASK, 1, 0);
        masked.masked(BEGINEND, REGION, TASK, 0);
        region.syncRegion(SyncRegionKind.BARRIER_EXPLICIT, BEGINEND, REGION, TASK, 0);
        wait.syncRegionWait(SyncRegionKind.TASKWAIT, BEGINEND, REGION, TASK, 0);

        assertThat(heard)
                .containsExactly(
                        "work[SINGLE_OTHER, BEGIN, #30, #20, 1, 0]",
                        "work[SINGLE_OTHER, END, #30, #20, 1, 0]",
                        "master[BEGIN, #30, #20, 0]",
                        "master[END, #30, #20, 0]",
                        "syncRegion[BARRIER, BEGIN, #30, #20, 0]",
                        "syncRegion[BARRIER, END, #30, #20, 0]",
                        "syncRegionWait[TASKWAIT, BEGIN, #30, #20, 0]",
                        "syncRegionWait[TASKWAIT, END, #30, #20, 0]");
    }

    @Test
    void aMaskedRegionIsAMasterRegion() {
        listenTo(Tr4Event.MASTER);
        OmptCallback.Masked callback = fake.callback(Event.MASKED);

        for (ScopeEndpoint each : new ScopeEndpoint[] {BEGIN, END}) {
            callback.masked(each, REGION, TASK, 7);
        }

        assertThat(heard).containsExactly("master[BEGIN, #30, #20, 7]", "master[END, #30, #20, 7]");
    }

    // ---------------------------------------------------------------- mutual exclusion

    @ParameterizedTest
    @CsvSource({
        "LOCK, LOCK",
        "TEST_LOCK, LOCK",
        "NEST_LOCK, NEST_LOCK",
        "TEST_NEST_LOCK, NEST_LOCK",
        "CRITICAL, CRITICAL",
        "ATOMIC, ATOMIC",
        "ORDERED, ORDERED"
    })
    void mutexesHaveTheKindsOfThisGeneration(MutexKind kind, OmptMutexKind expected) {
        listenTo(Tr4Event.LOCK_INIT);
        listenTo(Tr4Event.LOCK_DESTROY);
        listenTo(Tr4Event.MUTEX_ACQUIRE);
        listenTo(Tr4Event.MUTEX_ACQUIRED);
        listenTo(Tr4Event.MUTEX_RELEASED);
        OmptCallback.LockInit init = fake.callback(Event.LOCK_INIT);
        OmptCallback.LockDestroy destroy = fake.callback(Event.LOCK_DESTROY);
        OmptCallback.MutexAcquire acquire = fake.callback(Event.MUTEX_ACQUIRE);
        OmptCallback.MutexAcquired acquired = fake.callback(Event.MUTEX_ACQUIRED);
        OmptCallback.MutexReleased released = fake.callback(Event.MUTEX_RELEASED);

        init.lockInit(kind, 2, MutexImpl.of(3), 50, 7);
        acquire.mutexAcquire(kind, 2, MutexImpl.of(3), 50, 8);
        acquired.mutexAcquired(kind, 50, 9);
        released.mutexReleased(kind, 50, 10);
        destroy.lockDestroy(kind, 50, 11);

        assertThat(heard)
                .containsExactly(
                        "lockInit[" + expected + ", 2, 3, 50, 7]",
                        "mutexAcquire[" + expected + ", 2, 3, 50, 8]",
                        "mutexAcquired[" + expected + ", 50, 9]",
                        "mutexReleased[" + expected + ", 50, 10]",
                        "lockDestroy[" + expected + ", 50, 11]");
    }

    @Test
    void reentryAndFlushArePassedOn() {
        listenTo(Tr4Event.NEST_LOCK);
        listenTo(Tr4Event.FLUSH);
        OmptCallback.NestLock nest = fake.callback(Event.NEST_LOCK);
        OmptCallback.Flush flush = fake.callback(Event.FLUSH);

        nest.nestLock(END, 50, 7);
        flush.flush(new OmptData(9), 8);

        assertThat(heard).containsExactly("nestLock[END, 50, 7]", "flush[#9, 8]");
    }

    // ---------------------------------------------------------------- commands and devices

    @Test
    void aCommandIsAnsweredByTheTool() {
        listenTo(Tr4Event.CONTROL_TOOL);
        OmptCallback.ControlTool callback = fake.callback(Event.CONTROL_TOOL);

        assertThat(callback.controlTool(64, 2, "argument", 7)).isEqualTo(5);
        assertThat(heard).containsExactly("controlTool[64, 2, argument, 7]");
    }

    @Test
    void aDeviceBeginsWithOrWithoutTracingAndEnds() {
        listenTo(Tr4Event.DEVICE_INITIALIZE);
        listenTo(Tr4Event.DEVICE_FINALIZE);
        OmptCallback.DeviceInitialize initialize = fake.callback(Event.DEVICE_INITIALIZE);
        OmptCallback.DeviceFinalize end = fake.callback(Event.DEVICE_FINALIZE);

        initialize.deviceInitialize(0, "JVM", () -> 0, new FakeDevice(), "none");
        initialize.deviceInitialize(1, "GPU", () -> 1, null, "none");
        end.deviceFinalize(0);

        assertThat(heard)
                .containsExactly(
                        "deviceInitialize[0, JVM, device, tracing, none]",
                        "deviceInitialize[1, GPU, device, null, none]",
                        "deviceFinalize[0]");
    }

    @ParameterizedTest
    @EnumSource
    void targetRegionsHaveTheTypesOfThisGeneration(TargetKind kind) {
        listenTo(Tr4Event.TARGET);
        OmptCallback.Target callback = fake.callback(Event.TARGET);

        callback.target(kind, BEGIN, 1, TASK, 60, 7);

        String name = kind.name().replace("_NOWAIT", "");
        name = name.equals("TARGET") ? name : name.replace("TARGET_", "");
        assertThat(heard).containsExactly("target[" + name + ", BEGIN, 1, #20, 60, 7]");
    }

    @ParameterizedTest
    @CsvSource({
        "ALLOC, 0, 1, ALLOC, 100, 200",
        "TRANSFER_TO_DEVICE, 0, 1, TRANSFER_TO_DEV, 100, 200",
        "TRANSFER_TO_DEVICE_ASYNC, 0, 1, TRANSFER_TO_DEV, 100, 200",
        "TRANSFER_FROM_DEVICE, 1, 0, TRANSFER_FROM_DEV, 200, 100",
        "DELETE, 1, 0, DELETE, 200, 100"
    })
    void dataOperationsNameTheHostsSideFirst(
            TargetDataOpType type, int from, int to, OmptTargetDataOp expected, long host, long device) {
        listenTo(Tr4Event.TARGET_DATA_OP);
        OmptCallback.TargetDataOp callback = fake.callback(Event.TARGET_DATA_OP);

        callback.targetDataOp(60, 61, type, 100, from, 200, to, 4096, 7);

        assertThat(heard).containsExactly("targetDataOp[60, 61, " + expected + ", " + host + ", " + device + ", 4096]");
    }

    @Test
    void dataOperationsThatThisGenerationDoesNotHaveAreNotTold() {
        listenTo(Tr4Event.TARGET_DATA_OP);
        OmptCallback.TargetDataOp callback = fake.callback(Event.TARGET_DATA_OP);

        callback.targetDataOp(60, 61, TargetDataOpType.ASSOCIATE, 100, 0, 200, 1, 4096, 7);
        callback.targetDataOp(60, 61, TargetDataOpType.DISASSOCIATE, 100, 0, 200, 1, 4096, 7);

        assertThat(heard).isEmpty();
    }

    @Test
    void submissionsAndMapsArePassedOn() {
        listenTo(Tr4Event.TARGET_SUBMIT);
        listenTo(Tr4Event.TARGET_MAP);
        OmptCallback.TargetSubmit submit = fake.callback(Event.TARGET_SUBMIT);
        OmptCallback.TargetMap map = fake.callback(Event.TARGET_MAP);

        submit.targetSubmit(60, 61, 4);
        int[] flags = {
            OmptTargetMapFlag.TO | OmptTargetMapFlag.FROM,
            OmptTargetMapFlag.ALLOC | OmptTargetMapFlag.IMPLICIT,
            OmptTargetMapFlag.RELEASE | OmptTargetMapFlag.DELETE
        };
        map.targetMap(60, 3, new long[3], new long[3], new long[3], flags, 7);

        assertThat(heard).hasSize(2).first().isEqualTo("targetSubmit[60, 61]");
        assertThat(heard.get(1)).startsWith("targetMap[60, 3, ").endsWith("[3, 36, 24]]");
    }
}
