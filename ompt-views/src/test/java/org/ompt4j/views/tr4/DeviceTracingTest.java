package org.ompt4j.views.tr4;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.NativeRecordKind;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.OmptRecord;
import org.ompt4j.ompt.OmptRecordAbstract;
import org.ompt4j.ompt.OmptRecordOmpt;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TargetDataOpType;
import org.ompt4j.ompt.TargetKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.views.EntryPointTypes;
import org.ompt4j.views.tr4.Tr4.OmptInvoker;
import org.ompt4j.views.tr4.Tr4.OmptMutexKind;
import org.ompt4j.views.tr4.Tr4.OmptNativeMonFlags;
import org.ompt4j.views.tr4.Tr4.OmptRecordKind;
import org.ompt4j.views.tr4.Tr4.OmptRecordNativeKind;
import org.ompt4j.views.tr4.Tr4.OmptScopeEndpoint;
import org.ompt4j.views.tr4.Tr4.OmptSetResult;
import org.ompt4j.views.tr4.Tr4.OmptSyncRegionKind;
import org.ompt4j.views.tr4.Tr4.OmptTargetDataOp;
import org.ompt4j.views.tr4.Tr4.OmptTargetType;
import org.ompt4j.views.tr4.Tr4.OmptTaskStatus;
import org.ompt4j.views.tr4.Tr4.OmptTaskType;
import org.ompt4j.views.tr4.Tr4.OmptThreadType;
import org.ompt4j.views.tr4.Tr4.OmptWorkType;

/** The twelve entry points of the second table of the OMPT overview of the TR4 era, and trace records. */
class DeviceTracingTest {
    private static final long TIME = 1000;
    private static final long THREAD = 9;

    private final FakeDevice fake = new FakeDevice();
    private final DeviceTracing tracing = new DeviceTracing(fake);
    private final OmptDevice device = () -> 0;
    private final ByteBuffer buffer = ByteBuffer.allocate(1);

    private <T> T ask(Class<T> type) {
        return EntryPointTypes.lookUp(tracing, type);
    }

    private void put(Event event, @Nullable OmptRecord content) {
        fake.records.add(new OmptRecordOmpt(event, TIME, THREAD, 0, content));
    }

    /** Reads all records of a buffer, like a tool. */
    private List<Tr4RecordOmpt> read() {
        List<Tr4RecordOmpt> read = new ArrayList<>();
        long[] cursor = {0};
        do {
            Tr4RecordOmpt record = ask(Tr4Tracing.GetRecordOmpt.class).getRecordOmpt(buffer, cursor[0]);
            OmptRecordKind kind = ask(Tr4Tracing.GetRecordType.class).getRecordType(buffer, cursor[0]);
            assertThat(kind).isEqualTo(record == null ? OmptRecordKind.INVALID : OmptRecordKind.OMPT);
            if (record != null) {
                read.add(record);
            }
        } while (ask(Tr4Tracing.AdvanceBufferCursor.class).advanceBufferCursor(device, buffer, 1, cursor[0], cursor)
                == 1);
        return read;
    }

    /** The records of TR4 into which one record of the present generation is translated. */
    private List<Tr4Record> becomes(Event event, @Nullable OmptRecord content) {
        ask(Tr4Tracing.SetTraceOmpt.class).setTraceOmpt(device, 1, null);
        fake.records.clear();
        put(event, content);
        List<Tr4Record> contents = new ArrayList<>();
        for (Tr4RecordOmpt each : read()) {
            assertThat(each.time()).isEqualTo(TIME);
            assertThat(each.threadId()).isEqualTo(THREAD);
            contents.add(each.record());
        }
        return contents;
    }

    // ---------------------------------------------------------------- entry points

    @ParameterizedTest
    @ValueSource(
            classes = {
                Tr4Tracing.GetDeviceTime.class,
                Tr4Tracing.TranslateTime.class,
                Tr4Tracing.SetTraceOmpt.class,
                Tr4Tracing.SetTraceNative.class,
                Tr4Tracing.StartTrace.class,
                Tr4Tracing.PauseTrace.class,
                Tr4Tracing.StopTrace.class,
                Tr4Tracing.AdvanceBufferCursor.class,
                Tr4Tracing.GetRecordType.class,
                Tr4Tracing.GetRecordOmpt.class,
                Tr4Tracing.GetRecordNative.class,
                Tr4Tracing.GetRecordAbstract.class
            })
    void eachIsFoundByItsName(Class<?> type) throws ReflectiveOperationException {
        String name = (String) type.getField("NAME").get(null);

        assertThat(name)
                .isEqualTo("ompt"
                        + type.getSimpleName().replaceAll("([A-Z])", "_$1").toLowerCase());
        assertThat(tracing.lookup(name)).isInstanceOf(type);
    }

