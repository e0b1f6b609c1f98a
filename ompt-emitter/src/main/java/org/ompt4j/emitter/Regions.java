package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;

/**
 * Parallel regions and who is a member of them.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 */
public final class Regions {
    /*
     * Overview. A worker joins a team region with the first task of that region it runs. When it runs out of tasks it waits in
     * the region-ending barrier; a further task of the region, or of one nested in it, interrupts that wait. Before it runs a
     * task of any other region it leaves, and it is a member again, with a new implicit task, should it come back: so memberships
     * never cross. A member that finds its region ended leaves with the region's end time.
     */
    private static final SyncRegionKind REGION_END = SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;

    private Regions() {}

    /** The call site of the innermost team region of the current task, 0 if there is none. */
    public static int codeptrRa(ThreadContext c) {
        Region region = c.tasks().currentTeam();
        return region == null ? 0 : region.codeptrRa;
    }

    // ---------------------------------------------------------------- the encountering thread

    /**
     * Opens a team region; the current thread becomes its member 0 and its current task the implicit task.
     *
     * @param flags {@link ParallelFlag#INVOKER_RUNTIME} or {@link ParallelFlag#INVOKER_PROGRAM}; team is added
     */
    public static Region begin(
            ThreadContext c, Construct construct, int requestedParallelism, int flags, int codeptrRa, int body) {
        InitialTasks.ensure(c);
        Region region = open(
                c,
                Region.Kind.TEAM,
                construct,
                c.tasks().currentRegion(),
                requestedParallelism,
                flags,
                codeptrRa,
                body);
        // Read once more: tools that heard of the region took time in the state before.
        pushImplicit(
                c,
                TaskFrame.Kind.ENCOUNTERING,
                region,
                region.takeIndex(),
                c.clock().now());
        return region;
    }

    private static Region open(
            ThreadContext c,
            Region.Kind kind,
            Construct construct,
            @Nullable Region parent,
            int requestedParallelism,
            int flags,
            int codeptrRa,
            int body) {
        long time = c.clock().now();
        long task = c.tasks().currentTaskId();
        int allFlags = flags | ParallelFlag.TEAM;
        Region region = new Region(c.newId(), kind, construct, parent, task, requestedParallelism, allFlags, codeptrRa);
        Events.parallelBegin(c, time, region, body);
        return region;
    }

    private static void pushImplicit(ThreadContext c, TaskFrame.Kind kind, Region region, int index, long time) {
        TaskFrame frame = c.tasks().push(kind, region.construct, c.newId(), region, index);
        if (kind == TaskFrame.Kind.MEMBER) {
            // It has no code of its own: its tasks have.
            c.tasks().setState(State.OVERHEAD, 0);
        }
        int actual = Math.max(region.requestedParallelism, index + 1);
        Events.implicitTask(c, time, frame, ScopeEndpoint.BEGIN, region.id, actual, TaskFlag.IMPLICIT);
    }

    /** Ends the region that the current thread opened last: its barrier, its implicit task, the region itself. */
    public static void end(ThreadContext c, Region region) {
        if (!unwindTo(c, region)) {
            return;
        }
        Taskloops.close(c);
        long time = c.clock().stamp(region.close());
        TaskFrame frame = c.tasks().frame();
        Construct k = frame.construct;
        int callSite = region.codeptrRa;
        Events.syncRegion(c, time, k, REGION_END, ScopeEndpoint.BEGIN, region.id, region.id, callSite);
        Events.syncRegionWait(c, time, k, REGION_END, ScopeEndpoint.BEGIN, region.id, region.id, callSite);
        Events.syncRegionWait(c, time, k, REGION_END, ScopeEndpoint.END, 0, region.id, callSite);
        Events.syncRegion(c, time, k, REGION_END, ScopeEndpoint.END, 0, region.id, callSite);
        Events.implicitTask(c, time, frame, ScopeEndpoint.END, 0, 0, TaskFlag.IMPLICIT);
        c.tasks().pop();
        Events.parallelEnd(c, time, region, callSite);
    }

