package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;

/**
 * Explicit tasks: their creation, and their execution on any thread.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 */
public final class Tasks {
    private static final long LEAST_LATE_NANOS = 1_000_000;

    private Tasks() {}

    /**
     * Creates a task on behalf of the current one.
     *
     * @param flags a disjunction of {@link TaskFlag} besides {@link TaskFlag#EXPLICIT}
     * @return the new task's id
     */
    public static long create(ThreadContext c, Construct construct, int flags, int codeptrRa, int body) {
        return create(c, construct, flags, false, codeptrRa, body);
    }

    /**
     * As {@link #create(ThreadContext, Construct, int, int, int)}, with more arguments. The caller reports the dependences of a dependent task next.
     */
    public static long create(
            ThreadContext c, Construct construct, int flags, boolean dependent, int codeptrRa, int body) {
        InitialTasks.ensure(c);
        long id = c.newId();
        if ((flags & TaskFlag.UNDEFERRED) != 0) {
            c.tasks().madeUndeferred(id);
        }
        Events.taskCreate(c, c.clock().lastNow(), construct, id, TaskFlag.EXPLICIT | flags, dependent, codeptrRa, body);
        return id;
    }

    /**
     * Creates, on behalf of the current task, one that has an id already.
     *
     * @param flags as in {@link #create(ThreadContext, Construct, int, int, int)}
     */
    public static void createAs(ThreadContext c, Construct construct, long id, int flags, int codeptrRa, int body) {
        InitialTasks.ensure(c);
        Events.taskCreate(c, c.clock().now(), construct, id, TaskFlag.EXPLICIT | flags, false, codeptrRa, body);
    }

    /** As {@link #create}, but with a new clock reading, for creators that may have run for long since their last event. */
    public static long createNow(ThreadContext c, Construct construct, int flags, int codeptrRa, int body) {
        c.clock().now();
        return create(c, construct, flags, codeptrRa, body);
    }

    /**
     * The current thread begins to run a task.
     *
     * @param ofTask the region that the task belongs to; null for the thread's own region
     */
    public static void begin(ThreadContext c, Construct construct, long taskId, @Nullable Region ofTask) {
        boolean nothingToTell = c.tasks().canRunTaskOf(ofTask);
        if (!nothingToTell && Memberships.isForeignMember(c, ofTask)) {
            // Its events have earlier times, so they are reported before the task begins.
            Memberships.leaveForeignMemberships(c, ofTask, Events.timed() ? System.nanoTime() : 0);
        }
        // The clock is read before regions are asked whether they have ended, see Region. The reading is not yet this
        // thread's last time stamp, since memberships that ended earlier are left with an earlier time.
        long reading = c.clock().taskBeginReading(c.gaveId(taskId));
        Region region = ofTask;
        if (region != null && region.isClosing()) {
            reading = notBeforeEnd(region, reading);
            region = region.orOpenOne();
            nothingToTell = false;
        }
        if (!nothingToTell && !c.tasks().canRunTaskOf(region)) {
            while (!arrive(c, region, reading) && region != null) {
                // The region has ended since.
                reading = notBeforeEnd(region, reading);
                region = region.orOpenOne();
            }
        }
        long time = c.clock().stamp(reading);
        Region current = region != null ? region : ownRegion(c);
        long prior = c.tasks().currentTaskId();
        Events.taskSchedule(c, time, construct, prior, TaskStatus.SWITCH, taskId);
        TaskFrame frame = c.tasks().push(TaskFrame.Kind.EXPLICIT, construct, taskId, current, 0);
        if (current != null && Events.hasCallback(Event.TASK_SCHEDULE) && !current.mayBeOutlived()) {
            // The task's end is reported before the region's.
            current.beginTask();
            frame.isAwaited = true;
        }
    }

    /** The current task has just begun in a method of its own object, see {@link FrameAnchor#ofTasksThatRunThemselves}. */
    public static void runsItself(ThreadContext c) {
        c.tasks().frame().runsItself = true;
    }

    /** The begin time of a task outside of a region that has ended: not before the end of the region. */
    private static long notBeforeEnd(Region ended, long reading) {
        return Events.timed() ? Math.max(reading, ended.endTime()) : reading;
    }

