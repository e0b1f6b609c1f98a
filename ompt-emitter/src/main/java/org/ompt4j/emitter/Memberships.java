package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;

/**
 * Keeps track of the members of parallel regions: their implicit tasks, and the barrier at the region's end.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 */
public final class Memberships {
    /*
     * Overview. A worker joins a team region when it runs its first task of the region. When it runs out of tasks it waits in the barrier that ends
     * the region; a further task of the region, or of a nested region, interrupts this wait. Before the worker runs a task of any other region, or
     * code outside of tasks, it leaves the region, so that memberships never cross. If it runs a task of the region after that, it does so as a free
     * agent, which has no implicit task. A member that finds its region ended leaves with the region's end time.
     */
    static final SyncRegionKind REGION_END = SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;

    private Memberships() {}

    /** Begins an implicit task of the region on the current thread. */
    static void begin(ThreadContext c, TaskFrame.Kind kind, Region region, int index, long time) {
        TaskFrame frame = c.tasks().push(kind, region.construct, c.newId(), region, index);
        if (kind == TaskFrame.Kind.MEMBER) {
            // The implicit task has no code of its own; its explicit tasks have.
            c.tasks().setState(State.OVERHEAD, 0);
        }
        if (CpuClock.isDue(c, time)) {
            frame.cpuFromNanos = CpuClock.nanos();
            frame.isCpuTold = frame.cpuFromNanos != 0;
        }
        int actual = Math.max(region.requestedParallelism, index + 1);
        Events.implicitTask(c, time, frame, ScopeEndpoint.BEGIN, region.id, actual, TaskFlag.IMPLICIT);
    }

    /** Reports the processor time of the current implicit task, which comes to its region's ending barrier or leaves it. */
    static void tellCpu(ThreadContext c, TaskFrame frame, long time) {
        if (frame.isCpuTold) {
            Events.taskCpuTime(c, time, frame.construct, Math.max(0, CpuClock.nanos() - frame.cpuFromNanos));
        }
    }

    /** Leaves memberships on top of the stack whose region is neither the next task's region nor encloses it. */
    static void leaveForeignMemberships(ThreadContext c, @Nullable Region next, long time) {
        while (isForeignMember(c, next)) {
            Region left = c.tasks().frame().region;
            boolean ended = c.tasks().frame().barrier == TaskFrame.Barrier.WAITING && left != null && left.isClosing();
            leaveMembership(c, time);
            if (ended) {
                // The thread has waited for the outer region since the end of the inner one.
                waitInOuterBarrier(c);
            }
        }
    }

    /** Whether the current task is the implicit task of a region that is neither the next task's region nor encloses it. */
    static boolean isForeignMember(ThreadContext c, @Nullable Region next) {
        return !c.tasks().isEmpty()
                && c.tasks().frame().kind == TaskFrame.Kind.MEMBER
                && !encloses(c.tasks().frame().region, next);
    }

    private static boolean encloses(@Nullable Region outer, @Nullable Region inner) {
        return outer != null && inner != null && !outer.isClosing() && (outer == inner || inner.isNestedIn(outer));
    }

    /**
     * Makes the thread a member of a region, unless the region is already on its stack, or the thread has been a member before.
     *
     * @return false, with nothing changed, if the region has ended
     */
    static boolean joinIfNeeded(ThreadContext c, Region region, long time) {
        if (!region.isTeam()) {
            return true;
        }
        for (int i = c.tasks().top(); i >= 0; i--) {
            if (c.tasks().frame(i).region == region) {
                return true;
            }
        }
        if (!region.beginTelling()) {
            return false;
        }
        try {
            int index = region.join(c.id());
            if (index >= 0) {
                pauseBarrierWait(c, time);
                Taskloops.suspendWait(c, time);
                begin(c, TaskFrame.Kind.MEMBER, region, index, time);
            }
            return index != Region.ENDED;
        } finally {
            region.endTelling();
        }
    }

    /** Ends the wait, but not the barrier, of the member on top of the stack, because it got a task to run. */
    static void pauseBarrierWait(ThreadContext c, long time) {
        if (c.tasks().isEmpty()) {
            return;
        }
        TaskFrame frame = c.tasks().frame();
        Region region = frame.region;
        if (frame.kind == TaskFrame.Kind.MEMBER && frame.barrier == TaskFrame.Barrier.WAITING && region != null) {
            c.tasks().setState(State.OVERHEAD, 0);
            Events.syncRegionWait(c, time, frame.construct, REGION_END, ScopeEndpoint.END, region.id, region.id, 0);
            frame.barrier = TaskFrame.Barrier.RUNNING_TASK;
            if (frame.isCpuTold) {
                frame.cpuFromNanos = CpuClock.nanos();
            }
        }
    }

    /** The member on top waits in its region's barrier, since the end of its last task. */
    static void waitInBarrier(ThreadContext c) {
        TaskFrame frame = c.tasks().frame();
        Region region = frame.region;
        if (frame.barrier == TaskFrame.Barrier.WAITING || region == null) {
            return;
        }
        if (!region.beginTelling()) {
            leaveMembership(c);
            waitInOuterBarrier(c);
            return;
        }
        try {
            beginBarrierWait(c, frame, region, region.id);
        } finally {
            region.endTelling();
        }
    }