    /** Makes the region's encountering frame the current one; false, with everything as it was, if it is not on the stack. */
    private static boolean unwindTo(ThreadContext c, Region region) {
        int at = c.tasks().top();
        while (at >= 0 && !isEncountering(c.tasks().frame(at), region)) {
            at--;
        }
        if (at < 0) {
            if (region.epoch != AttachEpoch.current()) {
                return false;
            }
            Failures.count("a region ended on a thread that had not opened it");
            return false;
        }
        while (c.tasks().top() > at) {
            Failures.count("a frame was left open inside a region that ended");
            OpenFrames.close(c);
        }
        return true;
    }

    private static boolean isEncountering(TaskFrame frame, Region region) {
        return frame.kind == TaskFrame.Kind.ENCOUNTERING && frame.region == region;
    }

    /** Ends the region whose encountering frame is current, for a thread that ends inside it. */
    static void abandon(ThreadContext c) {
        Region region = c.tasks().frame().region;
        if (region != null) {
            end(c, region);
        }
    }

    // ---------------------------------------------------------------- members

    /** Leaves memberships on top of the stack that the next task's region is neither the same as nor nested in. */
    static void leaveForeignMemberships(ThreadContext c, @Nullable Region next, long time) {
        while (!c.tasks().isEmpty()
                && c.tasks().frame().kind == TaskFrame.Kind.MEMBER
                && !encloses(c.tasks().frame().region, next)) {
            Region left = c.tasks().frame().region;
            boolean ended = c.tasks().frame().barrier == TaskFrame.Barrier.WAITING && left != null && left.isClosing();
            leaveMembership(c, time);
            if (ended) {
                // Since the inner region's end the thread has waited for the outer one.
                waitInOuterBarrier(c);
            }
        }
    }

    private static boolean encloses(@Nullable Region outer, @Nullable Region inner) {
        return outer != null && inner != null && !outer.isClosing() && (outer == inner || inner.isNestedIn(outer));
    }

    /**
     * Makes the thread a member of a region unless that region is on its stack already.
     *
     * @return false, with everything as it was, if the region has ended
     */
    static boolean joinIfNeeded(ThreadContext c, Region region, long time) {
        for (int i = c.tasks().top(); i >= 0; i--) {
            if (c.tasks().frame(i).region == region) {
                return true;
            }
        }
        int index = region.indexOf(c.id());
        if (index == Region.ENDED) {
            return false;
        }
        pauseBarrierWait(c, time);
        Taskloops.suspendWait(c, time);
        pushImplicit(c, TaskFrame.Kind.MEMBER, region, index, time);
        return true;
    }

    /** Ends the wait, not the barrier, of the member on top, because it got a task to run inside it. */
    static void pauseBarrierWait(ThreadContext c, long time) {
        TaskFrame frame = c.tasks().frame();
        Region region = frame.region;
        if (frame.kind == TaskFrame.Kind.MEMBER && frame.barrier == TaskFrame.Barrier.WAITING && region != null) {
            Events.syncRegionWait(c, time, frame.construct, REGION_END, ScopeEndpoint.END, region.id, region.id, 0);
            frame.barrier = TaskFrame.Barrier.RUNNING_TASK;
            c.tasks().setState(State.OVERHEAD, 0);
        }
    }

    /** The member on top waits in its region's barrier, since the end of its last task. */
    static void waitInBarrier(ThreadContext c) {
        TaskFrame frame = c.tasks().frame();
        Region region = frame.region;
        if (frame.barrier == TaskFrame.Barrier.WAITING || region == null) {
            return;
        }
        if (region.isClosing()) {
            leaveMembership(c);
            waitInOuterBarrier(c);
            return;
        }
        beginBarrierWait(c, frame, region);
    }

    private static void beginBarrierWait(ThreadContext c, TaskFrame frame, Region region) {
        long time = c.clock().lastNow();
        if (frame.barrier == TaskFrame.Barrier.OUTSIDE) {
            Events.syncRegion(c, time, frame.construct, REGION_END, ScopeEndpoint.BEGIN, region.id, region.id, 0);
        }
        frame.barrier = TaskFrame.Barrier.WAITING;
        c.tasks().setState(State.WAIT_BARRIER_IMPLICIT_PARALLEL, region.id);
        Events.syncRegionWait(c, time, frame.construct, REGION_END, ScopeEndpoint.BEGIN, region.id, region.id, 0);
    }

