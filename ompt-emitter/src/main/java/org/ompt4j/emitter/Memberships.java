package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;

/**
 * Who is a member of a parallel region: implicit tasks, and the barrier at the region's end.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 */
public final class Memberships {
    /*
     * Overview. A worker joins a team region with the first task of that region it runs. When it runs out of tasks it waits in
     * the region-ending barrier; a further task of the region, or of one nested in it, interrupts that wait. Before it runs a
     * task of any other region, or does something of its own, it leaves, so that memberships never cross; should it come back it is a free agent,
     * which has no implicit task. A member that finds its region ended leaves with the region's end time.
     */
    static final SyncRegionKind REGION_END = SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;

    private Memberships() {}

    /** Begins an implicit task of the region on the current thread. */
    static void begin(ThreadContext c, TaskFrame.Kind kind, Region region, int index, long time) {
        TaskFrame frame = c.tasks().push(kind, region.construct, c.newId(), region, index);
        if (kind == TaskFrame.Kind.MEMBER) {
            // It has no code of its own: its tasks have.
            c.tasks().setState(State.OVERHEAD, 0);
        }
        if (CpuClock.isDue(c, time)) {
            frame.cpuFromNanos = CpuClock.nanos();
            frame.isCpuTold = frame.cpuFromNanos != 0;
        }
        int actual = Math.max(region.requestedParallelism, index + 1);
        Events.implicitTask(c, time, frame, ScopeEndpoint.BEGIN, region.id, actual, TaskFlag.IMPLICIT);
    }

    /** The current implicit task comes to its region's ending barrier, or leaves it. */
    static void tellCpu(ThreadContext c, TaskFrame frame, long time) {
        if (frame.isCpuTold) {
            Events.taskCpuTime(c, time, frame.construct, Math.max(0, CpuClock.nanos() - frame.cpuFromNanos));
        }
    }

    /** Leaves memberships on top of the stack that the next task's region is neither the same as nor nested in. */
    static void leaveForeignMemberships(ThreadContext c, @Nullable Region next, long time) {
        while (isForeignMember(c, next)) {
            Region left = c.tasks().frame().region;
            boolean ended = c.tasks().frame().barrier == TaskFrame.Barrier.WAITING && left != null && left.isClosing();
            leaveMembership(c, time);
            if (ended) {
                // Since the inner region's end the thread has waited for the outer one.
                waitInOuterBarrier(c);
            }
        }
    }

    /** Whether the current task is the implicit one of a region that has nothing to do with the next task's. */
    static boolean isForeignMember(ThreadContext c, @Nullable Region next) {
        return !c.tasks().isEmpty()
                && c.tasks().frame().kind == TaskFrame.Kind.MEMBER
                && !encloses(c.tasks().frame().region, next);
    }

    private static boolean encloses(@Nullable Region outer, @Nullable Region inner) {
        return outer != null && inner != null && !outer.isClosing() && (outer == inner || inner.isNestedIn(outer));
    }

    /**
     * Makes the thread a member of a region unless that region is on its stack already, or the thread has been a member.
     *
     * @return false, with everything as it was, if the region has ended
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

    /** Ends the wait, not the barrier, of the member on top, because it got a task to run inside it. */
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

    /** A member of an outer region too, that has just left an inner one: there is nothing to do in the outer one either. */
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

    /** Leaves all memberships, since the thread does something that is none of their regions'. */
    static void leaveMemberships(ThreadContext c) {
        if (!c.tasks().isEmpty()) {
            // Read before any region is asked whether it has ended, and no stamp of the thread's: one that has was
            // ended earlier.
            leaveForeignMemberships(c, null, Events.timed() ? System.nanoTime() : 0);
        }
    }

    /**
     * Leaves the memberships on top of the stack whose regions have ended, before the thread tells of something that is none of theirs. One that waits
     * in an open region's barrier goes on waiting in it; one without a task left is idle.
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

    /** If the outer region has ended as well, it did so later: there was a wait, though nothing that names the region is told any more. */
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
        // The time to leave was read before the region was asked, or it is the region's own: see Region.
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
