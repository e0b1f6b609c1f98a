package org.ompt4j.emitter;

import java.util.Spliterator;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.WorkType;

/**
 * Work that the encountering thread of a region distributes as tasks: a taskgroup with a work region inside.
 *
 * <p>The events are: taskgroup begin, work begin, (the thread's own chunk), work end, wait, taskgroup end. Tasks that the thread helps with are
 * between waits. If a tool has a callback for waits, each wait is reported when it begins. Otherwise a wait is reported when it is over, so that a
 * thread that goes straight from one helped task to the next has no empty waits in between.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 */
public final class Taskloops {
    private static final SyncRegionKind GROUP = SyncRegionKind.TASKGROUP;
    private static final SyncRegionKind BARRIER = SyncRegionKind.BARRIER_IMPLICIT_WORKSHARE;

    private Taskloops() {}

    /** Announces that the current region's encountering thread is about to distribute elements as tasks. Ignored on other threads. */
    public static void declare(ThreadContext c, Construct construct, @Nullable Spliterator<?> elements, int callSite) {
        declare(c, construct, WorkType.TASKLOOP, LoopRange.exactSize(elements), callSite);
        if (isDeclared(c) && Events.wanted(Event.DISPATCH)) {
            c.tasks().frame().loopRange = LoopRange.of(elements);
        }
    }

    /**
     * Announces that the current region's encountering thread is about to distribute work. Ignored on other threads.
     *
     * @param count units of work, 0 if unknown
     */
    public static void declare(ThreadContext c, Construct construct, WorkType type, long count, int callSite) {
        if (c.tasks().isEmpty() || c.tasks().frame().kind != TaskFrame.Kind.ENCOUNTERING) {
            return;
        }
        close(c);
        TaskFrame frame = c.tasks().frame();
        frame.loop = TaskFrame.Loop.DECLARED;
        frame.loopConstruct = construct;
        frame.loopType = type;
        frame.loopCount = count;
        frame.loopCallSite = callSite;
    }

    /** Whether work was announced, or is going on, on the current frame. */
    public static boolean isDeclared(ThreadContext c) {
        return !c.tasks().isEmpty() && c.tasks().frame().loop != TaskFrame.Loop.NONE;
    }

    /** Begins the announced work, even if no task is made for it. */
    public static void open(ThreadContext c) {
        if (!c.tasks().isEmpty() && c.tasks().frame().loop == TaskFrame.Loop.DECLARED) {
            open(c, c.tasks().frame(), c.clock().now());
        }
    }

    /**
     * The encountering thread is about to make and run the root of a tree of tasks. If it has already done a chunk, the JDK goes through the elements
     * once more: this has its own work region and taskgroup.
     *
     * @return whether there is work to distribute; then {@link #endRoot} must follow
     */
    public static boolean beginRoot(ThreadContext c, Object root) {
        if (!isDeclared(c)) {
            return false;
        }
        TaskFrame frame = c.tasks().frame();
        if (frame.loop == TaskFrame.Loop.WAITING || frame.loop == TaskFrame.Loop.DONE) {
            close(c);
            frame.loop = TaskFrame.Loop.DECLARED;
        }
        open(c);
        LoopRange range = frame.loopRange;
        if (range != null && frame.region != null) {
            range.sharedOutBy(root);
            frame.region.setLoopRange(range);
            frame.loopRange = null;
        }
        return true;
    }

    /** The root and all its descendants are done: the taskgroup ends, and the thread no longer waits. */
    public static void endRoot(ThreadContext c) {
        if (isDeclared(c) && c.tasks().frame().loop != TaskFrame.Loop.DECLARED) {
            close(c);
            c.tasks().frame().loop = TaskFrame.Loop.DONE;
        }
    }

    /**
     * A task is about to work on its part of the elements.
     *
     * @param root the task from which it descends; null if that is not known
     * @param part the task's part of the elements; null if the task does not know it
     */
    public static void chunk(ThreadContext c, Construct construct, @Nullable Object root, @Nullable Object part) {
        c.clock().markStale();
        if (!c.tasks().inExplicitTask()) {
            return;
        }
        Region region = c.tasks().currentRegion();
        LoopRange range = region == null ? null : region.loopRange();
        long start = range == null || root == null ? -1 : range.startOf(root, part);
        Events.dispatch(
                c, c.clock().lastNow(), construct, DispatchKind.TASKLOOP_CHUNK, start, LoopRange.estimatedSize(part));
    }

