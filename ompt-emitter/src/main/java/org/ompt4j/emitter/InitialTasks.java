package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;

/**
 * The task at the bottom of a thread's stack: an initial task, or the implicit task of a pool's region.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 */
public final class InitialTasks {
    private static @Nullable PoolRegionLookup poolRegions;

    private InitialTasks() {}

    /** Finds the pool of a worker that began before any hook could see it. */
    public interface PoolRegionLookup {
        /** Joins the current thread, which has no task, to its pool's region; false if that is not known. */
        boolean join(ThreadContext c);
    }

    /** Registers the family that knows of pools. */
    public static void findPoolRegionsWith(PoolRegionLookup lookup) {
        poolRegions = lookup;
    }

    /**
     * Makes sure that the current thread has a task to be in. One without is a worker: it joins its pool's region, or is given an initial task
     * if its pool has none.
     */
    public static void ensure(ThreadContext c) {
        if (c.tasks().isEmpty()) {
            PoolRegionLookup lookup = poolRegions;
            if (lookup == null || !lookup.join(c)) {
                begin(c);
            }
        }
    }

    static void begin(ThreadContext c) {
        long parallel = c.newId();
        long task = c.newId();
        Region region = new Region(parallel, Region.Kind.INITIAL, Construct.THREAD, null, 0, 1, TaskFlag.INITIAL, 0);
        // Read once more: a tool may have taken time over the begin of the thread.
        long time = c.clock().now();
        TaskFrame frame = c.tasks().push(TaskFrame.Kind.INITIAL, Construct.THREAD, task, region, 1);
        Events.implicitTask(c, time, frame, ScopeEndpoint.BEGIN, parallel, 1, TaskFlag.INITIAL);
    }

    /** Ends the task at the bottom, which is the current one. */
    static void end(ThreadContext c) {
        TaskFrame frame = c.tasks().frame();
        boolean initial = frame.kind == TaskFrame.Kind.INITIAL;
        int flags = initial ? TaskFlag.INITIAL : TaskFlag.IMPLICIT;
        if (initial && frame.region != null) {
            // Regions inside may outlive it on other threads, which must not find it any more.
            frame.region.closeFirst();
        }
        Events.implicitTask(c, c.clock().now(), frame, ScopeEndpoint.END, 0, 0, flags);
        c.tasks().pop();
    }
}