    @Test
    void othersAreUnknownButForThoseOfOurs() {
        assertThat(tracing.lookup("ompt_flush_trace")).isNull();
        assertThat(tracing.lookup("ompt_get_device_num_procs")).isNull();
        assertThat(tracing.lookup("ompt4j_get_dropped_records")).isSameAs(fake);
    }

    @Test
    void aDeviceThatHasNativeRecordsOnlyIsServedWithThese() {
        fake.missing.add("ompt_set_trace_ompt");
        fake.missing.add("ompt_get_record_ompt");
        fake.records.add(null);
        fake.records.add(null);
        fake.nativeRecord = "native";
        DeviceTracing nativeOnly = new DeviceTracing(fake);
        long[] cursor = {0};

        assertThat(nativeOnly.lookup("ompt_set_trace_ompt")).isNull();
        assertThat(nativeOnly.lookup("ompt_get_record_ompt")).isNull();
        assertThat(nativeOnly.lookup("ompt_get_record_native")).isNotNull();
        assertThat(EntryPointTypes.lookUp(nativeOnly, Tr4Tracing.GetRecordType.class)
                        .getRecordType(buffer, 0))
                .isEqualTo(OmptRecordKind.NATIVE);
        assertThat(EntryPointTypes.lookUp(nativeOnly, Tr4Tracing.AdvanceBufferCursor.class)
                        .advanceBufferCursor(device, buffer, 1, 0, cursor))
                .isOne();
        assertThat(cursor[0]).isEqualTo(2 * FakeDevice.STEP);
        assertThat(EntryPointTypes.lookUp(nativeOnly, Tr4Tracing.GetRecordNative.class)
                        .getRecordNative(buffer, cursor[0], null))
                .isEqualTo("native");
        assertThat(EntryPointTypes.lookUp(nativeOnly, Tr4Tracing.AdvanceBufferCursor.class)
                        .advanceBufferCursor(device, buffer, 1, cursor[0], cursor))
                .isZero();
    }

    @Test
    void timeIsTheDevices() {
        assertThat(ask(Tr4Tracing.GetDeviceTime.class).getDeviceTime(device)).isEqualTo(123);
        assertThat(ask(Tr4Tracing.TranslateTime.class).translateTime(device, 10))
                .isEqualTo(2.5);
    }

    @Test
    void startingHandsTheToolsFunctionsOver() {
        List<String> calls = new ArrayList<>();
        assertThat(ask(Tr4Tracing.StartTrace.class)
                        .startTrace(
                                device,
                                (deviceNum, place, bytes) -> bytes[0] = 77,
                                (deviceNum, place, bytes, begin, owned) ->
                                        calls.add(deviceNum + " " + bytes + " " + begin + " " + owned)))
                .isOne();
        long[] bytes = new long[1];

        fake.request.bufferRequest(0, new ByteBuffer[1], bytes);
        fake.complete.bufferComplete(0, buffer, 77, FakeDevice.STEP, 1);

        assertThat(bytes[0]).isEqualTo(77);
        assertThat(calls).containsExactly("0 77 " + 2 * FakeDevice.STEP + " 1");
    }

    @Test
    void pausingAndStoppingArePassedOn() {
        assertThat(ask(Tr4Tracing.PauseTrace.class).pauseTrace(device, 1)).isOne();
        assertThat(ask(Tr4Tracing.PauseTrace.class).pauseTrace(device, 0)).isOne();
        assertThat(ask(Tr4Tracing.StopTrace.class).stopTrace(device)).isOne();
        assertThat(ask(Tr4Tracing.SetTraceNative.class).setTraceNative(device, 1, OmptNativeMonFlags.RUNTIME))
                .isEqualTo(OmptSetResult.NEVER);

        assertThat(fake.calls).containsExactly("pause 1", "pause 0", "stop", "native 1 32");
    }

    // ---------------------------------------------------------------- choosing events

