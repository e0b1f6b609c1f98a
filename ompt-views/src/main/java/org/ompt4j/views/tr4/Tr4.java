package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.Enumerator;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TargetDataOpType;
import org.ompt4j.ompt.TargetKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;

/**
 * The enumerations and flags of the TR4 era, but for the events: see {@link Tr4Event}. Each says what an enumerator of the present
 * generation is here: null if it is nothing, so that there is nothing to tell.
 */
public final class Tr4 {
    private Tr4() {}

    /**
     * The states of threads. States from 0x200 are extensions of OMPT4J, which the specification allows.
     *
     * <p>Spec: OpenMP TR4, {@code omp_state_t}; numbers are the specification's.
     */
    public enum OmpState implements Enumerator {
        WORK_SERIAL(0x000),
        WORK_PARALLEL(0x001),
        WORK_REDUCTION(0x002),
        /** Barriers of the runtime: neither implicit nor explicit. */
        WAIT_BARRIER(0x010),
        WAIT_BARRIER_IMPLICIT_PARALLEL(0x011),
        WAIT_BARRIER_IMPLICIT_WORKSHARE(0x012),
        WAIT_BARRIER_IMPLICIT(0x013),
        WAIT_BARRIER_EXPLICIT(0x014),
        WAIT_TASKWAIT(0x020),
        WAIT_TASKGROUP(0x021),
        WAIT_MUTEX(0x040),
        WAIT_LOCK(0x041),
        WAIT_CRITICAL(0x042),
        WAIT_ATOMIC(0x043),
        WAIT_ORDERED(0x044),
        WAIT_TARGET(0x080),
        WAIT_TARGET_MAP(0x081),
        WAIT_TARGET_UPDATE(0x082),
        IDLE(0x100),
        OVERHEAD(0x101),
        UNDEFINED(0x102),
        /** Ours: Object.wait and Condition.await. */
        WAIT_CONDITION(0x200),
        /** Ours: LockSupport.park. */
        WAIT_PARK(0x201),
        /** Ours: waits in a blocking queue for an item. */
        WAIT_QUEUE(0x202),
        /** Ours: Thread.sleep. */
        WAIT_SLEEP(0x203),
        /** Ours: blocking input or output. */
        WAIT_IO(0x204),
        /** Ours: in a call that is known to block; nothing more is known. */
        UNKNOWN(0x205),
        /** Ours: waits in a blocking queue for space. */
        WAIT_QUEUE_FULL(0x206);

        private static final int FIRST_OF_OURS = 0x200;

        private final int value;

        OmpState(int value) {
            this.value = value;
        }

        @Override
        public int value() {
            return value;
        }

        @Override
        public String specName() {
            return (value < FIRST_OF_OURS ? "omp_state_" : "ompt4j_state_") + Enumerator.super.specName();
        }

        /** The state of the present generation, as this one has it. */
        public static OmpState of(State state) {
            return switch (state) {
                case WORK_FREE_AGENT -> WORK_PARALLEL;
                case WAIT_BARRIER_IMPLEMENTATION -> WAIT_BARRIER;
                case WAIT_BARRIER_TEAMS -> WAIT_BARRIER_IMPLICIT;
                default -> valueOf(state.name());
            };
        }

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmpState of(int value) {
            return Enumerator.find(values(), value);
        }
    }

    /**
     * The results of registrations. The overview names these without numbers; the numbers are those of the technical report.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_set_callback}; numbers are the specification's.
     */
    @Tr4Enumerator.Prefix("ompt_set_")
    public enum OmptSetResult implements Tr4Enumerator {
        ERROR,
        NEVER,
        SOMETIMES,
        SOMETIMES_PAIRED,
        ALWAYS;

        @Override
        public int value() {
            return ordinal();
        }

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmptSetResult of(int value) {
            return Enumerator.find(values(), value);
        }

