package org.ompt4j.views.tr4;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.OmptRecord;
import org.ompt4j.ompt.OmptRecordOmpt;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.views.tr4.Tr4.OmptInvoker;
import org.ompt4j.views.tr4.Tr4.OmptMutexKind;
import org.ompt4j.views.tr4.Tr4.OmptRecordNativeKind;
import org.ompt4j.views.tr4.Tr4.OmptScopeEndpoint;
import org.ompt4j.views.tr4.Tr4.OmptSyncRegionKind;
import org.ompt4j.views.tr4.Tr4.OmptTargetDataOp;
import org.ompt4j.views.tr4.Tr4.OmptTargetType;
import org.ompt4j.views.tr4.Tr4.OmptTaskStatus;
import org.ompt4j.views.tr4.Tr4.OmptTaskType;
import org.ompt4j.views.tr4.Tr4.OmptThreadType;
import org.ompt4j.views.tr4.Tr4.OmptWorkType;

/** Records of the present generation as those of TR4; null where TR4 has none. */
final class Records {
    private Records() {}

    /** Whether the union of TR4's record has a member for the event, or needs none. */
    static boolean isRecorded(Tr4Event event) {
        return switch (event) {
            case CONTROL_TOOL, DEVICE_INITIALIZE, DEVICE_FINALIZE, TASK_DEPENDENCES, CANCEL, IDLE -> false;
            default -> true;
        };
    }

    /** Whether the record stands for begin and end at once. */
    static boolean hasTwoHalves(OmptRecordOmpt record) {
        OmptRecord content = record.record();
        return content != null && content.endpoint() == ScopeEndpoint.BEGINEND;
    }

    /** The record, or its second half; null if the tool has not chosen the event that it becomes. */
    static @Nullable Tr4RecordOmpt of(OmptRecordOmpt record, boolean second, Set<Tr4Event> wanted) {
        Tr4Event event = eventOf(record);
        if (event == null || !wanted.contains(event)) {
            return null;
        }
        OmptRecord content = record.record();
        Tr4Record converted = content == null ? null : content(content, second);
        return converted == null && event != Tr4Event.THREAD_END
                ? null
                : new Tr4RecordOmpt(event, record.time(), record.threadId(), record.targetId(), converted);
    }

    private static @Nullable Tr4Event eventOf(OmptRecordOmpt record) {
        return switch (record.type()) {
            case TARGET_EMI -> Tr4Event.TARGET;
            case TARGET_DATA_OP_EMI -> Tr4Event.TARGET_DATA_OP;
            case TARGET_SUBMIT_EMI -> Tr4Event.TARGET_SUBMIT;
            case TARGET_MAP_EMI -> Tr4Event.TARGET_MAP;
            default ->
                record.record() instanceof OmptRecord.ImplicitTask task && isInitial(task)
                        ? Tr4Event.TASK_CREATE
                        : HostEvents.COUNTERPARTS.get(record.type());
        };
    }

    private static boolean isInitial(OmptRecord.ImplicitTask task) {
        return (task.flags() & TaskFlag.INITIAL) != 0;
    }

    private static @Nullable Tr4Record content(OmptRecord content, boolean second) {
        BiFunction<OmptRecord, OmptScopeEndpoint, @Nullable Tr4Record> conversion = CONVERSIONS.get(content.getClass());
        boolean ends = second || content.endpoint() == ScopeEndpoint.END;
        return conversion == null
                ? null
                : conversion.apply(content, ends ? OmptScopeEndpoint.END : OmptScopeEndpoint.BEGIN);
    }

    // ---------------------------------------------------------------- what each record becomes

    /** By the type of the record; besides, they take which end it is that the new record is about. */
    private static final Map<Class<?>, BiFunction<OmptRecord, OmptScopeEndpoint, @Nullable Tr4Record>> CONVERSIONS =
            new HashMap<>();