    @ParameterizedTest
    @EnumSource
    void everyEventThatHasARecordCanBeChosen(Tr4Event event) {
        boolean hasRecord = switch (event) {
            case CONTROL_TOOL, DEVICE_INITIALIZE, DEVICE_FINALIZE, TASK_DEPENDENCES, CANCEL, IDLE -> false;
            default -> true;
        };

        assertThat(ask(Tr4Tracing.SetTraceOmpt.class).setTraceOmpt(device, 1, event))
                .isEqualTo(hasRecord ? OmptSetResult.ALWAYS : OmptSetResult.NEVER);
        assertThat(fake.enabled.containsValue(1)).isEqualTo(hasRecord);
        ask(Tr4Tracing.SetTraceOmpt.class).setTraceOmpt(device, 0, event);
        assertThat(fake.enabled).doesNotContainValue(1);
    }

    @Test
    void theAnswerIsTheDevicesAlsoForMandatoryEvents() {
        fake.answers.put(Event.THREAD_BEGIN, SetResult.NEVER);
        fake.answers.put(Event.MUTEX_ACQUIRE, SetResult.SOMETIMES);

        assertThat(ask(Tr4Tracing.SetTraceOmpt.class).setTraceOmpt(device, 1, Tr4Event.THREAD_BEGIN))
                .isEqualTo(OmptSetResult.NEVER);
        assertThat(ask(Tr4Tracing.SetTraceOmpt.class).setTraceOmpt(device, 1, Tr4Event.MUTEX_ACQUIRE))
                .isEqualTo(OmptSetResult.SOMETIMES);
        assertThat(ask(Tr4Tracing.SetTraceOmpt.class).setTraceOmpt(device, 1, null))
                .isEqualTo(OmptSetResult.SOMETIMES);
    }

    @Test
    void choosingAllChoosesWhatHasARecord() {
        assertThat(ask(Tr4Tracing.SetTraceOmpt.class).setTraceOmpt(device, 2, null))
                .isEqualTo(OmptSetResult.ALWAYS);

        assertThat(fake.enabled).containsEntry(Event.MASKED, 1).containsEntry(Event.FLUSH, 1);
        assertThat(fake.enabled).doesNotContainKeys(Event.CANCEL, Event.DISPATCH, Event.REDUCTION, Event.ERROR);
    }

    @Test
    void creationOfTasksIncludesInitialOnesButNotTheOtherImplicitTasks() {
        ask(Tr4Tracing.SetTraceOmpt.class).setTraceOmpt(device, 1, Tr4Event.TASK_CREATE);
        put(Event.IMPLICIT_TASK, new OmptRecord.ImplicitTask(ScopeEndpoint.BEGIN, 30, 20, 4, 1, TaskFlag.IMPLICIT));
        put(Event.IMPLICIT_TASK, new OmptRecord.ImplicitTask(ScopeEndpoint.BEGIN, 31, 21, 1, 1, TaskFlag.INITIAL));
        put(Event.IMPLICIT_TASK, new OmptRecord.ImplicitTask(ScopeEndpoint.END, 0, 21, 0, 1, TaskFlag.INITIAL));

        assertThat(ask(Tr4Tracing.GetRecordType.class).getRecordType(buffer, 0)).isEqualTo(OmptRecordKind.INVALID);
        assertThat(read())
                .containsExactly(new Tr4RecordOmpt(
                        Tr4Event.TASK_CREATE,
                        TIME,
                        THREAD,
                        0,
                        new Tr4Record.TaskCreate(0, 21, OmptTaskType.INITIAL, false, 0)));
        assertThat(fake.enabled).containsEntry(Event.IMPLICIT_TASK, 1);
        ask(Tr4Tracing.SetTraceOmpt.class).setTraceOmpt(device, 1, Tr4Event.IMPLICIT_TASK);
        ask(Tr4Tracing.SetTraceOmpt.class).setTraceOmpt(device, 0, Tr4Event.TASK_CREATE);
        assertThat(fake.enabled).containsEntry(Event.IMPLICIT_TASK, 1).containsEntry(Event.TASK_CREATE, 0);
    }

    // ---------------------------------------------------------------- records