    private static void open(ThreadContext c, TaskFrame frame, long time) {
        Construct k = frame.loopConstruct;
        long region = c.tasks().regionId();
        Events.syncRegion(c, time, k, GROUP, ScopeEndpoint.BEGIN, region, region, frame.loopCallSite);
        Events.work(c, time, k, frame.loopType, ScopeEndpoint.BEGIN, frame.loopCount, frame.loopCallSite);
        frame.loop = TaskFrame.Loop.OPEN;
    }

    /** A task is about to begin on top of the current frame. */
    static void taskBegins(ThreadContext c, long time) {
        if (c.tasks().isEmpty()) {
            return;
        }
        TaskFrame frame = c.tasks().frame();
        if (frame.loop == TaskFrame.Loop.DECLARED) {
            open(c, frame, time);
        } else if (frame.loop == TaskFrame.Loop.WAITING) {
            endWait(c, frame, time);
        }
    }

    /** A task has ended on top of the current frame: the first one is the thread's own chunk, with the others it helped. */
    static void taskEnded(ThreadContext c, long time) {
        if (c.tasks().isEmpty()) {
            return;
        }
        TaskFrame frame = c.tasks().frame();
        if (frame.loop != TaskFrame.Loop.OPEN && frame.loop != TaskFrame.Loop.WAITING) {
            return;
        }
        if (frame.loop == TaskFrame.Loop.OPEN) {
            Events.work(
                    c,
                    time,
                    frame.loopConstruct,
                    frame.loopType,
                    ScopeEndpoint.END,
                    frame.loopCount,
                    frame.loopCallSite);
            frame.loop = TaskFrame.Loop.WAITING;
        }
        beginWait(c, frame, time);
    }

    /**
     * The current task may be waiting for its tasks and is about to report an event: ends the wait so far. {@link #waitOn} must follow, unless the
     * event ends the wait.
     *
     * @return the present time in nanoseconds, for the next event
     */
    public static long interruptWait(ThreadContext c) {
        return interruptWait(c, c.clock().now());
    }

    /** As {@link #interruptWait(ThreadContext)}, with a time that was read before. */
    static long interruptWait(ThreadContext c, long time) {
        if (isWaiting(c)) {
            TaskFrame frame = c.tasks().frame();
            endWait(c, frame, time);
            frame.waitFromNanos = time;
        }
        return time;
    }

    /** Begins the wait again that {@link #interruptWait} has ended, if there was one. */
    public static void waitOn(ThreadContext c) {
        if (isWaiting(c)) {
            beginWait(c, c.tasks().frame(), c.clock().lastNow());
        }
    }

    /** Whether the current task waits for its tasks, or helps with them. */
    static boolean isWaiting(ThreadContext c) {
        return !c.tasks().isEmpty() && c.tasks().frame().loop == TaskFrame.Loop.WAITING;
    }

    /** The current task may be waiting for its tasks and is about to help in another region: ends the wait so far. */
    static void suspendWait(ThreadContext c, long time) {
        if (c.tasks().isEmpty()) {
            return;
        }
        TaskFrame frame = c.tasks().frame();
        if (frame.loop == TaskFrame.Loop.WAITING) {
            endWait(c, frame, time);
        }
    }

    /**
     * The thread is back from another region: if its task was waiting for its own tasks, it waits again from now on, or runs one of them at once.
     */
    static void resumeWait(ThreadContext c, long time) {
        if (isWaiting(c)) {
            showWait(c);
            c.tasks().frame().waitFromNanos = time;
        }
    }

    private static void showWait(ThreadContext c) {
        c.tasks().setState(State.WAIT_TASKGROUP, c.tasks().regionId());
    }

    private static void beginWait(ThreadContext c, TaskFrame frame, long time) {
        showWait(c);
        frame.waitFromNanos = time;
        if (Events.hasCallback(Event.SYNC_REGION_WAIT)) {
            frame.isWaitTold = true;
            tellWait(c, frame, ScopeEndpoint.BEGIN, time);
        }
    }

