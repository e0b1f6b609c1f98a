package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.ThreadType;

/**
 * The initial task, at the bottom of the stack of tasks of every thread except a pool's worker. A worker has no task between the tasks that it runs;
 * if it then does something that needs a task, it gets an initial task for that time.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 */
public final class InitialTasks {
    private static @Nullable PoolLookup pools;

    private InitialTasks() {}

    /** Finds the pool of a worker that began before any hook could see it. */
    public interface PoolLookup {
        /** Reports that the current thread, which has no task, works for its pool, if it is a worker. */
        void join(ThreadContext c);
    }

    /** Registers the family that knows of pools. */
    public static void findPoolsWith(PoolLookup lookup) {
        pools = lookup;
    }

    /**
     * Makes sure that the current thread is in a task. A worker that runs code outside of tasks between two tasks of a region, for example a thread
     * factory of the application, leaves the region, since this code may take longer than the region.
     */
    public static void ensure(ThreadContext c) {
        if (c.tasks().isBetweenTasks()) {
            Memberships.leaveMemberships(c);
            beginUnlessAny(c);
        }
    }

    /**
     * As {@link #ensure}, but a worker that is idle, or between two tasks of a region, stays so: taking a task from its pool's queue, and waking
     * other threads by that, is not work of the program.
     */
    static void ensureUnlessIdle(ThreadContext c) {
        if (c.tasks().isBetweenTasks()) {
            // Always, and before the clock is read for the next event.
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

    /** The thread has run a task from a queue. If it is a worker, the code that it ran outside of tasks has ended, so its initial task ends. */
    static void endAfterTopLevelTask(ThreadContext c) {
        if (c.type() == ThreadType.WORKER && c.tasks().top() == 0 && c.tasks().frame().kind == TaskFrame.Kind.INITIAL) {
            end(c);
        }
    }

    /** Ends the initial task that a worker without a task got for some time, and restores the state before. */
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
        // Read again: a callback for the begin of the thread may have taken time.
        long time = c.clock().now();
        TaskFrame frame = c.tasks().push(TaskFrame.Kind.INITIAL, Construct.THREAD, task, region, 1);
        Events.implicitTask(c, time, frame, ScopeEndpoint.BEGIN, parallel, 1, TaskFlag.INITIAL);
    }

    /** Ends the initial task, which is the current one. */
    static void end(ThreadContext c) {
        close(c);
        tellEnd(c, c.clock().now());
    }

    /** Ends the initial task, which is the current one, at a time that the thread's clock has already read. */
    static void endAt(ThreadContext c, long time) {
        close(c);
        tellEnd(c, time);
    }

    private static void close(ThreadContext c) {
        TaskFrame frame = c.tasks().frame();
        if (frame.region != null) {
            // Inner regions and tasks may outlive it on other threads, which must not find this region open any more.
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