    @Test
    void recordsOfThreadsRegionsAndTasks() {
        assertThat(becomes(Event.THREAD_BEGIN, new OmptRecord.ThreadBegin(ThreadType.WORKER)))
                .containsExactly(new Tr4Record.ThreadBegin(OmptThreadType.WORKER));
        assertThat(becomes(Event.THREAD_END, null)).containsExactly((Tr4Record) null);
        assertThat(becomes(Event.PARALLEL_BEGIN, new OmptRecord.ParallelBegin(20, 30, 4, 0x80000002, 7)))
                .containsExactly(new Tr4Record.ParallelBegin(20, 30, 4, OmptInvoker.RUNTIME, 7));
        assertThat(becomes(Event.PARALLEL_END, new OmptRecord.ParallelEnd(30, 20, 0x80000001, 7)))
                .containsExactly(new Tr4Record.ParallelEnd(30, 20, OmptInvoker.PROGRAM, 7));
        assertThat(becomes(Event.TASK_CREATE, new OmptRecord.TaskCreate(20, 21, TaskFlag.EXPLICIT, true, 7)))
                .containsExactly(new Tr4Record.TaskCreate(20, 21, OmptTaskType.EXPLICIT, true, 7));
        assertThat(becomes(Event.TASK_SCHEDULE, new OmptRecord.TaskSchedule(20, TaskStatus.SWITCH, 21)))
                .containsExactly(new Tr4Record.TaskSchedule(20, OmptTaskStatus.OTHERS, 21));
        assertThat(becomes(Event.TASK_DEPENDENCE, new OmptRecord.TaskDependence(20, 21)))
                .containsExactly(new Tr4Record.TaskDependence(20, 21));
        assertThat(becomes(
                        Event.IMPLICIT_TASK,
                        new OmptRecord.ImplicitTask(ScopeEndpoint.END, 0, 20, 4, 1, TaskFlag.IMPLICIT)))
                .containsExactly(new Tr4Record.Implicit(OmptScopeEndpoint.END, 0, 20, 4, 1));
    }