    /**
     * The current thread begins to run a task whose creation was not seen; the task belongs to no team.
     *
     * @return the task's id
     */
    public static long beginUnknown(ThreadContext c, Construct construct, int body) {
        InitialTasks.ensure(c);
        Memberships.leaveForeignMemberships(c, null, c.clock().now());
        Taskloops.interruptWait(c);
        long id = create(c, construct, 0, 0, body);
        begin(c, construct, id, null);
        return id;
    }

    /**
     * Leaves, joins and interrupts what is necessary before the thread can run a task of a region.
     *
     * @return false if the region has ended; memberships of other regions were left even then
     */
    private static boolean arrive(ThreadContext c, @Nullable Region region, long reading) {
        Memberships.leaveForeignMemberships(c, region, reading);
        long time = c.clock().stamp(reading);
        if (region != null && !Memberships.joinIfNeeded(c, region, time)) {
            return false;
        }
        Memberships.pauseBarrierWait(c, time);
        Taskloops.taskBegins(c, time);
        return true;
    }

    /** The region of the thread's own initial task, or the outermost region of a virtual thread; null for a worker. */
    private static @Nullable Region ownRegion(ThreadContext c) {
        boolean hasNone = c.tasks().isEmpty() || c.tasks().frame(0).kind != TaskFrame.Kind.INITIAL && !c.isVirtual();
        return hasNone ? null : c.tasks().frame(0).region;
    }

    /** The body of a task that the current thread has begun is over. For the status see {@link #end(ThreadContext, TaskStatus)}. */
    public static void end(ThreadContext c, long taskId, TaskStatus status) {
        if (isRunning(c, taskId)) {
            end(c, status);
            return;
        }
        int at = c.tasks().top();
        while (at >= 0 && c.tasks().frame(at).taskId != taskId) {
            at--;
        }
        if (at < 0) {
            return;
        }
        Failures.count("a frame was left open inside a task that ended");
        OpenFrames.closeDownTo(c, at);
        end(c, status);
    }

    /** Whether this is the current task. */
    public static boolean isRunning(ThreadContext c, long taskId) {
        return c.tasks().currentTaskId() == taskId;
    }

    /**
     * The body of the current explicit task is over.
     *
     * @param status {@link TaskStatus#COMPLETE}; {@link TaskStatus#CANCEL}; {@link TaskStatus#DETACH} for a task that {@link #fulfill} completes
     *     later; or {@link TaskStatus#SWITCH} for a task that goes on later, perhaps on another thread
     */
    public static void end(ThreadContext c, TaskStatus status) {
        if (!c.tasks().inExplicitTask()) {
            Failures.count("a task ended that had not begun");
            return;
        }
        long time = endTime(c);
        TaskFrame ended = c.tasks().frame();
        TaskFrame below = c.tasks().frameBelow();
        Events.taskSchedule(c, time, ended.construct, ended.taskId, status, below == null ? 0 : below.taskId);
        if (ended.isAwaited && ended.region != null) {
            ended.isAwaited = false;
            ended.region.endTask();
        }
        long endedId = ended.taskId;
        c.tasks().pop();
        if (status == TaskStatus.DETACH) {
            c.clock().markDetached(endedId);
        } else {
            c.clock().markEnded(endedId);
        }
        if (below != null && below.kind == TaskFrame.Kind.MEMBER) {
            afterMemberTask(c);
        } else {
            Taskloops.taskEnded(c, time);
        }
    }

    /** A detached task is complete: the event for which it was waiting has happened on the current thread. */
    public static void fulfill(ThreadContext c, Construct construct, long taskId) {
        fulfill(c, construct, taskId, c.clock().fulfillmentTime(taskId));
    }

    /**
     * A detached task whose body has just ended on the current thread is complete: the event for which it would wait has already happened elsewhere.
     */
    public static void fulfillAtOnce(ThreadContext c, Construct construct, long taskId) {
        fulfill(c, construct, taskId, c.clock().lastNow());
    }

    private static void fulfill(ThreadContext c, Construct construct, long taskId, long time) {
        Taskloops.interruptWait(c, time);
        Events.taskSchedule(c, time, construct, taskId, TaskStatus.LATE_FULFILL, 0);
        Taskloops.waitOn(c);
    }

