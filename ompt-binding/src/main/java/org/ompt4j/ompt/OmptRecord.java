package org.ompt4j.ompt;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of a trace record: the members of the specification's record under their names, with ids in place of tool data.
 *
 * <p>Immutable. An id is 0 if the event has none; {@code codeptrRa} is the id of a call site, 0 for none, which {@link
 * Ompt4jRuntime#callSite} turns into text. {@link OmptRecordOmpt} has the event, its time and its thread.
 *
 * <p>Spec: OpenMP 5.1, section 4.5.2.
 */
public sealed interface OmptRecord {
    /**
     * The record of an event of the host, made of what {@link RecordSink#record} is passed.
     *
     * @param details of dependences with the type of the one that the record is about
     * @param a of an error the length of its message, of a pool that of its name
     * @param b of dependences the variable of the one that the record is about
     * @param message of an error, or the name of a pool; not used for other events
     * @return null for {@link Event#THREAD_END}, which has nothing of its own
     * @throws IllegalArgumentException if a number is none of its enumeration, or if the event has no such record
     */
    static @Nullable OmptRecord of(
            Event event, long details, long a, long b, long c, long d, int codeptrRa, String message) {
        return switch (event) {
            case THREAD_BEGIN -> new ThreadBegin(ThreadType.of(Member.THREAD_TYPE.in(details)));
            case THREAD_END -> null;
            case PARALLEL_BEGIN -> new ParallelBegin(a, b, (int) c, Member.PARALLEL_FLAGS.in(details), codeptrRa);
            case PARALLEL_END -> new ParallelEnd(b, a, Member.PARALLEL_FLAGS.in(details), codeptrRa);
            case TASK_CREATE ->
                new TaskCreate(a, b, Member.TASK_FLAGS.in(details), Member.HAS_DEPENDENCES.in(details) != 0, codeptrRa);
            case TASK_SCHEDULE -> new TaskSchedule(a, TaskStatus.of(Member.PRIOR_TASK_STATUS.in(details)), b);
            case IMPLICIT_TASK ->
                new ImplicitTask(endpoint(details), b, a, (int) c, (int) d, Member.TASK_FLAGS.in(details));
            case WORK -> new Work(WorkType.of(Member.WSTYPE.in(details)), endpoint(details), b, a, c, codeptrRa);
            case DISPATCH -> new Dispatch(b, a, DispatchKind.of(Member.DISPATCH_KIND.in(details)), c, d);
            case DEPENDENCES -> {
                DependenceType type = DependenceType.of(Member.DEPENDENCE_TYPE.in(details));
                yield new Dependences(a, new OmptDependence(b, type), (int) c);
            }
            case TASK_DEPENDENCE -> new TaskDependence(a, b);
            case SYNC_REGION, SYNC_REGION_WAIT, REDUCTION ->
                new SyncRegion(SyncRegionKind.of(Member.SYNC_KIND.in(details)), endpoint(details), b, a, codeptrRa);
            case MASKED -> new Masked(endpoint(details), b, a, codeptrRa);
            case MUTEX_ACQUIRE, LOCK_INIT ->
                new MutexAcquire(
                        MutexKind.of(Member.MUTEX_KIND.in(details)),
                        Member.HINT.in(details),
                        MutexImpl.of(Member.IMPL.in(details)),
                        a,
                        codeptrRa);
            case MUTEX_ACQUIRED, MUTEX_RELEASED, LOCK_DESTROY ->
                new Mutex(MutexKind.of(Member.MUTEX_KIND.in(details)), a, codeptrRa);
            case NEST_LOCK -> new NestLock(endpoint(details), a, codeptrRa);
            case FLUSH -> new Flush(codeptrRa);
            case CANCEL -> new Cancel(a, Member.CANCEL_FLAGS.in(details), codeptrRa);
            case CONTROL_TOOL -> new ControlTool(a, b, codeptrRa);
            case ERROR -> new RuntimeError(Severity.of(Member.SEVERITY.in(details)), message, (int) a, codeptrRa);
            case WAKEUP -> new Wakeup(a, b, codeptrRa);
            case TASK_CPU_TIME -> new TaskCpuTime(a, b);
            case TASK_LATE -> new TaskLate(a, b, c);
            case POOL -> new Pool(endpoint(details), message, b, (int) c, codeptrRa);
            case POOL_WORKER -> new PoolWorker(endpoint(details), a);
            case WAIT -> new Wait(State.of(Member.STATE.in(details)), endpoint(details), a, b, codeptrRa);
            default -> throw new IllegalArgumentException("the host makes no record of ".concat(event.name()));
        };
    }

    private static ScopeEndpoint endpoint(long details) {
        return ScopeEndpoint.of(Member.ENDPOINT.in(details));
    }

    /** Whether something begins or ends with the event; null for records that have no such member. */
    default @Nullable ScopeEndpoint endpoint() {
        return null;
    }

    /** The parallel region; 0 for none, and for records that have no such member. */
    default long parallelId() {
        return 0;
    }

    /** The call site; 0 for none, and for records that have no such member. */
    default int codeptrRa() {
        return 0;
    }

    /** {@code ompt_record_thread_begin_t}. */
    record ThreadBegin(ThreadType threadType) implements OmptRecord {}

    /** {@code ompt_record_parallel_begin_t}; {@code flags} is a disjunction of {@link ParallelFlag}. */
    record ParallelBegin(long encounteringTaskId, long parallelId, int requestedParallelism, int flags, int codeptrRa)
            implements OmptRecord {}

    /** {@code ompt_record_parallel_end_t}. */
    record ParallelEnd(long parallelId, long encounteringTaskId, int flags, int codeptrRa) implements OmptRecord {}

    /** {@code ompt_record_work_t}; {@code count} is 0 where it is not known. */
    record Work(WorkType wstype, ScopeEndpoint endpoint, long parallelId, long taskId, long count, int codeptrRa)
            implements OmptRecord {}

    /**
     * {@code ompt_record_dispatch_t}.
     *
     * @param instance first iteration of a chunk, -1 where it is not known; an iteration; or a section's number
     * @param iterations of a chunk, 0 where it is not known (OpenMP 5.2, {@code ompt_dispatch_chunk_t})
     */
    record Dispatch(long parallelId, long taskId, DispatchKind kind, long instance, long iterations)
            implements OmptRecord {}

    /** {@code ompt_record_task_create_t}; {@code flags} is a disjunction of {@link TaskFlag}. */
    record TaskCreate(long encounteringTaskId, long newTaskId, int flags, boolean hasDependences, int codeptrRa)
            implements OmptRecord {}

    /** {@code ompt_record_dependences_t}: one of the {@code ndeps} dependences of a task. */
    record Dependences(long taskId, OmptDependence dep, int ndeps) implements OmptRecord {}

    /** {@code ompt_record_task_dependence_t}. */
    record TaskDependence(long srcTaskId, long sinkTaskId) implements OmptRecord {}

    /** {@code ompt_record_task_schedule_t}. */
    record TaskSchedule(long priorTaskId, TaskStatus priorTaskStatus, long nextTaskId) implements OmptRecord {}

    /** {@code ompt_record_implicit_task_t}; {@code parallelId} is 0 at the end. */
    record ImplicitTask(
            ScopeEndpoint endpoint, long parallelId, long taskId, int actualParallelism, int index, int flags)
            implements OmptRecord {}

    /** {@code ompt_record_masked_t}. */
    record Masked(ScopeEndpoint endpoint, long parallelId, long taskId, int codeptrRa) implements OmptRecord {}

    /** {@code ompt_record_sync_region_t}, of {@code sync_region}, {@code sync_region_wait} and {@code reduction}. */
    record SyncRegion(SyncRegionKind kind, ScopeEndpoint endpoint, long parallelId, long taskId, int codeptrRa)
            implements OmptRecord {}

    /** {@code ompt_record_mutex_acquire_t}, of {@code mutex_acquire} and {@code lock_init}. */
    record MutexAcquire(MutexKind kind, int hint, MutexImpl impl, long waitId, int codeptrRa) implements OmptRecord {}

    /** {@code ompt_record_mutex_t}, of {@code mutex_acquired}, {@code mutex_released} and {@code lock_destroy}. */
    record Mutex(MutexKind kind, long waitId, int codeptrRa) implements OmptRecord {}

    /** {@code ompt_record_nest_lock_t}. */
    record NestLock(ScopeEndpoint endpoint, long waitId, int codeptrRa) implements OmptRecord {}

    /** {@code ompt_record_flush_t}. */
    record Flush(int codeptrRa) implements OmptRecord {}

    /** {@code ompt_record_cancel_t}; {@code flags} is a disjunction of {@link CancelFlag}. */
    record Cancel(long taskId, int flags, int codeptrRa) implements OmptRecord {}

    /** {@code ompt_record_control_tool_t}. */
    record ControlTool(long command, long modifier, int codeptrRa) implements OmptRecord {}

    /** {@code ompt_record_error_t}; {@code length} is that of the whole message, in chars, of which a record has the first 1,000. */
    record RuntimeError(Severity severity, String message, int length, int codeptrRa) implements OmptRecord {}

    /** {@code ompt_record_target_t}, of both forms of the event. */
    record Target(TargetKind kind, ScopeEndpoint endpoint, int deviceNum, long taskId, long targetId, int codeptrRa)
            implements OmptRecord {}

    /** {@code ompt_record_target_data_op_t}, of both forms; {@code endTime} is the device's, in nanoseconds. */
    record TargetDataOp(
            long hostOpId,
            TargetDataOpType optype,
            long srcAddr,
            int srcDeviceNum,
            long destAddr,
            int destDeviceNum,
            long bytes,
            long endTime,
            int codeptrRa)
            implements OmptRecord {}

    /** {@code ompt_record_target_map_t}, of both forms; the lists have one element per item. */
    record TargetMap(
            long targetId,
            List<Long> hostAddr,
            List<Long> deviceAddr,
            List<Long> bytes,
            List<Integer> mappingFlags,
            int codeptrRa)
            implements OmptRecord {
        public TargetMap {
            hostAddr = List.copyOf(hostAddr);
            deviceAddr = List.copyOf(deviceAddr);
            bytes = List.copyOf(bytes);
            mappingFlags = List.copyOf(mappingFlags);
        }

        /** The number of items. */
        public int nitems() {
            return hostAddr.size();
        }
    }

    /** {@code ompt_record_target_kernel_t}, of both forms of {@code target_submit}; {@code endTime} is the device's. */
    record TargetKernel(long hostOpId, int requestedNumTeams, int grantedNumTeams, long endTime)
            implements OmptRecord {}

    /** Ours, of {@link Event#TASK_CPU_TIME}: nanoseconds, see {@link Member#CPU_TIME}. */
    record TaskCpuTime(long taskId, long cpuTime) implements OmptRecord {}

    /** Ours, of {@link Event#TASK_LATE}; times in nanoseconds, see {@link Member#LATENESS} and {@link Member#PERIOD}. */
    record TaskLate(long taskId, long lateness, long period) implements OmptRecord {}

    /** Ours, of {@link Event#WAKEUP}: the task ends the wait of the threads that wait for {@code waitId}. */
    record Wakeup(long taskId, long waitId, int codeptrRa) implements OmptRecord {}

    /** Ours, of {@link Event#POOL}; {@code requestedParallelism} is how many workers the pool is to have, 0 if it has no limit. */
    record Pool(ScopeEndpoint endpoint, String name, long poolId, int requestedParallelism, int codeptrRa)
            implements OmptRecord {}

    /** Ours, of {@link Event#POOL_WORKER}. */
    record PoolWorker(ScopeEndpoint endpoint, long poolId) implements OmptRecord {}

    /** Ours, of {@link Event#WAIT}: {@code state} is that of the thread meanwhile. */
    record Wait(State state, ScopeEndpoint endpoint, long taskId, long waitId, int codeptrRa) implements OmptRecord {}

    /** Ours, of no event, in trace files only: a sample of a thread's state. */
    record Sample(State state, long parallelId, long taskId, long waitId) implements OmptRecord {}
}
