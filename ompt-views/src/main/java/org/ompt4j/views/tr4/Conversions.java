package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TargetDataOpType;
import org.ompt4j.ompt.TargetKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.views.tr4.Tr4.OmptInvoker;
import org.ompt4j.views.tr4.Tr4.OmptMutexKind;
import org.ompt4j.views.tr4.Tr4.OmptScopeEndpoint;
import org.ompt4j.views.tr4.Tr4.OmptSetResult;
import org.ompt4j.views.tr4.Tr4.OmptSyncRegionKind;
import org.ompt4j.views.tr4.Tr4.OmptTargetDataOp;
import org.ompt4j.views.tr4.Tr4.OmptTargetType;
import org.ompt4j.views.tr4.Tr4.OmptTaskDependenceFlag;
import org.ompt4j.views.tr4.Tr4.OmptTaskStatus;
import org.ompt4j.views.tr4.Tr4.OmptTaskType;
import org.ompt4j.views.tr4.Tr4.OmptThreadType;
import org.ompt4j.views.tr4.Tr4.OmptWorkType;

/** Enumerators of the present generation as those of TR4; null where TR4 has none, so that there is nothing to tell. */
final class Conversions {
    private static final int ALL_TASK_TYPES = OmptTaskType.INITIAL
            | OmptTaskType.IMPLICIT
            | OmptTaskType.EXPLICIT
            | OmptTaskType.TARGET
            | OmptTaskType.UNDEFERRED
            | OmptTaskType.UNTIED
            | OmptTaskType.FINAL
            | OmptTaskType.MERGEABLE
            | OmptTaskType.MERGED;

    private Conversions() {}

    /** What registering answers: for some events the specification allows one answer only. */
    static OmptSetResult setResult(Tr4Event event, SetResult answer) {
        if (answer != SetResult.ERROR && event.isMandatory()) {
            return OmptSetResult.ALWAYS;
        }
        return setResult(answer);
    }

    static OmptSetResult setResult(SetResult answer) {
        return switch (answer) {
            case ERROR -> OmptSetResult.ERROR;
            case NEVER, IMPOSSIBLE -> OmptSetResult.NEVER;
            case SOMETIMES -> OmptSetResult.SOMETIMES;
            case SOMETIMES_PAIRED -> OmptSetResult.SOMETIMES_PAIRED;
            case ALWAYS -> OmptSetResult.ALWAYS;
        };
    }

    static OmptThreadType threadType(ThreadType type) {
        return OmptThreadType.valueOf(type.name());
    }

    /** The first or only end. */
    static OmptScopeEndpoint endpoint(ScopeEndpoint endpoint) {
        return endpoint == ScopeEndpoint.END ? OmptScopeEndpoint.END : OmptScopeEndpoint.BEGIN;
    }

    static OmptInvoker invoker(int parallelFlags) {
        return (parallelFlags & ParallelFlag.INVOKER_PROGRAM) != 0 ? OmptInvoker.PROGRAM : OmptInvoker.RUNTIME;
    }

    static int taskType(int taskFlags) {
        return taskFlags & ALL_TASK_TYPES;
    }

    static OmptTaskStatus taskStatus(TaskStatus status) {
        return switch (status) {
            case COMPLETE -> OmptTaskStatus.COMPLETE;
            case YIELD -> OmptTaskStatus.YIELD;
            case CANCEL -> OmptTaskStatus.CANCEL;
            default -> OmptTaskStatus.OTHERS;
        };
    }

    static @Nullable OmptSyncRegionKind syncRegionKind(SyncRegionKind kind) {
        return switch (kind) {
            case TASKWAIT -> OmptSyncRegionKind.TASKWAIT;
            case TASKGROUP -> OmptSyncRegionKind.TASKGROUP;
            case REDUCTION -> null;
            default -> OmptSyncRegionKind.BARRIER;
        };
    }

    static @Nullable OmptWorkType workType(WorkType type) {
        return switch (type) {
            case LOOP, LOOP_STATIC, LOOP_DYNAMIC, LOOP_GUIDED, LOOP_OTHER -> OmptWorkType.LOOP;
            case SECTIONS -> OmptWorkType.SECTIONS;
            case SINGLE_EXECUTOR -> OmptWorkType.SINGLE_EXECUTOR;
            case SINGLE_OTHER -> OmptWorkType.SINGLE_OTHER;
            case WORKSHARE -> OmptWorkType.WORKSHARE;
            case DISTRIBUTE -> OmptWorkType.DISTRIBUTE;
            case TASKLOOP -> OmptWorkType.TASKLOOP;
            default -> null;
        };
    }

    static OmptMutexKind mutexKind(MutexKind kind) {
        return OmptMutexKind.valueOf(kind.withoutTest().name());
    }

    static OmptTargetType targetType(TargetKind kind) {
        return switch (kind) {
            case TARGET, TARGET_NOWAIT -> OmptTargetType.TARGET;
            case TARGET_ENTER_DATA, TARGET_ENTER_DATA_NOWAIT -> OmptTargetType.ENTER_DATA;
            case TARGET_EXIT_DATA, TARGET_EXIT_DATA_NOWAIT -> OmptTargetType.EXIT_DATA;
            case TARGET_UPDATE, TARGET_UPDATE_NOWAIT -> OmptTargetType.UPDATE;
        };
    }

    static @Nullable OmptTargetDataOp targetDataOp(TargetDataOpType type) {
        return switch (type) {
            case ALLOC, ALLOC_ASYNC -> OmptTargetDataOp.ALLOC;
            case TRANSFER_TO_DEVICE, TRANSFER_TO_DEVICE_ASYNC -> OmptTargetDataOp.TRANSFER_TO_DEV;
            case TRANSFER_FROM_DEVICE, TRANSFER_FROM_DEVICE_ASYNC -> OmptTargetDataOp.TRANSFER_FROM_DEV;
            case DELETE, DELETE_ASYNC -> OmptTargetDataOp.DELETE;
            case ASSOCIATE, DISASSOCIATE -> null;
        };
    }

    static OmptTaskDependence[] dependences(OmptDependence[] deps, int ndeps) {
        OmptTaskDependence[] converted = new OmptTaskDependence[ndeps];
        for (int i = 0; i < ndeps; i++) {
            converted[i] = new OmptTaskDependence(deps[i].variable(), dependence(deps[i].dependenceType()));
        }
        return converted;
    }

    private static OmptTaskDependenceFlag dependence(DependenceType type) {
        return switch (type) {
            case IN, SINK -> OmptTaskDependenceFlag.IN;
            case OUT, SOURCE -> OmptTaskDependenceFlag.OUT;
            case INOUT, MUTEXINOUTSET, INOUTSET -> OmptTaskDependenceFlag.INOUT;
        };
    }
}
