package org.ompt4j.views.collector;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.views.collector.Collector.OmpCollectorState;
import org.ompt4j.views.collector.CollectorEvents.ThreadRecord;

/**
 * State and regions of the calling thread, and the states of others.
 *
 * <p>Thread safety: any thread, any time; takes no lock.
 *
 * <p>Spec: Collector API, {@code OMP_REQ_STATE}, {@code OMP_REQ_CURRENT_PRID}, {@code OMP_REQ_PARENT_PRID}.
 */
final class CollectorInquiries {
    /** The result of {@link #parentRegion} if the calling thread is no master. */
    static final long NO_MASTER = -1;

    private static final int NONE = -1;

    private final OmptEntryPoint.All runtime;
    private final Ompt4jRuntime ours;

    CollectorInquiries(OmptEntryPoint.All runtime, Ompt4jRuntime ours) {
        this.runtime = runtime;
        this.ours = ours;
    }

    /** State of the calling thread; the id of a barrier without an id of its own is that of its region. */
    OmpCollectorState state(long[] waitId) {
        OmpCollectorState state = of(runtime.getState(waitId));
        if (waitId[0] == 0 && (state == OmpCollectorState.IBAR || state == OmpCollectorState.EBAR)) {
            waitId[0] = currentRegion();
        }
        return state;
    }

    /** State of any thread, SERIAL if none with that id is alive. */
    OmpCollectorState stateOf(long threadId, long[] waitId) {
        long[] regionId = new long[1];
        OmpCollectorState state = of(runtime.getThreadState(threadId, waitId, null, regionId));
        if (waitId[0] == 0 && (state == OmpCollectorState.IBAR || state == OmpCollectorState.EBAR)) {
            waitId[0] = regionId[0];
        }
        return state;
    }

    /** The ids of the threads that are alive. */
    long[] threads() {
        return ours.threads().stream().mapToLong(OmptThread::id).toArray();
    }

    /** The time of the event whose callback is running, in nanoseconds of {@link System#nanoTime}. */
    long eventTime() {
        return runtime.getEventTime();
    }

    /** The collector's name of a state. */
    static OmpCollectorState of(State state) {
        return switch (state) {
            case WORK_SERIAL, UNDEFINED -> OmpCollectorState.SERIAL;
            case WORK_PARALLEL, WORK_FREE_AGENT -> OmpCollectorState.WORK;
            case WORK_REDUCTION -> OmpCollectorState.REDUC;
            case WAIT_BARRIER_EXPLICIT -> OmpCollectorState.EBAR;
            case WAIT_BARRIER_IMPLICIT_PARALLEL,
                    WAIT_BARRIER_IMPLICIT_WORKSHARE,
                    WAIT_BARRIER_IMPLEMENTATION,
                    WAIT_BARRIER_TEAMS,
                    WAIT_TASKWAIT,
                    WAIT_TASKGROUP -> OmpCollectorState.IBAR;
            case WAIT_MUTEX, WAIT_LOCK, WAIT_CONDITION, WAIT_PARK, WAIT_QUEUE, WAIT_QUEUE_FULL, WAIT_IO ->
                OmpCollectorState.LKWT;
            case WAIT_CRITICAL -> OmpCollectorState.CTWT;
            case WAIT_ORDERED -> OmpCollectorState.ODWT;
            case WAIT_ATOMIC -> OmpCollectorState.ATWT;
            case IDLE -> OmpCollectorState.IDLE;
            case OVERHEAD, UNKNOWN, WAIT_SLEEP, WAIT_TARGET, WAIT_TARGET_MAP, WAIT_TARGET_UPDATE ->
                OmpCollectorState.OVHD;
        };
    }

    /** The innermost region of the calling thread, inside a FORK callback the new one; 0 outside. */
    long currentRegion() {
        ThreadRecord record = record();
        if (record != null && record.forking != 0) {
            return record.forking;
        }
        return membership(0).region;
    }

    /** The region around the current one, 0 if there is none; {@link #NO_MASTER} if the calling thread is not its master. */
    long parentRegion() {
        ThreadRecord record = record();
        Membership current = membership(0);
        if (record != null && record.forking != 0) {
            return current.region;
        }
        if (current.level == NONE) {
            return NO_MASTER;
        }
        if (current.isInitial) {
            return 0;
        }
        return current.threadNum == 0 ? membership(current.level + 1).region : NO_MASTER;
    }

    private @Nullable ThreadRecord record() {
        OmptData data = runtime.getThreadData();
        return data != null && data.ptr instanceof ThreadRecord record ? record : null;
    }

    /** The implicit task at this level or beyond it, and the region that it belongs to. */
    private Membership membership(int fromLevel) {
        int[] flags = new int[1];
        int[] threadNum = new int[1];
        @Nullable OmptData[] region = new OmptData[1];
        int level = fromLevel;
        while (runtime.getTaskInfo(level, flags, null, null, region, threadNum) != OmptEntryPoint.GetTaskInfo.NO_TASK) {
            if ((flags[0] & TaskFlag.INITIAL) != 0) {
                return new Membership(level, 0, 0, true);
            }
            OmptData data = region[0];
            if ((flags[0] & TaskFlag.IMPLICIT) != 0) {
                // An idle worker is in no region, and master of none.
                return data == null ? Membership.OUTSIDE : new Membership(level, data.id(), threadNum[0], false);
            }
            level++;
        }
        return Membership.OUTSIDE;
    }

    private record Membership(int level, long region, int threadNum, boolean isInitial) {
        static final Membership OUTSIDE = new Membership(NONE, 0, 0, false);
    }
}