        /** The result of a registration: for some events the specification allows only one result. */
        static OmptSetResult of(Tr4Event event, SetResult answer) {
            return answer != SetResult.ERROR && event.isMandatory() ? ALWAYS : of(answer);
        }

        static OmptSetResult of(SetResult answer) {
            return answer == SetResult.IMPOSSIBLE ? NEVER : valueOf(answer.name());
        }
    }

    /**
     * Kinds of threads.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_thread_type_t}; numbers are the specification's.
     */
    @Tr4Enumerator.Prefix("ompt_thread_")
    public enum OmptThreadType implements Tr4Enumerator {
        INITIAL,
        WORKER,
        OTHER,
        UNKNOWN;

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmptThreadType of(int value) {
            return Enumerator.find(values(), value);
        }

        static OmptThreadType of(ThreadType type) {
            return valueOf(type.name());
        }
    }

    /**
     * Begin and end of a scope.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_scope_endpoint_t}; numbers are the specification's.
     */
    @Tr4Enumerator.Prefix("ompt_scope_")
    public enum OmptScopeEndpoint implements Tr4Enumerator {
        BEGIN,
        END;

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmptScopeEndpoint of(int value) {
            return Enumerator.find(values(), value);
        }

        /** The first or only end. */
        static OmptScopeEndpoint of(ScopeEndpoint endpoint) {
            return endpoint == ScopeEndpoint.END ? END : BEGIN;
        }
    }

    /**
     * Kinds of synchronization regions; all barriers are one.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_sync_region_kind_t}; numbers are the specification's.
     */
    @Tr4Enumerator.Prefix("ompt_sync_region_")
    public enum OmptSyncRegionKind implements Tr4Enumerator {
        BARRIER,
        TASKWAIT,
        TASKGROUP;

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmptSyncRegionKind of(int value) {
            return Enumerator.find(values(), value);
        }

        static @Nullable OmptSyncRegionKind of(SyncRegionKind kind) {
            return switch (kind) {
                case TASKWAIT -> TASKWAIT;
                case TASKGROUP -> TASKGROUP;
                case REDUCTION -> null;
                default -> BARRIER;
            };
        }
    }

    /**
     * What is done to the memory of a device.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_target_data_op_t}; numbers are the specification's.
     */
    @Tr4Enumerator.Prefix("ompt_target_data_")
    public enum OmptTargetDataOp implements Tr4Enumerator {
        ALLOC,
        TRANSFER_TO_DEV,
        TRANSFER_FROM_DEV,
        DELETE;

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmptTargetDataOp of(int value) {
            return Enumerator.find(values(), value);
        }

        static @Nullable OmptTargetDataOp of(TargetDataOpType type) {
            return switch (type) {
                case ALLOC, ALLOC_ASYNC -> ALLOC;
                case TRANSFER_TO_DEVICE, TRANSFER_TO_DEVICE_ASYNC -> TRANSFER_TO_DEV;
                case TRANSFER_FROM_DEVICE, TRANSFER_FROM_DEVICE_ASYNC -> TRANSFER_FROM_DEV;
                case DELETE, DELETE_ASYNC -> DELETE;
                case ASSOCIATE, DISASSOCIATE -> null;
            };
        }
    }

    /**
     * Kinds of worksharing.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_work_type_t}; numbers are the specification's.
     */
    @Tr4Enumerator.Prefix("ompt_work_")
    public enum OmptWorkType implements Tr4Enumerator {
        LOOP,
        SECTIONS,
        SINGLE_EXECUTOR,
        SINGLE_OTHER,
        WORKSHARE,
        DISTRIBUTE,
        TASKLOOP;

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmptWorkType of(int value) {
            return Enumerator.find(values(), value);
        }

