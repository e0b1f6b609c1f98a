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

    /**
     * Makes sure that the current thread has a task to be in; one without is a worker. A worker that does something of its own between two tasks of a
     * region, as in a thread factory of the application's, leaves that: it may take longer than the region.
     */
    public static void ensure(ThreadContext c) {
        if (c.tasks().isBetweenTasks()) {
            Memberships.leaveMemberships(c);
            beginUnlessAny(c);
        }
    }

    /**
     * As {@link #ensure}, but for a worker that is idle, or between two tasks of a region, which stays that: what it takes from its pool's queue, and whom it
     * wakes by that, is no work of the program's.
     */
    static void ensureUnlessIdle(ThreadContext c) {
        if (c.tasks().isBetweenTasks()) {
            // In any case before the clock is read for what comes next.
            Memberships.leaveEnded(c);
            if (c.state() != State.IDLE) {
                beginUnlessAny(c);
            }
        }
    }

    private static void beginUnlessAny(ThreadContext c) {
        if (c.tasks().isEmpty()) {
            PoolLookup lookup = pools;
            if (lookup != null) {
                lookup.join(c);
            }
            begin(c);
        }
    }

    /** The thread has run a task from a queue and what came of it: what a worker did outside of tasks is over. */
    static void endAfterTopLevelTask(ThreadContext c) {
        if (c.type() == ThreadType.WORKER && c.tasks().top() == 0 && c.tasks().frame().kind == TaskFrame.Kind.INITIAL) {
            end(c);
        }
    }

    /** What a worker without a task got an initial one for is over: it is again what it was. */
    public static void endOfWorker(ThreadContext c, State before) {
        if (c.tasks().top() == 0 && c.tasks().frame().kind == TaskFrame.Kind.INITIAL) {
            end(c);
            c.tasks().setState(before, 0);
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

    /** Ends the initial task, which is the current one, at a time that the thread's clock has had. */
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