    /**
     * The current task has begun, or has gone on, at the thread's last clock reading. Reports this if the task is late by more than the precision of
     * timers and the usual time to wake up a thread.
     *
     * @param late nanoseconds since the task was due; negative if it is not due yet
     * @param period as in the event
     */
    public static void late(ThreadContext c, Construct construct, long late, long period) {
        if (late >= LEAST_LATE_NANOS) {
            Events.taskLate(c, c.clock().lastNow(), construct, late, period);
        }
    }

    /** A task that was created will not run. */
    public static void discard(ThreadContext c, Construct construct, long taskId) {
        discard(c, construct, taskId, 0);
    }

    /**
     * As {@link #discard(ThreadContext, Construct, long)}.
     *
     * @param callSite the call site because of which the task will not run; 0 if it is not known
     */
    public static void discard(ThreadContext c, Construct construct, long taskId, int callSite) {
        int flags = CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK;
        Events.cancel(c, c.clock().now(), construct, taskId, flags, callSite);
    }

    /** The thread hands over a task to other threads at this call site; 0 if it is not known. */
    public static void handsOverAt(ThreadContext c, int callSite) {
        c.handedOverAt = callSite;
    }

    /** The call site at which the thread has handed over its last task; 0 if it is not known. */
    public static int handedOverAt(ThreadContext c) {
        return c.handedOverAt;
    }

    /**
     * The end time of the current task. If the caller of the region has waited for the task and has already gone on, this is the end time of the
     * region.
     */
    private static long endTime(ThreadContext c) {
        Region region = c.tasks().frame().region;
        if (!Events.timed()) {
            return 0;
        }
        long time = c.clock().taskEndReading();
        if (region != null && region.isClosing() && !region.mayBeOutlived()) {
            time = Math.min(time, region.endTime());
        }
        return c.clock().stamp(time);
    }

    private static void afterMemberTask(ThreadContext c) {
        TaskFrame under = c.tasks().frameBelow();
        boolean helping = under != null && under.kind != TaskFrame.Kind.MEMBER;
        if (helping) {
            // The thread joined the region while it helped in a join: the membership ends with that task.
            Memberships.leaveMembership(c);
            Taskloops.waitOn(c);
        } else {
            c.tasks().setState(State.OVERHEAD, 0);
        }
    }

    /** The thread has no task left that it can take: a member waits in its region's barrier, since the end of its last task. */
    public static void outOfTasks(ThreadContext c) {
        if (c.tasks().isEmpty()) {
            return;
        }
        if (c.tasks().frame().kind == TaskFrame.Kind.MEMBER) {
            Memberships.waitInBarrier(c);
        } else {
            InitialTasks.endAfterTopLevelTask(c);
        }
    }

    /** A worker becomes idle: it parks, or spins for work. */
    public static void idle(ThreadContext c) {
        c.clock().markStale();
        if (c.tasks().isEmpty()) {
            c.tasks().setState(State.IDLE, 0);
        }
    }

    /**
     * The thread is about to report an event; if it is an idle worker, it is not idle for that time. Returns whether it was idle, for {@link
     * #idleAgain}.
     */
    static boolean leaveIdle(ThreadContext c) {
        boolean idle = c.state() == State.IDLE;
        if (idle) {
            Memberships.leaveEnded(c);
            c.tasks().setState(State.OVERHEAD, 0);
        }
        return idle;
    }

    /** The event was reported; the worker is idle again if it was idle before. */
    static void idleAgain(ThreadContext c, boolean idle) {
        if (idle) {
            c.tasks().setState(State.IDLE, 0);
        }
    }

    /** A worker looks for work or runs the pool's own code. */
    public static void overhead(ThreadContext c) {
        if (c.tasks().isEmpty()) {
            c.tasks().setState(State.OVERHEAD, 0);
        }
    }

    /** The current explicit task yields; it stays the current task. */
    public static void yield(ThreadContext c, Construct construct) {
        if (c.tasks().inExplicitTask()) {
            long task = c.tasks().currentTaskId();
            Events.taskSchedule(c, c.clock().now(), construct, task, TaskStatus.YIELD, task);
        }
    }

    /** Ends a task that its thread left open: the thread died, or is alive when the runtime ends. */
    static void endOpenTask(ThreadContext c) {
        end(c, TaskStatus.CANCEL);
    }
}
