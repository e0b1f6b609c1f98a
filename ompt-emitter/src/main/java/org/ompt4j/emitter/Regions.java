package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;

/**
 * Parallel regions from the view of the encountering thread: it begins and ends a region, with its own implicit task and the barrier at the end. For
 * the other members see {@link Memberships}.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 */
public final class Regions {
    private static final SyncRegionKind REGION_END = Memberships.REGION_END;

    private Regions() {}

    /** The call site of the innermost team region of the current task, 0 if there is none. */
    public static int codeptrRa(ThreadContext c) {
        Region region = c.tasks().currentTeam();
        return region == null ? 0 : region.codeptrRa;
    }

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
        int index = region.takeFirstIndex();
        // Callbacks for the region took time, which belongs to the former state.
        long time = Events.hasCallback(Event.PARALLEL_BEGIN)
                ? c.clock().now()
                : c.clock().lastNow();
        Memberships.begin(c, TaskFrame.Kind.ENCOUNTERING, region, index, time);
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

    /** Ends the region that the current thread opened last: its barrier, the thread's implicit task, and the region itself. */
    public static void end(ThreadContext c, Region region) {
        if (!unwindTo(c, region)) {
            return;
        }
        Taskloops.close(c);
        // For callbacks, the region must still be open when its barrier begins.
        boolean waits = region.hasToAwaitTasks()
                || Events.hasCallback(Event.SYNC_REGION)
                || Events.hasCallback(Event.SYNC_REGION_WAIT);
        if (waits) {
            enterBarrier(c, region, c.clock().now(), true);
            region.awaitTasks();
        }
        long time = c.clock().stamp(region.close());
        if (waits) {
            c.tasks().setWorking();
        } else {
            enterBarrier(c, region, time, false);
        }
        TaskFrame frame = c.tasks().frame();
        Construct k = frame.construct;
        int callSite = region.codeptrRa;
        Events.syncRegionWait(c, time, k, REGION_END, ScopeEndpoint.END, 0, region.id, callSite);
        Events.syncRegion(c, time, k, REGION_END, ScopeEndpoint.END, 0, region.id, callSite);
        Events.implicitTask(c, time, frame, ScopeEndpoint.END, 0, 0, TaskFlag.IMPLICIT);
        c.tasks().pop();
        if (Events.hasCallback(Event.PARALLEL_END)) {
            region.awaitTelling();
        }
        region.endIsTold();
        Events.parallelEnd(c, time, region, callSite);
    }

    private static void enterBarrier(ThreadContext c, Region region, long time, boolean waits) {
        TaskFrame frame = c.tasks().frame();
        Construct k = frame.construct;
        frame.barrier = TaskFrame.Barrier.WAITING;
        Memberships.tellCpu(c, frame, time);
        Events.syncRegion(c, time, k, REGION_END, ScopeEndpoint.BEGIN, region.id, region.id, region.codeptrRa);
        if (waits) {
            c.tasks().setState(State.WAIT_BARRIER_IMPLICIT_PARALLEL, region.id);
        }
        Events.syncRegionWait(c, time, k, REGION_END, ScopeEndpoint.BEGIN, region.id, region.id, region.codeptrRa);
    }

    /** Makes the region's encountering frame the current one; false, with nothing changed, if the frame is not on the stack. */
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
}