    static {
        convert(OmptRecord.ThreadBegin.class, (r, end) -> new Tr4Record.ThreadBegin(OmptThreadType.of(r.threadType())));
        convert(
                OmptRecord.ParallelBegin.class,
                (r, end) -> new Tr4Record.ParallelBegin(
                        r.encounteringTaskId(),
                        r.parallelId(),
                        r.requestedParallelism(),
                        OmptInvoker.ofFlags(r.flags()),
                        r.codeptrRa()));
        convert(
                OmptRecord.ParallelEnd.class,
                (r, end) -> new Tr4Record.ParallelEnd(
                        r.parallelId(), r.encounteringTaskId(), OmptInvoker.ofFlags(r.flags()), r.codeptrRa()));
        convert(
                OmptRecord.TaskCreate.class,
                (r, end) -> new Tr4Record.TaskCreate(
                        r.encounteringTaskId(),
                        r.newTaskId(),
                        OmptTaskType.of(r.flags()),
                        r.hasDependences(),
                        r.codeptrRa()));
        convert(
                OmptRecord.TaskSchedule.class,
                (r, end) -> new Tr4Record.TaskSchedule(
                        r.priorTaskId(), OmptTaskStatus.of(r.priorTaskStatus()), r.nextTaskId()));
        convert(
                OmptRecord.TaskDependence.class,
                (r, end) -> new Tr4Record.TaskDependence(r.srcTaskId(), r.sinkTaskId()));
        convert(OmptRecord.ImplicitTask.class, Records::implicitTask);
        convert(OmptRecord.Work.class, Records::work);
        convert(OmptRecord.SyncRegion.class, Records::syncRegion);
        convert(
                OmptRecord.Masked.class,
                (r, end) -> new Tr4Record.Master(end, r.parallelId(), r.taskId(), r.codeptrRa()));
        convert(
                OmptRecord.MutexAcquire.class,
                (r, end) -> new Tr4Record.MutexAcquire(
                        OmptMutexKind.of(r.kind()), r.hint(), r.impl().value(), r.waitId(), r.codeptrRa()));
        convert(
                OmptRecord.Mutex.class,
                (r, end) -> new Tr4Record.Mutex(OmptMutexKind.of(r.kind()), r.waitId(), r.codeptrRa()));
        convert(OmptRecord.NestLock.class, (r, end) -> new Tr4Record.NestLock(end, r.waitId(), r.codeptrRa()));
        convert(OmptRecord.Flush.class, (r, end) -> new Tr4Record.Flush(r.codeptrRa()));
        convert(
                OmptRecord.Target.class,
                (r, end) -> new Tr4Record.Target(
                        OmptTargetType.of(r.kind()), end, r.deviceNum(), r.taskId(), r.targetId(), r.codeptrRa()));
        convert(OmptRecord.TargetDataOp.class, Records::targetDataOp);
        convert(
                OmptRecord.TargetMap.class,
                (r, end) -> new Tr4Record.TargetMap(
                        r.targetId(), r.hostAddr(), r.deviceAddr(), r.bytes(), r.mappingFlags()));
        convert(OmptRecord.TargetKernel.class, (r, end) -> new Tr4Record.TargetKernel(r.hostOpId(), r.endTime()));
    }

    private static <R extends OmptRecord> void convert(
            Class<R> type, BiFunction<R, OmptScopeEndpoint, @Nullable Tr4Record> conversion) {
        CONVERSIONS.put(type, (record, end) -> conversion.apply(type.cast(record), end));
    }

    /** An initial task is created, and its end goes without saying. */
    private static @Nullable Tr4Record implicitTask(OmptRecord.ImplicitTask r, OmptScopeEndpoint end) {
        if (!isInitial(r)) {
            return new Tr4Record.Implicit(end, r.parallelId(), r.taskId(), r.actualParallelism(), r.index());
        }
        return end == OmptScopeEndpoint.BEGIN
                ? new Tr4Record.TaskCreate(0, r.taskId(), OmptTaskType.INITIAL, false, 0)
                : null;
    }

    private static @Nullable Tr4Record work(OmptRecord.Work r, OmptScopeEndpoint end) {
        OmptWorkType type = OmptWorkType.of(r.wstype());
        return type == null
                ? null
                : new Tr4Record.Work(type, end, r.parallelId(), r.taskId(), r.count(), r.codeptrRa());
    }

    private static @Nullable Tr4Record syncRegion(OmptRecord.SyncRegion r, OmptScopeEndpoint end) {
        OmptSyncRegionKind kind = OmptSyncRegionKind.of(r.kind());
        return kind == null ? null : new Tr4Record.SyncRegion(kind, end, r.parallelId(), r.taskId(), r.codeptrRa());
    }

    private static @Nullable Tr4Record targetDataOp(OmptRecord.TargetDataOp r, OmptScopeEndpoint end) {
        OmptTargetDataOp op = OmptTargetDataOp.of(r.optype());
        boolean fromHost = r.srcDeviceNum() == OmptDevice.HOST;
        return op == null
                ? null
                : new Tr4Record.TargetDataOp(
                        r.hostOpId(),
                        op,
                        fromHost ? r.srcAddr() : r.destAddr(),
                        fromHost ? r.destAddr() : r.srcAddr(),
                        r.bytes(),
                        r.endTime());
    }

    // ---------------------------------------------------------------- what is said of a record

    /** The host's operation that the record belongs to, 0 if there is none. */
    static long hostOpId(Tr4RecordOmpt record) {
        if (record.record() instanceof Tr4Record.TargetDataOp op) {
            return op.hostOpId();
        }
        return record.record() instanceof Tr4Record.TargetKernel kernel ? kernel.hostOpId() : 0;
    }

    /** What can be said of the record without knowing what it is. */
    static Tr4RecordAbstract summary(Tr4RecordOmpt record) {
        long end = Tr4RecordAbstract.TIME_NONE;
        if (record.record() instanceof Tr4Record.TargetDataOp op) {
            end = op.endTime();
        } else if (record.record() instanceof Tr4Record.TargetKernel kernel) {
            end = kernel.endTime();
        }
        return new Tr4RecordAbstract(
                OmptRecordNativeKind.EVENT, record.type().specName(), record.time(), end, Tr4RecordAbstract.HWID_NONE);
    }
}
