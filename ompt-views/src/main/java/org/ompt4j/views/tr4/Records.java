package org.ompt4j.views.tr4;

import java.util.Set;
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
            case IMPLICIT_TASK ->
                record.record() instanceof OmptRecord.ImplicitTask task && (task.flags() & TaskFlag.INITIAL) != 0
                        ? Tr4Event.TASK_CREATE
                        : Tr4Event.IMPLICIT_TASK;
            case MASKED -> Tr4Event.MASTER;
            case TARGET_EMI -> Tr4Event.TARGET;
            case TARGET_DATA_OP_EMI -> Tr4Event.TARGET_DATA_OP;
            case TARGET_SUBMIT_EMI -> Tr4Event.TARGET_SUBMIT;
            case TARGET_MAP_EMI -> Tr4Event.TARGET_MAP;
            case THREAD_BEGIN,
                    THREAD_END,
                    PARALLEL_BEGIN,
                    PARALLEL_END,
                    TASK_CREATE,
                    TASK_SCHEDULE,
                    TARGET,
                    TARGET_DATA_OP,
                    TARGET_SUBMIT,
                    TARGET_MAP,
                    SYNC_REGION,
                    SYNC_REGION_WAIT,
                    MUTEX_ACQUIRE,
                    MUTEX_ACQUIRED,
                    MUTEX_RELEASED,
                    NEST_LOCK,
                    LOCK_INIT,
                    LOCK_DESTROY,
                    TASK_DEPENDENCE,
                    WORK,
                    FLUSH -> Tr4Event.valueOf(record.type().name());
            default -> null;
        };
    }

    private static @Nullable Tr4Record content(OmptRecord content, boolean second) {
        if (content instanceof OmptRecord.ThreadBegin r) {
            return new Tr4Record.ThreadBegin(Conversions.threadType(r.threadType()));
        } else if (content instanceof OmptRecord.ParallelBegin r) {
            return new Tr4Record.ParallelBegin(
                    r.encounteringTaskId(),
                    r.parallelId(),
                    r.requestedParallelism(),
                    Conversions.invoker(r.flags()),
                    r.codeptrRa());
        } else if (content instanceof OmptRecord.ParallelEnd r) {
            return new Tr4Record.ParallelEnd(
                    r.parallelId(), r.encounteringTaskId(), Conversions.invoker(r.flags()), r.codeptrRa());
        } else if (content instanceof OmptRecord.Work r) {
            return work(r, second);
        } else if (content instanceof OmptRecord.SyncRegion r) {
            return syncRegion(r, second);
        } else if (content instanceof OmptRecord.Masked r) {
            return new Tr4Record.Master(endpoint(r.endpoint(), second), r.parallelId(), r.taskId(), r.codeptrRa());
        }
        Tr4Record task = task(content);
        return task != null ? task : mutexOrTarget(content);
    }

    private static OmptScopeEndpoint endpoint(ScopeEndpoint endpoint, boolean second) {
        return second ? OmptScopeEndpoint.END : Conversions.endpoint(endpoint);
    }

    private static @Nullable Tr4Record work(OmptRecord.Work r, boolean second) {
        OmptWorkType type = Conversions.workType(r.wstype());
        return type == null
                ? null
                : new Tr4Record.Work(
                        type, endpoint(r.endpoint(), second), r.parallelId(), r.taskId(), r.count(), r.codeptrRa());
    }

    private static @Nullable Tr4Record syncRegion(OmptRecord.SyncRegion r, boolean second) {
        OmptSyncRegionKind kind = Conversions.syncRegionKind(r.kind());
        return kind == null
                ? null
                : new Tr4Record.SyncRegion(
                        kind, endpoint(r.endpoint(), second), r.parallelId(), r.taskId(), r.codeptrRa());
    }

    private static @Nullable Tr4Record task(OmptRecord content) {
        if (content instanceof OmptRecord.TaskCreate r) {
            return new Tr4Record.TaskCreate(
                    r.encounteringTaskId(),
                    r.newTaskId(),
                    Conversions.taskType(r.flags()),
                    r.hasDependences(),
                    r.codeptrRa());
        } else if (content instanceof OmptRecord.TaskSchedule r) {
            return new Tr4Record.TaskSchedule(
                    r.priorTaskId(), Conversions.taskStatus(r.priorTaskStatus()), r.nextTaskId());
        } else if (content instanceof OmptRecord.TaskDependence r) {
            return new Tr4Record.TaskDependence(r.srcTaskId(), r.sinkTaskId());
        } else if (content instanceof OmptRecord.ImplicitTask r) {
            return implicitTask(r);
        }
        return null;
    }

    /** An initial task is created, and its end goes without saying. */
    private static @Nullable Tr4Record implicitTask(OmptRecord.ImplicitTask r) {
        if ((r.flags() & TaskFlag.INITIAL) == 0) {
            return new Tr4Record.Implicit(
                    Conversions.endpoint(r.endpoint()), r.parallelId(), r.taskId(), r.actualParallelism(), r.index());
        }
        return r.endpoint() == ScopeEndpoint.BEGIN
                ? new Tr4Record.TaskCreate(0, r.taskId(), OmptTaskType.INITIAL, false, 0)
                : null;
    }

    private static @Nullable Tr4Record mutexOrTarget(OmptRecord content) {
        if (content instanceof OmptRecord.MutexAcquire r) {
            return new Tr4Record.MutexAcquire(
                    Conversions.mutexKind(r.kind()), r.hint(), r.impl().value(), r.waitId(), r.codeptrRa());
        } else if (content instanceof OmptRecord.Mutex r) {
            return new Tr4Record.Mutex(Conversions.mutexKind(r.kind()), r.waitId(), r.codeptrRa());
        } else if (content instanceof OmptRecord.NestLock r) {
            return new Tr4Record.NestLock(Conversions.endpoint(r.endpoint()), r.waitId(), r.codeptrRa());
        } else if (content instanceof OmptRecord.Flush r) {
            return new Tr4Record.Flush(r.codeptrRa());
        } else if (content instanceof OmptRecord.Target r) {
            return new Tr4Record.Target(
                    Conversions.targetType(r.kind()),
                    Conversions.endpoint(r.endpoint()),
                    r.deviceNum(),
                    r.taskId(),
                    r.targetId(),
                    r.codeptrRa());
        } else if (content instanceof OmptRecord.TargetDataOp r) {
            return targetDataOp(r);
        } else if (content instanceof OmptRecord.TargetMap r) {
            return new Tr4Record.TargetMap(r.targetId(), r.hostAddr(), r.deviceAddr(), r.bytes(), r.mappingFlags());
        } else if (content instanceof OmptRecord.TargetKernel r) {
            return new Tr4Record.TargetKernel(r.hostOpId(), r.endTime());
        }
        return null;
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
