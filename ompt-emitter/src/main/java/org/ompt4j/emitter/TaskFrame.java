package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.WorkType;

/** One entry of a thread's stack of tasks; reused, so that running a task allocates nothing. Owner thread only. */
final class TaskFrame {
    enum Kind {
        /** The initial task of an application thread. */
        INITIAL,
        /** The implicit task of the thread that opened a team region. */
        ENCOUNTERING,
        /** The implicit task of a worker that joined a team region. */
        MEMBER,
        EXPLICIT
    }

    /** The position of an implicit task relative to the barrier that ends its region. */
    enum Barrier {
        OUTSIDE,
        /** sync_region and sync_region_wait have begun. */
        WAITING,
        /** sync_region has begun; the wait was ended in order to run a task inside the barrier. */
        RUNNING_TASK
    }

    /** The position of an encountering frame relative to the taskloop that its thread distributes. */
    enum Loop {
        NONE,
        /** Announced; nothing is reported before a task of it begins. */
        DECLARED,
        /** The taskgroup and the work region have begun. */
        OPEN,
        /** The thread's own chunk is done: it waits at the taskgroup's end, or helps. */
        WAITING,
        /** The taskgroup has ended and the thread goes on in the stage, for example to sort what the tasks have collected. */
        DONE
    }

    long taskId;

    @Nullable
    Region region;

    Kind kind = Kind.INITIAL;
    Construct construct = Construct.NONE;
    int index;
    Barrier barrier = Barrier.OUTSIDE;

    /** Whether the processor time of an implicit task is reported. */
    boolean isCpuTold;

    /** If so, the value of {@link CpuClock} when the task began, or last left its region's ending barrier, in nanoseconds. */
    long cpuFromNanos;

    Loop loop = Loop.NONE;
    Construct loopConstruct = Construct.NONE;
    WorkType loopType = WorkType.TASKLOOP;
    long loopCount;
    int loopCallSite;

    @Nullable
    LoopRange loopRange;

    /** Whether the thread runs the task as a free agent: the thread is not a member of the task's region. */
    boolean ofFreeAgent;

    /** Whether the task combines partial results. */
    boolean reduces;

    /** Whether the task's region waits for its end. */
    boolean isAwaited;

    /** Whether a method of the task's own object runs the task, and not one of its pool. */
    boolean runsItself;

    /** The body id of a method that the configuration defines as a construct; set only for such constructs. */
    int body;

    /** The sync region that the task is in, as packed by {@link SyncRegions#pack}; 0 if none. */
    long sync;

    /** The wait id that all events of that sync region carry. */
    long syncWaitId;

    /** While the tasks that this task makes are sections: the number of the next one, and the step to the following number. */
    int nextSection;

    int sectionStep;

    /** Whether sections of the task that have not ended are cancelled, so that the task does not wait for them any more. */
    boolean cancelsSections;

    /** The call site of those sections. */
    int cancelledSectionsSite;

    /** Since when the thread waits at the end of its taskgroup, in nanoseconds. */
    long waitFromNanos;

    /** Whether the begin of this wait was reported. */
    boolean isWaitTold;

    /** The state to restore when this frame is on top again. */
    int stateOrdinal;

    long waitId;

    /**
     * Makes this the frame of a task. References that do not change are not stored again: frames are old objects, for which a store costs a barrier
     * of the garbage collector and often a fence.
     */
    void become(Kind itsKind, Construct itsConstruct, long itsTaskId, @Nullable Region itsRegion, int itsIndex) {
        taskId = itsTaskId;
        index = itsIndex;
        sync = 0;
        if (region != itsRegion) {
            region = itsRegion;
        }
        if (kind != itsKind) {
            kind = itsKind;
        }
        if (construct != itsConstruct) {
            construct = itsConstruct;
        }
        if (barrier != Barrier.OUTSIDE) {
            barrier = Barrier.OUTSIDE;
        }
        if (isCpuTold) {
            isCpuTold = false;
        }
        if (reduces) {
            reduces = false;
        }
        if (isAwaited) {
            isAwaited = false;
        }
        if (runsItself) {
            runsItself = false;
        }
        if (loop != Loop.NONE) {
            loop = Loop.NONE;
        }
        if (isWaitTold) {
            isWaitTold = false;
        }
        if (cancelsSections) {
            cancelsSections = false;
        }
    }

    /** Whether a task of a region (null: of none) may begin on top of this frame without any other event being reported first. */
    boolean canRunTaskOf(@Nullable Region next) {
        return kind != Kind.MEMBER && loop == Loop.NONE && (next == null || next == region);
    }
}
