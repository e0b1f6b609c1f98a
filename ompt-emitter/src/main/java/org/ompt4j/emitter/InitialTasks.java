package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.ThreadType;

/**
 * The initial task, at the bottom of the stack of every thread but a pool's worker. Such a one has no task between those that it runs; where
 * it does something else that belongs to a task, it gets an initial one for that.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 */
public final class InitialTasks {
    private static @Nullable PoolLookup pools;

    private InitialTasks() {}

    /** Finds the pool of a worker that began before any hook could see it. */
    public interface PoolLookup {
        /** Tells that the current thread, which has no task, works for its pool, if it does. */
        void join(ThreadContext c);
    }

    /** Registers the family that knows of pools. */
    public static void findPoolsWith(PoolLookup lookup) {
        pools = lookup;
    }

    /** Makes sure that the current thread has a task to be in; one without is a worker. */
    public static void ensure(ThreadContext c) {
        if (c.tasks().isEmpty()) {
            PoolLookup lookup = pools;
            if (lookup != null) {
                lookup.join(c);
            }
            begin(c);
        }
    }

    /**
     * As {@link #ensure}, but for an idle worker, which stays idle: what it takes from its pool's queue, and whom it wakes by that, is no work of the program's.
     */
    static void ensureUnlessIdle(ThreadContext c) {
        if (c.state() != State.IDLE) {
            ensure(c);
        }
    }

    /** The thread has run a task from a queue and what came of it: what a worker did outside of tasks is over. */
    static void endAfterTopLevelTask(ThreadContext c) {
        if (c.type() == ThreadType.WORKER && c.tasks().top() == 0 && c.tasks().frame().kind == TaskFrame.Kind.INITIAL) {
            end(c);
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

    /** Ends the initial task, which is the current one. */
    static void end(ThreadContext c) {
        close(c);
        tellEnd(c, c.clock().now());
    }

    /** The same, at a time that the thread's clock has had. */
    static void endAt(ThreadContext c, long time) {
        close(c);
        tellEnd(c, time);
    }

    private static void close(ThreadContext c) {
        TaskFrame frame = c.tasks().frame();
        if (frame.region != null) {
            // Regions inside, and tasks, may outlive it on other threads, which must not find it any more.
            frame.region.closeFirst();
            if (Events.hasCallback(Event.IMPLICIT_TASK)) {
                frame.region.awaitTelling();
            }
        }
    }

    private static void tellEnd(ThreadContext c, long time) {
        Events.implicitTask(c, time, c.tasks().frame(), ScopeEndpoint.END, 0, 0, TaskFlag.INITIAL);
        c.tasks().pop();
    }
}