    /** @param named the region, or 0 if tools may have heard of its end */
    private static void beginBarrierWait(ThreadContext c, TaskFrame frame, Region region, long named) {
        long time = c.clock().lastNow();
        tellCpu(c, frame, time);
        if (frame.barrier == TaskFrame.Barrier.OUTSIDE) {
            Events.syncRegion(c, time, frame.construct, REGION_END, ScopeEndpoint.BEGIN, named, region.id, 0);
        }
        frame.barrier = TaskFrame.Barrier.WAITING;
        c.tasks().setState(State.WAIT_BARRIER_IMPLICIT_PARALLEL, region.id);
        Events.syncRegionWait(c, time, frame.construct, REGION_END, ScopeEndpoint.BEGIN, named, region.id, 0);
    }

    /** The thread has just left an inner region and is also a member of an outer one, in which it has no task either. */
    private static void waitInOuterBarrier(ThreadContext c) {
        TaskFrame outer = c.tasks().isEmpty() ? null : c.tasks().frame();
        Region region = outer == null ? null : outer.region;
        if (outer == null || region == null || outer.kind != TaskFrame.Kind.MEMBER) {
            return;
        }
        if (outer.barrier != TaskFrame.Barrier.WAITING) {
            waitSinceInnerEnd(c, outer, region);
        }
        if (region.isClosing()) {
            leaveMembership(c);
            waitInOuterBarrier(c);
        }
    }

    /** Leaves all memberships, since the thread is about to run code that belongs to none of their regions. */
    static void leaveMemberships(ThreadContext c) {
        if (!c.tasks().isEmpty()) {
            // The clock is read before regions are asked whether they have ended, so that an ended region has an
            // earlier
            // end time. The reading is not yet the thread's last time stamp.
            leaveForeignMemberships(c, null, Events.timed() ? System.nanoTime() : 0);
        }
    }

    /**
     * Leaves the memberships on top of the stack whose regions have ended, before the thread reports an event that does not belong to them. A thread
     * that waits in an open region's barrier keeps waiting there; a worker that has no task left becomes idle.
     */
    public static void leaveEnded(ThreadContext c) {
        while (c.tasks().isInEndedMembership()) {
            boolean waited = c.tasks().frame().barrier == TaskFrame.Barrier.WAITING;
            leaveMembership(c);
            if (waited) {
                waitInOuterBarrier(c);
                becomeIdle(c);
            }
        }
    }

    private static void becomeIdle(ThreadContext c) {
        if (c.tasks().isEmpty()) {
            c.tasks().setState(State.IDLE, 0);
        }
    }

    /** If the outer region has ended as well, it ended later, so there was a wait. Its event must not name the region any more. */
    private static void waitSinceInnerEnd(ThreadContext c, TaskFrame outer, Region region) {
        boolean open = region.beginTelling();
        try {
            beginBarrierWait(c, outer, region, open ? region.id : 0);
        } finally {
            if (open) {
                region.endTelling();
            }
        }
    }

    /** Ends the membership on top of the stack: now, or when its region ended if that was before. */
    public static void leaveMembership(ThreadContext c) {
        leaveMembership(c, c.clock().lastNow());
    }

    /** @param named the region, or 0 if tools may have heard of its end */
    private static void enterBarrierToLeave(ThreadContext c, TaskFrame frame, Region region, long time, long named) {
        Construct k = frame.construct;
        if (frame.barrier != TaskFrame.Barrier.WAITING) {
            tellCpu(c, frame, time);
        }
        if (frame.barrier == TaskFrame.Barrier.OUTSIDE) {
            Events.syncRegion(c, time, k, REGION_END, ScopeEndpoint.BEGIN, named, region.id, 0);
        }
        if (frame.barrier != TaskFrame.Barrier.WAITING) {
            if (Events.hasCallback(Event.SYNC_REGION_WAIT)) {
                c.tasks().setState(State.WAIT_BARRIER_IMPLICIT_PARALLEL, region.id);
            }
            Events.syncRegionWait(c, time, k, REGION_END, ScopeEndpoint.BEGIN, named, region.id, 0);
        }
    }

    private static void leaveMembership(ThreadContext c, long requested) {
        TaskFrame frame = c.tasks().frame();
        Region region = frame.region;
        if (region == null) {
            c.tasks().pop();
            return;
        }
        boolean open = region.beginTelling();
        // The time was read before the region was asked whether it has ended, or is the region's own end time: see
        // Region.
        long time = c.clock().stamp(open || !Events.timed() ? requested : region.endTime());
        try {
            enterBarrierToLeave(c, frame, region, time, open ? region.id : 0);
        } finally {
            if (open) {
                region.endTelling();
            }
        }
        Construct k = frame.construct;
        c.tasks().setState(State.OVERHEAD, 0);
        Events.syncRegionWait(c, time, k, REGION_END, ScopeEndpoint.END, 0, region.id, 0);
        Events.syncRegion(c, time, k, REGION_END, ScopeEndpoint.END, 0, region.id, 0);
        Events.implicitTask(c, time, frame, ScopeEndpoint.END, 0, 0, TaskFlag.IMPLICIT);
        c.tasks().pop();
        Taskloops.resumeWait(c, time);
    }
}