    /** A member of an outer region too, that has just left an inner one: there is nothing to do in the outer one either. */
    private static void waitInOuterBarrier(ThreadContext c) {
        TaskFrame outer = c.tasks().isEmpty() ? null : c.tasks().frame();
        Region region = outer == null ? null : outer.region;
        if (outer == null || region == null || outer.kind != TaskFrame.Kind.MEMBER) {
            return;
        }
        if (outer.barrier != TaskFrame.Barrier.WAITING) {
            // Even if the outer one has ended as well: it did so later.
            beginBarrierWait(c, outer, region);
        }
        if (region.isClosing()) {
            leaveMembership(c);
            waitInOuterBarrier(c);
        }
    }

    /** Ends the membership on top of the stack: now, or when its region ended if that was before. */
    public static void leaveMembership(ThreadContext c) {
        leaveMembership(c, c.clock().lastNow());
    }

    private static void leaveMembership(ThreadContext c, long requested) {
        TaskFrame frame = c.tasks().frame();
        Region region = frame.region;
        if (region == null) {
            c.tasks().pop();
            return;
        }
        // The time to leave was read before the region was asked, or it is the region's own: see Region.
        boolean over = region.isClosing() && Events.timed();
        long time = c.clock().stamp(over ? region.endTime() : requested);
        Construct k = frame.construct;
        if (frame.barrier == TaskFrame.Barrier.OUTSIDE) {
            Events.syncRegion(c, time, k, REGION_END, ScopeEndpoint.BEGIN, region.id, region.id, 0);
        }
        if (frame.barrier != TaskFrame.Barrier.WAITING) {
            Events.syncRegionWait(c, time, k, REGION_END, ScopeEndpoint.BEGIN, region.id, region.id, 0);
        }
        Events.syncRegionWait(c, time, k, REGION_END, ScopeEndpoint.END, 0, region.id, 0);
        c.tasks().setState(State.OVERHEAD, 0);
        Events.syncRegion(c, time, k, REGION_END, ScopeEndpoint.END, 0, region.id, 0);
        Events.implicitTask(c, time, frame, ScopeEndpoint.END, 0, 0, TaskFlag.IMPLICIT);
        c.tasks().pop();
        Taskloops.resumeWait(c, time);
    }

    // ---------------------------------------------------------------- pools

    /** Opens a pool region: no encountering member, not on the creator's stack. */
    public static Region beginPool(
            ThreadContext c, Construct construct, int requestedParallelism, int codeptrRa, int body) {
        int flags = ParallelFlag.INVOKER_RUNTIME;
        return open(c, Region.Kind.POOL, construct, null, requestedParallelism, flags, codeptrRa, body);
    }

    /**
     * The current thread begins to work for a pool; it has no task yet, and idles until it gets one. If the run has ended the
     * pool's region while the worker started, the thread is a member of none.
     */
    public static void joinPool(ThreadContext c, Region pool) {
        long time = c.clock().now();
        int index = pool.takeIndex();
        if (index == Region.ENDED) {
            return;
        }
        pushImplicit(c, TaskFrame.Kind.POOL, pool, index, time);
        c.tasks().setState(State.OVERHEAD, 0);
    }

    /** The current worker no longer works for its pool: closes its implicit task there, and what is open inside. */
    public static void leavePool(ThreadContext c) {
        int at = c.tasks().top();
        while (at >= 0 && c.tasks().frame(at).kind != TaskFrame.Kind.POOL) {
            at--;
        }
        if (at >= 0) {
            OpenFrames.closeDownTo(c, at - 1);
        }
    }

    /** Closes a pool region on the thread that found it terminated; only the first call has an effect. */
    public static void endPool(ThreadContext c, Region pool, int codeptrRa) {
        if (!pool.closeFirst()) {
            return;
        }
        long time = c.clock().stamp(pool.endTime());
        Events.parallelEnd(c, time, pool, codeptrRa);
    }
}
