package org.ompt4j.views.tr4;

import static org.ompt4j.views.tr4.Conversions.endpoint;
import static org.ompt4j.views.tr4.Conversions.invoker;
import static org.ompt4j.views.tr4.Conversions.mutexKind;
import static org.ompt4j.views.tr4.Conversions.syncRegionKind;
import static org.ompt4j.views.tr4.Conversions.targetType;
import static org.ompt4j.views.tr4.Conversions.taskStatus;
import static org.ompt4j.views.tr4.Conversions.taskType;
import static org.ompt4j.views.tr4.Conversions.threadType;
import static org.ompt4j.views.tr4.Conversions.workType;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.OmptRecord;
import org.ompt4j.ompt.OmptRecordOmpt;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.views.tr4.Tr4.OmptRecordNativeKind;
import org.ompt4j.views.tr4.Tr4.OmptScopeEndpoint;
import org.ompt4j.views.tr4.Tr4.OmptSyncRegionKind;
import org.ompt4j.views.tr4.Tr4.OmptTargetDataOp;
import org.ompt4j.views.tr4.Tr4.OmptTaskType;
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
        if (content instanceof OmptRecord.Work work) {
            return work.endpoint() == ScopeEndpoint.BEGINEND;
        } else if (content instanceof OmptRecord.SyncRegion region) {
            return region.endpoint() == ScopeEndpoint.BEGINEND;
        }
        return content instanceof OmptRecord.Masked masked && masked.endpoint() == ScopeEndpoint.BEGINEND;
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
        Function<OmptRecord, @Nullable Tr4Record> conversion = CONVERSIONS.get(content.getClass());
        Tr4Record first = conversion == null ? null : conversion.apply(content);
        return second && first != null ? end(first) : first;
    }

    /** The end that a record stands for besides its begin. */
    private static Tr4Record end(Tr4Record begin) {
        if (begin instanceof Tr4Record.Work r) {
            return new Tr4Record.Work(
                    r.wstype(), OmptScopeEndpoint.END, r.parallelId(), r.taskId(), r.count(), r.codeptrRa());
        } else if (begin instanceof Tr4Record.SyncRegion r) {
            return new Tr4Record.SyncRegion(r.kind(), OmptScopeEndpoint.END, r.parallelId(), r.taskId(), r.codeptrRa());
        } else if (begin instanceof Tr4Record.Master r) {
            return new Tr4Record.Master(OmptScopeEndpoint.END, r.parallelId(), r.taskId(), r.codeptrRa());
        }
        return begin;
    }

    // ---------------------------------------------------------------- what each record becomes

    private static final Map<Class<?>, Function<OmptRecord, @Nullable Tr4Record>> CONVERSIONS = new HashMap<>();

    static {
        convert(OmptRecord.ThreadBegin.class, r -> new Tr4Record.ThreadBegin(threadType(r.threadType())));
        convert(
                OmptRecord.ParallelBegin.class,
                r -> new Tr4Record.ParallelBegin(
                        r.encounteringTaskId(),
                        r.parallelId(),
                        r.requestedParallelism(),
                        invoker(r.flags()),
                        r.codeptrRa()));
        convert(
                OmptRecord.ParallelEnd.class,
                r -> new Tr4Record.ParallelEnd(
                        r.parallelId(), r.encounteringTaskId(), invoker(r.flags()), r.codeptrRa()));
        convert(
                OmptRecord.TaskCreate.class,
                r -> new Tr4Record.TaskCreate(
                        r.encounteringTaskId(), r.newTaskId(), taskType(r.flags()), r.hasDependences(), r.codeptrRa()));
        convert(
                OmptRecord.TaskSchedule.class,
                r -> new Tr4Record.TaskSchedule(r.priorTaskId(), taskStatus(r.priorTaskStatus()), r.nextTaskId()));
        convert(OmptRecord.TaskDependence.class, r -> new Tr4Record.TaskDependence(r.srcTaskId(), r.sinkTaskId()));
        convert(OmptRecord.ImplicitTask.class, Records::implicitTask);
        convert(OmptRecord.Work.class, Records::work);
        convert(OmptRecord.SyncRegion.class, Records::syncRegion);
        convert(
                OmptRecord.Masked.class,
                r -> new Tr4Record.Master(endpoint(r.endpoint()), r.parallelId(), r.taskId(), r.codeptrRa()));
        convert(
                OmptRecord.MutexAcquire.class,
                r -> new Tr4Record.MutexAcquire(
                        mutexKind(r.kind()), r.hint(), r.impl().value(), r.waitId(), r.codeptrRa()));
        convert(OmptRecord.Mutex.class, r -> new Tr4Record.Mutex(mutexKind(r.kind()), r.waitId(), r.codeptrRa()));
        convert(
                OmptRecord.NestLock.class,
                r -> new Tr4Record.NestLock(endpoint(r.endpoint()), r.waitId(), r.codeptrRa()));
        convert(OmptRecord.Flush.class, r -> new Tr4Record.Flush(r.codeptrRa()));
        convert(
                OmptRecord.Target.class,
                r -> new Tr4Record.Target(
                        targetType(r.kind()),
                        endpoint(r.endpoint()),
                        r.deviceNum(),
                        r.taskId(),
                        r.targetId(),
                        r.codeptrRa()));
        convert(OmptRecord.TargetDataOp.class, Records::targetDataOp);
        convert(
                OmptRecord.TargetMap.class,
                r -> new Tr4Record.TargetMap(r.targetId(), r.hostAddr(), r.deviceAddr(), r.bytes(), r.mappingFlags()));
        convert(OmptRecord.TargetKernel.class, r -> new Tr4Record.TargetKernel(r.hostOpId(), r.endTime()));
    }

    private static <R extends OmptRecord> void convert(Class<R> type, Function<R, @Nullable Tr4Record> conversion) {
        CONVERSIONS.put(type, record -> conversion.apply(type.cast(record)));
    }

    /** An initial task is created, and its end goes without saying. */
    private static @Nullable Tr4Record implicitTask(OmptRecord.ImplicitTask r) {
        if (!isInitial(r)) {
            return new Tr4Record.Implicit(
                    endpoint(r.endpoint()), r.parallelId(), r.taskId(), r.actualParallelism(), r.index());
        }
        return r.endpoint() == ScopeEndpoint.BEGIN
                ? new Tr4Record.TaskCreate(0, r.taskId(), OmptTaskType.INITIAL, false, 0)
                : null;
    }

    private static @Nullable Tr4Record work(OmptRecord.Work r) {
        OmptWorkType type = workType(r.wstype());
        return type == null
                ? null
                : new Tr4Record.Work(
                        type, endpoint(r.endpoint()), r.parallelId(), r.taskId(), r.count(), r.codeptrRa());
    }

    private static @Nullable Tr4Record syncRegion(OmptRecord.SyncRegion r) {
        OmptSyncRegionKind kind = syncRegionKind(r.kind());
        return kind == null
                ? null
                : new Tr4Record.SyncRegion(kind, endpoint(r.endpoint()), r.parallelId(), r.taskId(), r.codeptrRa());
    }

    private static @Nullable Tr4Record targetDataOp(OmptRecord.TargetDataOp r) {
        OmptTargetDataOp op = Conversions.targetDataOp(r.optype());
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