        static @Nullable OmptWorkType of(WorkType type) {
            return switch (type) {
                case LOOP, LOOP_STATIC, LOOP_DYNAMIC, LOOP_GUIDED, LOOP_OTHER -> LOOP;
                case SECTIONS -> SECTIONS;
                case SINGLE_EXECUTOR -> SINGLE_EXECUTOR;
                case SINGLE_OTHER -> SINGLE_OTHER;
                case WORKSHARE -> WORKSHARE;
                case DISTRIBUTE -> DISTRIBUTE;
                case TASKLOOP -> TASKLOOP;
                default -> null;
            };
        }
    }

    /**
     * Kinds of mutual exclusion; a try has the kind of its lock.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_mutex_kind_t}; numbers are the specification's.
     */
    @Tr4Enumerator.Prefix("ompt_mutex_")
    public enum OmptMutexKind implements Tr4Enumerator {
        /** Of a kind that is not known; never given. */
        MUTEX(0x10),
        LOCK(0x11),
        NEST_LOCK(0x12),
        CRITICAL(0x13),
        ATOMIC(0x14),
        ORDERED(0x20);

        private final int value;

        OmptMutexKind(int value) {
            this.value = value;
        }

        @Override
        public int value() {
            return value;
        }

        @Override
        public String specName() {
            return this == MUTEX ? "ompt_mutex" : Tr4Enumerator.super.specName();
        }

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmptMutexKind of(int value) {
            return Enumerator.find(values(), value);
        }

        static OmptMutexKind of(MutexKind kind) {
            return valueOf(kind.withoutTest().name());
        }
    }

    /**
     * Flags for the native records that tracing of a device may produce. A value is a disjunction of these flags.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_native_mon_flags_t}; numbers are the specification's.
     */
    public static final class OmptNativeMonFlags {
        public static final int DATA_MOTION_EXPLICIT = 1;
        public static final int DATA_MOTION_IMPLICIT = 2;
        public static final int KERNEL_INVOCATION = 4;
        public static final int KERNEL_EXECUTION = 8;
        public static final int DRIVER = 16;
        public static final int RUNTIME = 32;
        public static final int OVERHEAD = 64;
        public static final int IDLENESS = 128;

        private OmptNativeMonFlags() {}
    }

    /**
     * What a task is: its class in the lowest byte, its properties above, a disjunction of these.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_task_type_t}; numbers are the specification's.
     */
    public static final class OmptTaskType {
        public static final int INITIAL = 0x1;
        public static final int IMPLICIT = 0x2;
        public static final int EXPLICIT = 0x4;
        public static final int TARGET = 0x8;
        public static final int UNDEFERRED = 0x8000000;
        public static final int UNTIED = 0x10000000;
        public static final int FINAL = 0x20000000;
        public static final int MERGEABLE = 0x40000000;
        public static final int MERGED = 0x80000000;

        private static final int ALL =
                INITIAL | IMPLICIT | EXPLICIT | TARGET | UNDEFERRED | UNTIED | FINAL | MERGEABLE | MERGED;

        private OmptTaskType() {}

        /** @param flags a disjunction of {@link TaskFlag}, whose bits these are */
        static int of(int flags) {
            return flags & ALL;
        }
    }

    /**
     * Why a task was left at a task scheduling point.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_task_status_t}; numbers are the specification's.
     */
    @Tr4Enumerator.Prefix("ompt_task_")
    public enum OmptTaskStatus implements Tr4Enumerator {
        COMPLETE,
        YIELD,
        CANCEL,
        OTHERS;

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmptTaskStatus of(int value) {
            return Enumerator.find(values(), value);
        }

        static OmptTaskStatus of(TaskStatus status) {
            return switch (status) {
                // This generation has no detached tasks: such a task is complete when it is fulfilled.
                case COMPLETE, LATE_FULFILL -> COMPLETE;
                case YIELD -> YIELD;
                case CANCEL -> CANCEL;
                default -> OTHERS;
            };
        }
    }

    /**
     * Kinds of target regions.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_target_type_t}; numbers are the specification's.
     */
    @Tr4Enumerator.Prefix("ompt_target_")
    public enum OmptTargetType implements Tr4Enumerator {
        TARGET,
        ENTER_DATA,
        EXIT_DATA,
        UPDATE;

