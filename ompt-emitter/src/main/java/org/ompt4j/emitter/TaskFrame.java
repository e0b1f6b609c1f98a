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

    /** Where an implicit task stands relative to its region's ending barrier. */
    enum Barrier {
        OUTSIDE,
        /** sync_region and sync_region_wait have begun. */
        WAITING,
        /** sync_region has begun, the wait was ended to run a task inside the barrier. */
        RUNNING_TASK
    }

    /** Where an encountering frame stands relative to the taskloop that its thread shares out. */
    enum Loop {
        NONE,
        /** Announced; nothing is reported before a task of it begins. */
        DECLARED,
        /** The taskgroup and the work region have begun. */
        OPEN,
        /** The thread's own chunk is done: it waits at the taskgroup's end, or helps. */
        WAITING,
        /** The taskgroup has ended, and the thread goes on in the stage, as with a sort of what the tasks have gathered. */
        DONE
    }

    long taskId;

    @Nullable
    Region region;

    Kind kind = Kind.INITIAL;
    Construct construct = Construct.NONE;
    int index;
    Barrier barrier = Barrier.OUTSIDE;

    /** Whether tools are told of an implicit task how long it has had a processor. */
    boolean isCpuTold;

    /** In such a one the {@link CpuClock} of its thread when it began, or went out of its region's ending barrier last. */
    long cpuFromNanos;

    Loop loop = Loop.NONE;
    Construct loopConstruct = Construct.NONE;
    WorkType loopType = WorkType.TASKLOOP;
    long loopCount;
    int loopCallSite;

    @Nullable
    LoopRange loopRange;

    /** Whether the thread runs the task as a free agent: it is no member of the task's region. */
    boolean ofFreeAgent;

    /** Whether the task combines partial results. */
    boolean reduces;

    /** Whether the task's region waits for its end. */
    boolean isAwaited;

    /** The method that is a construct by definition of the configuration; set for such a construct only. */
    int body;

    /** The sync region that the task is in, as {@link SyncRegions#pack} says; 0 if none. */
    long sync;

    /** The wait id that all events of that sync region carry. */
    long syncWaitId;

    /** While the tasks that this one makes are sections: the number of the next one, and what to add for the one after it. */
    int nextSection;

    int sectionStep;

    /** Whether sections of the task that have not ended are cancelled, and not waited for any more. */
    boolean cancelsSections;

    /** The call site of those sections. */
    int cancelledSectionsSite;

    /** Since when the thread waits at its taskgroup's end, in nanoseconds. */
    long waitFromNanos;

    /** Whether tools were told that this wait has begun. */
    boolean isWaitTold;

    /** The state to go back to when what is above this frame is gone. */
    int stateOrdinal;

    long waitId;

    /**
     * Makes this the frame of a task. A reference that is there already is not stored again: frames are old objects, for which a
     * store costs a collector's barrier and often a fence.
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

    /** Whether a task of a region (null: of none) may begin on top of this frame as things stand, with nothing to report. */
    boolean canRunTaskOf(@Nullable Region next) {
        return kind != Kind.MEMBER && loop == Loop.NONE && (next == null || next == region);
    }
}