    /**
     * Reports a wait at the end of a taskgroup that was to be reported when it is over: since the thread leaves its carrier in it, it is certainly a
     * wait.
     */
    static void tellAtUnmount(ThreadContext c) {
        TaskFrame frame = c.tasks().frame();
        if (frame.loop == TaskFrame.Loop.WAITING && !frame.isWaitTold) {
            frame.isWaitTold = true;
            tellWait(c, frame, ScopeEndpoint.BEGIN, frame.waitFromNanos);
        }
    }

    /** A wait that should have been reported at its begin and was not, is not reported at all: it may not have been one. */
    private static void endWait(ThreadContext c, TaskFrame frame, long until) {
        c.tasks().setWorking();
        if (frame.isWaitTold) {
            frame.isWaitTold = false;
            tellWait(c, frame, ScopeEndpoint.END, until);
        } else if (until > frame.waitFromNanos && !Events.hasCallback(Event.SYNC_REGION_WAIT)) {
            tellWait(c, frame, ScopeEndpoint.BEGIN, frame.waitFromNanos);
            tellWait(c, frame, ScopeEndpoint.END, until);
        }
    }

    private static void tellWait(ThreadContext c, TaskFrame frame, ScopeEndpoint endpoint, long time) {
        long region = c.tasks().regionId();
        Events.syncRegionWait(c, time, frame.loopConstruct, GROUP, endpoint, region, region, frame.loopCallSite);
    }

    /** The work is done, including all its tasks. Nothing is reported if the work had not begun. */
    public static void close(ThreadContext c) {
        if (c.tasks().isEmpty()) {
            return;
        }
        TaskFrame frame = c.tasks().frame();
        TaskFrame.Loop before = frame.loop;
        frame.loop = TaskFrame.Loop.NONE;
        forgetRange(frame);
        if (before == TaskFrame.Loop.NONE || before == TaskFrame.Loop.DECLARED) {
            return;
        }
        // Also if the taskgroup has ended: what the thread has done since then is over by now.
        long time = c.clock().now();
        if (before == TaskFrame.Loop.DONE) {
            return;
        }
        Construct k = frame.loopConstruct;
        long region = c.tasks().regionId();
        if (before == TaskFrame.Loop.OPEN) {
            Events.work(c, time, k, frame.loopType, ScopeEndpoint.END, frame.loopCount, frame.loopCallSite);
            frame.waitFromNanos = time;
        }
        endLastWait(c, frame, time);
        Events.syncRegion(c, time, k, GROUP, ScopeEndpoint.END, region, region, frame.loopCallSite);
    }

    /** A taskgroup always has a wait at its end, possibly an empty one. */
    private static void endLastWait(ThreadContext c, TaskFrame frame, long time) {
        if (!frame.isWaitTold) {
            boolean isAsked = Events.hasCallback(Event.SYNC_REGION_WAIT);
            if (isAsked) {
                showWait(c);
            }
            tellWait(c, frame, ScopeEndpoint.BEGIN, isAsked ? time : frame.waitFromNanos);
        }
        c.tasks().setWorking();
        frame.isWaitTold = false;
        tellWait(c, frame, ScopeEndpoint.END, time);
    }

    /** Drops the reference to the application's elements. A stage inside a task keeps none. */
    private static void forgetRange(TaskFrame frame) {
        if (frame.kind != TaskFrame.Kind.ENCOUNTERING) {
            return;
        }
        frame.loopRange = null;
        if (frame.region != null && frame.region.loopRange() != null) {
            frame.region.setLoopRange(null);
        }
    }

    /** Closes the work of a stage that is followed by others in the same region: it ends with a barrier of the encountering thread. */
    public static void closeWithBarrier(ThreadContext c) {
        if (c.tasks().isEmpty()) {
            return;
        }
        TaskFrame frame = c.tasks().frame();
        boolean begun = frame.loop != TaskFrame.Loop.NONE && frame.loop != TaskFrame.Loop.DECLARED;
        close(c);
        if (!begun) {
            return;
        }
        Construct k = frame.loopConstruct;
        int callSite = frame.loopCallSite;
        long region = c.tasks().regionId();
        long time = c.clock().lastNow();
        Events.syncRegion(c, time, k, BARRIER, ScopeEndpoint.BEGIN, region, region, callSite);
        SyncRegions.emptyWait(c, k, BARRIER, region, callSite);
        Events.syncRegion(c, time, k, BARRIER, ScopeEndpoint.END, region, region, callSite);
    }
}