        @Override
        public String specName() {
            return this == TARGET ? "ompt_target" : Tr4Enumerator.super.specName();
        }

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmptTargetType of(int value) {
            return Enumerator.find(values(), value);
        }

        static OmptTargetType of(TargetKind kind) {
            return switch (kind) {
                case TARGET, TARGET_NOWAIT -> TARGET;
                case TARGET_ENTER_DATA, TARGET_ENTER_DATA_NOWAIT -> ENTER_DATA;
                case TARGET_EXIT_DATA, TARGET_EXIT_DATA_NOWAIT -> EXIT_DATA;
                case TARGET_UPDATE, TARGET_UPDATE_NOWAIT -> UPDATE;
            };
        }
    }

    /**
     * Whether program or runtime runs the code of a parallel region.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_invoker_t}; numbers are the specification's.
     */
    @Tr4Enumerator.Prefix("ompt_invoker_")
    public enum OmptInvoker implements Tr4Enumerator {
        PROGRAM,
        RUNTIME;

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmptInvoker of(int value) {
            return Enumerator.find(values(), value);
        }

        /** @param flags a disjunction of {@link ParallelFlag} */
        static OmptInvoker ofFlags(int flags) {
            return (flags & ParallelFlag.INVOKER_PROGRAM) != 0 ? PROGRAM : RUNTIME;
        }
    }

    /**
     * How data is mapped onto a device, a disjunction of these.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_target_map_flag_t}; numbers are the specification's.
     */
    public static final class OmptTargetMapFlag {
        public static final int TO = 1;
        public static final int FROM = 2;
        public static final int ALLOC = 4;
        public static final int RELEASE = 8;
        public static final int DELETE = 16;
        public static final int IMPLICIT = 32;

        private OmptTargetMapFlag() {}
    }

    /**
     * How a task depends on a location.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_task_dependence_flag_t}; numbers are the specification's.
     */
    @Tr4Enumerator.Prefix("ompt_task_dependence_type_")
    public enum OmptTaskDependenceFlag implements Tr4Enumerator {
        OUT,
        IN,
        INOUT;

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmptTaskDependenceFlag of(int value) {
            return Enumerator.find(values(), value);
        }

        static OmptTaskDependenceFlag of(DependenceType type) {
            return switch (type) {
                case IN, SINK -> IN;
                case OUT, SOURCE -> OUT;
                case INOUT, MUTEXINOUTSET, INOUTSET -> INOUT;
            };
        }
    }

    /**
     * Flags of a cancellation: the kind of the cancelled region, and what happened. A value is a disjunction of these flags.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_cancel_flag_t}; numbers are the specification's.
     */
    public static final class OmptCancelFlag {
        public static final int PARALLEL = 0x1;
        public static final int SECTIONS = 0x2;
        public static final int DO = 0x4;
        public static final int TASKGROUP = 0x8;
        public static final int ACTIVATED = 0x10;
        public static final int DETECTED = 0x20;
        public static final int DISCARDED_TASK = 0x40;

        private OmptCancelFlag() {}
    }

    /**
     * What a record of a trace buffer is.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_record_kind_t}; numbers are the specification's.
     */
    @Tr4Enumerator.Prefix("ompt_record_")
    public enum OmptRecordKind implements Tr4Enumerator {
        OMPT,
        NATIVE,
        INVALID;

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmptRecordKind of(int value) {
            return Enumerator.find(values(), value);
        }
    }

    /**
     * The kind of a native record.
     *
     * <p>Spec: OpenMP TR4, {@code ompt_record_native_kind_t}; numbers are the specification's.
     */
    @Tr4Enumerator.Prefix("ompt_record_native_")
    public enum OmptRecordNativeKind implements Tr4Enumerator {
        INFO,
        EVENT;

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmptRecordNativeKind of(int value) {
            return Enumerator.find(values(), value);
        }
    }
}