    @Test
    void recordsOfWhatHasTwoEnds() {
        assertThat(becomes(Event.WORK, new OmptRecord.Work(WorkType.LOOP_STATIC, ScopeEndpoint.BEGIN, 30, 20, 100, 7)))
                .containsExactly(new Tr4Record.Work(OmptWorkType.LOOP, OmptScopeEndpoint.BEGIN, 30, 20, 100, 7));
        assertThat(becomes(Event.MASKED, new OmptRecord.Masked(ScopeEndpoint.END, 30, 20, 7)))
                .containsExactly(new Tr4Record.Master(OmptScopeEndpoint.END, 30, 20, 7));
        OmptRecord barrier = new OmptRecord.SyncRegion(SyncRegionKind.BARRIER_EXPLICIT, ScopeEndpoint.BEGIN, 30, 20, 7);
        for (Event each : List.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT)) {
            assertThat(becomes(each, barrier))
                    .containsExactly(
                            new Tr4Record.SyncRegion(OmptSyncRegionKind.BARRIER, OmptScopeEndpoint.BEGIN, 30, 20, 7));
        }
    }

    @Test
    void aRecordOfBothEndsIsTwoRecords() {
        OmptRecord arrival =
                new OmptRecord.SyncRegion(SyncRegionKind.BARRIER_EXPLICIT, ScopeEndpoint.BEGINEND, 30, 20, 7);
        ask(Tr4Tracing.SetTraceOmpt.class).setTraceOmpt(device, 1, null);
        put(Event.SYNC_REGION, arrival);
        put(Event.FLUSH, new OmptRecord.Flush(8));
        put(Event.MASKED, new OmptRecord.Masked(ScopeEndpoint.BEGINEND, 30, 20, 7));
        put(Event.WORK, new OmptRecord.Work(WorkType.SINGLE_OTHER, ScopeEndpoint.BEGINEND, 30, 20, 1, 7));

        assertThat(read().stream().map(Tr4RecordOmpt::record))
                .containsExactly(
                        new Tr4Record.SyncRegion(OmptSyncRegionKind.BARRIER, OmptScopeEndpoint.BEGIN, 30, 20, 7),
                        new Tr4Record.SyncRegion(OmptSyncRegionKind.BARRIER, OmptScopeEndpoint.END, 30, 20, 7),
                        new Tr4Record.Flush(8),
                        new Tr4Record.Master(OmptScopeEndpoint.BEGIN, 30, 20, 7),
                        new Tr4Record.Master(OmptScopeEndpoint.END, 30, 20, 7),
                        new Tr4Record.Work(OmptWorkType.SINGLE_OTHER, OmptScopeEndpoint.BEGIN, 30, 20, 1, 7),
                        new Tr4Record.Work(OmptWorkType.SINGLE_OTHER, OmptScopeEndpoint.END, 30, 20, 1, 7));
    }

    @Test
    void recordsOfMutexes() {
        OmptRecord acquire = new OmptRecord.MutexAcquire(MutexKind.TEST_LOCK, 2, MutexImpl.of(3), 50, 7);
        for (Event each : List.of(Event.MUTEX_ACQUIRE, Event.LOCK_INIT)) {
            assertThat(becomes(each, acquire))
                    .containsExactly(new Tr4Record.MutexAcquire(OmptMutexKind.LOCK, 2, 3, 50, 7));
        }
        for (Event each : List.of(Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED, Event.LOCK_DESTROY)) {
            assertThat(becomes(each, new OmptRecord.Mutex(MutexKind.CRITICAL, 50, 7)))
                    .containsExactly(new Tr4Record.Mutex(OmptMutexKind.CRITICAL, 50, 7));
        }
        assertThat(becomes(Event.NEST_LOCK, new OmptRecord.NestLock(ScopeEndpoint.BEGIN, 50, 7)))
                .containsExactly(new Tr4Record.NestLock(OmptScopeEndpoint.BEGIN, 50, 7));
    }

    @Test
    void recordsOfTargetsInBothForms() {
        OmptRecord target = new OmptRecord.Target(TargetKind.TARGET_UPDATE_NOWAIT, ScopeEndpoint.BEGIN, 1, 20, 60, 7);
        for (Event each : List.of(Event.TARGET, Event.TARGET_EMI)) {
            assertThat(becomes(each, target))
                    .containsExactly(
                            new Tr4Record.Target(OmptTargetType.UPDATE, OmptScopeEndpoint.BEGIN, 1, 20, 60, 7));
        }
        OmptRecord transfer =
                new OmptRecord.TargetDataOp(61, TargetDataOpType.TRANSFER_FROM_DEVICE, 200, 1, 100, 0, 64, 1500, 7);
        for (Event each : List.of(Event.TARGET_DATA_OP, Event.TARGET_DATA_OP_EMI)) {
            assertThat(becomes(each, transfer))
                    .containsExactly(
                            new Tr4Record.TargetDataOp(61, OmptTargetDataOp.TRANSFER_FROM_DEV, 100, 200, 64, 1500));
        }
        OmptRecord map = new OmptRecord.TargetMap(60, List.of(1L), List.of(2L), List.of(3L), List.of(4), 7);
        for (Event each : List.of(Event.TARGET_MAP, Event.TARGET_MAP_EMI)) {
            assertThat(becomes(each, map))
                    .containsExactly(new Tr4Record.TargetMap(60, List.of(1L), List.of(2L), List.of(3L), List.of(4)));
        }
        for (Event each : List.of(Event.TARGET_SUBMIT, Event.TARGET_SUBMIT_EMI)) {
            assertThat(becomes(each, new OmptRecord.TargetKernel(61, 4, 2, 1500)))
                    .containsExactly(new Tr4Record.TargetKernel(61, 1500));
        }
    }

    @Test
    void whatThisGenerationDoesNotHaveIsPassedOver() {
        ask(Tr4Tracing.SetTraceOmpt.class).setTraceOmpt(device, 1, null);
        put(Event.FLUSH, new OmptRecord.Flush(1));
        put(Event.CANCEL, new OmptRecord.Cancel(20, CancelFlag.PARALLEL, 7));
        put(Event.DISPATCH, new OmptRecord.Dispatch(30, 20, DispatchKind.SECTION, 1, 0));
        put(Event.REDUCTION, new OmptRecord.SyncRegion(SyncRegionKind.REDUCTION, ScopeEndpoint.BEGIN, 30, 20, 7));
        put(Event.DEPENDENCES, new OmptRecord.Dependences(20, new OmptDependence(1, DependenceType.IN), 1));
        put(Event.ERROR, new OmptRecord.RuntimeError(Severity.WARNING, "x", 1, 7));
        put(Event.CONTROL_TOOL, new OmptRecord.ControlTool(1, 0, 7));
        put(Event.WORK, new OmptRecord.Work(WorkType.SCOPE, ScopeEndpoint.BEGIN, 30, 20, 1, 7));
        put(
                Event.TARGET_DATA_OP,
                new OmptRecord.TargetDataOp(61, TargetDataOpType.ASSOCIATE, 200, 1, 100, 0, 64, 1500, 7));
        put(Event.FLUSH, new OmptRecord.Flush(2));

        assertThat(read().stream().map(Tr4RecordOmpt::record))
                .containsExactly(new Tr4Record.Flush(1), new Tr4Record.Flush(2));
    }

    @Test
    void aBufferThatCameBackUnusedHasAnInvalidRecord() {
        fake.records.add(null);

        assertThat(read()).isEmpty();
        assertThat(ask(Tr4Tracing.GetRecordNative.class).getRecordNative(buffer, 0, null))
                .isNull();
    }

    // ---------------------------------------------------------------- native and abstract records

    @Test
    void theNativeRecordOfTheHostIsTheRecordItselfAndHasASummary() {
        ask(Tr4Tracing.SetTraceOmpt.class).setTraceOmpt(device, 1, null);
        put(Event.THREAD_BEGIN, new OmptRecord.ThreadBegin(ThreadType.WORKER));
        long[] hostOpId = {5};

        Object nativeRecord = ask(Tr4Tracing.GetRecordNative.class).getRecordNative(buffer, 0, hostOpId);

        assertThat(nativeRecord).isEqualTo(ask(Tr4Tracing.GetRecordOmpt.class).getRecordOmpt(buffer, 0));
        assertThat(hostOpId[0]).isZero();
        assertThat(ask(Tr4Tracing.GetRecordAbstract.class).getRecordAbstract(nativeRecord))
                .isEqualTo(new Tr4RecordAbstract(
                        OmptRecordNativeKind.EVENT,
                        "ompt_callback_thread_begin",
                        TIME,
                        Tr4RecordAbstract.TIME_NONE,
                        Tr4RecordAbstract.HWID_NONE));
    }

    @Test
    void operationsOfTheHostHaveAnIdAndAnEnd() {
        ask(Tr4Tracing.SetTraceOmpt.class).setTraceOmpt(device, 1, null);
        put(Event.TARGET_SUBMIT, new OmptRecord.TargetKernel(61, 4, 2, 1500));
        put(Event.TARGET_DATA_OP, new OmptRecord.TargetDataOp(62, TargetDataOpType.ALLOC, 100, 0, 200, 1, 64, 1600, 7));
        long[] hostOpId = new long[1];

        assertThat(ask(Tr4Tracing.GetRecordAbstract.class)
                        .getRecordAbstract(ask(Tr4Tracing.GetRecordNative.class).getRecordNative(buffer, 0, hostOpId))
                        .endTime())
                .isEqualTo(1500);
        assertThat(hostOpId[0]).isEqualTo(61);
        assertThat(ask(Tr4Tracing.GetRecordAbstract.class)
                        .getRecordAbstract(ask(Tr4Tracing.GetRecordNative.class)
                                .getRecordNative(buffer, 2 * FakeDevice.STEP, hostOpId))
                        .endTime())
                .isEqualTo(1600);
        assertThat(hostOpId[0]).isEqualTo(62);
    }

    @Test
    void nativeRecordsOfAnotherDeviceArePassedOn() {
        fake.records.add(null);
        fake.nativeRecord = "native";
        fake.nativeSummary = new OmptRecordAbstract(NativeRecordKind.INFO, "copy", 1, 2, 3);

        assertThat(ask(Tr4Tracing.GetRecordType.class).getRecordType(buffer, 0)).isEqualTo(OmptRecordKind.NATIVE);
        assertThat(ask(Tr4Tracing.GetRecordAbstract.class)
                        .getRecordAbstract(ask(Tr4Tracing.GetRecordNative.class).getRecordNative(buffer, 0, null)))
                .isEqualTo(new Tr4RecordAbstract(OmptRecordNativeKind.INFO, "copy", 1, 2, 3));
        assertThat(ask(Tr4Tracing.GetRecordAbstract.class).getRecordAbstract("something else"))
                .isNull();
        assertThat(ask(Tr4Tracing.GetRecordAbstract.class).getRecordAbstract(null))
                .isNull();
    }
}
