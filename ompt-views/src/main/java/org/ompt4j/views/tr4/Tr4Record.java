package org.ompt4j.views.tr4;

import java.util.List;
import org.ompt4j.views.tr4.Tr4.OmptInvoker;
import org.ompt4j.views.tr4.Tr4.OmptMutexKind;
import org.ompt4j.views.tr4.Tr4.OmptScopeEndpoint;
import org.ompt4j.views.tr4.Tr4.OmptSyncRegionKind;
import org.ompt4j.views.tr4.Tr4.OmptTargetDataOp;
import org.ompt4j.views.tr4.Tr4.OmptTargetType;
import org.ompt4j.views.tr4.Tr4.OmptTaskStatus;
import org.ompt4j.views.tr4.Tr4.OmptTaskType;
import org.ompt4j.views.tr4.Tr4.OmptThreadType;
import org.ompt4j.views.tr4.Tr4.OmptWorkType;

/**
 * The content of a trace record: the arguments of the callback, with ids in place of tool data. There is one Java record for each member of
 * the union in {@code ompt_record_ompt_t}, but for {@code idle}, which no device records.
 *
 * <p>Immutable. An id is 0 where the event has none; {@code codeptrRa} is the id of a call site, 0 for none.
 *
 * <p>Spec: OpenMP TR4, section "Record Type".
 */
public sealed interface Tr4Record {

    /** {@code thread_begin}. */
    record ThreadBegin(OmptThreadType threadType) implements Tr4Record {}

    /** {@code parallel_begin}. */
    record ParallelBegin(long parentTaskId, long parallelId, int requestedTeamSize, OmptInvoker invoker, int codeptrRa)
            implements Tr4Record {}

    /** {@code parallel_end}. */
    record ParallelEnd(long parallelId, long taskId, OmptInvoker invoker, int codeptrRa) implements Tr4Record {}

    /** {@code task_create}; {@code type} is a disjunction of {@link OmptTaskType}. */
    record TaskCreate(long parentTaskId, long newTaskId, int type, boolean hasDependences, int codeptrRa)
            implements Tr4Record {}

    /** {@code task_dep}. */
    record TaskDependence(long firstTaskId, long secondTaskId) implements Tr4Record {}

    /** {@code task_sched}. */
    record TaskSchedule(long priorTaskId, OmptTaskStatus priorTaskStatus, long nextTaskId) implements Tr4Record {}

    /** {@code implicit}; {@code parallelId} is 0 at the end. */
    record Implicit(OmptScopeEndpoint endpoint, long parallelId, long taskId, int teamSize, int threadNum)
            implements Tr4Record {}

    /** {@code sync_region}, also of {@code sync_region_wait}. */
    record SyncRegion(OmptSyncRegionKind kind, OmptScopeEndpoint endpoint, long parallelId, long taskId, int codeptrRa)
            implements Tr4Record {}

    /** {@code target_record}. */
    record Target(
            OmptTargetType kind, OmptScopeEndpoint endpoint, int deviceNum, long taskId, long targetId, int codeptrRa)
            implements Tr4Record {}

    /** {@code target_data_op}; {@code endTime} is the device's. */
    record TargetDataOp(
            long hostOpId, OmptTargetDataOp optype, long hostAddr, long deviceAddr, long bytes, long endTime)
            implements Tr4Record {}

    /** {@code target_map}; the lists have one element per item. */
    record TargetMap(
            long targetId, List<Long> hostAddr, List<Long> deviceAddr, List<Long> bytes, List<Integer> mappingFlags)
            implements Tr4Record {
        public TargetMap {
            hostAddr = List.copyOf(hostAddr);
            deviceAddr = List.copyOf(deviceAddr);
            bytes = List.copyOf(bytes);
            mappingFlags = List.copyOf(mappingFlags);
        }
    }

    /** {@code kernel}; {@code endTime} is the device's. */
    record TargetKernel(long hostOpId, long endTime) implements Tr4Record {}

    /** {@code mutex_acquire}, also {@code lock_init}. */
    record MutexAcquire(OmptMutexKind kind, int hint, int impl, long waitId, int codeptrRa) implements Tr4Record {}

    /** {@code mutex}: acquired and released; also {@code lock_destroy}. */
    record Mutex(OmptMutexKind kind, long waitId, int codeptrRa) implements Tr4Record {}

    /** {@code nest_lock}. */
    record NestLock(OmptScopeEndpoint endpoint, long waitId, int codeptrRa) implements Tr4Record {}

    /** {@code master}. */
    record Master(OmptScopeEndpoint endpoint, long parallelId, long taskId, int codeptrRa) implements Tr4Record {}

    /** {@code work}. */
    record Work(
            OmptWorkType wstype, OmptScopeEndpoint endpoint, long parallelId, long taskId, long count, int codeptrRa)
            implements Tr4Record {}

    /** {@code flush}. */
    record Flush(int codeptrRa) implements Tr4Record {}
}
