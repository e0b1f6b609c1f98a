package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;

/**
 * Explicit tasks: creation, and execution on whatever thread it happens.
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

    /** As {@link #create(ThreadContext, Construct, int, int, int)}; the dependences of a dependent task are told next. */
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

    /** As {@link #create} with a clock reading of its own, for creators that have run for long since their last event. */
    public static long createNow(ThreadContext c, Construct construct, int flags, int codeptrRa, int body) {
        c.clock().now();
        return create(c, construct, flags, codeptrRa, body);
    }

    /**
     * The current thread begins to run a task.
     *
     * @param ofTask the region that the task belongs to; null if that is the thread's own
     */
    public static void begin(ThreadContext c, Construct construct, long taskId, @Nullable Region ofTask) {
        boolean nothingToTell = c.tasks().canRunTaskOf(ofTask);
        if (!nothingToTell && Memberships.isForeignMember(c, ofTask)) {
            // What is told of that, with earlier times, is told before the task begins.
            Memberships.leaveForeignMemberships(c, ofTask, Events.timed() ? System.nanoTime() : 0);
        }
        // Read before any region is asked whether it has ended (see Region), and not yet this thread's last stamp:
        // memberships that ended earlier are left with an earlier time.
        long reading = c.clock().taskBeginReading(c.gaveId(taskId));
        Region region = ofTask;
        if (region != null && region.isClosing()) {
            reading = notBeforeEnd(region, reading);
            region = region.orOpenOne();
            nothingToTell = false;
        }
        if (!nothingToTell && !c.tasks().canRunTaskOf(region)) {
            while (!arrive(c, region, reading) && region != null) {
                // It has ended since.
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
            // Tools are told of its end before they are told of the region's.
            current.beginTask();
            frame.isAwaited = true;
        }
    }

    /** What begins outside of a region because the region has ended begins after its end. */
    private static long notBeforeEnd(Region ended, long reading) {
        return Events.timed() ? Math.max(reading, ended.endTime()) : reading;
    }

    /**
     * The current thread begins to run a task whose making was not seen; it belongs to no team.
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
     * Whatever the thread has to leave, join or interrupt before it can run a task of a region.
     *
     * @return false, with other memberships left, if the region is one that has ended
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

    /** The region of the thread's own initial task, which a worker has none of; that around a virtual thread. */
    private static @Nullable Region ownRegion(ThreadContext c) {
        boolean hasNone = c.tasks().isEmpty() || c.tasks().frame(0).kind != TaskFrame.Kind.INITIAL && !c.isVirtual();
        return hasNone ? null : c.tasks().frame(0).region;
    }

    /** The body of a task that the current thread has begun is over; the status is that of {@link #end(ThreadContext, TaskStatus)}. */
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
     * @param status {@link TaskStatus#COMPLETE}, {@link TaskStatus#CANCEL}, {@link TaskStatus#DETACH} for a task that {@link #fulfill}
     *     ends later, or {@link TaskStatus#SWITCH} for one that goes on later, perhaps on another thread
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

    /** What a detached task has been waiting for has happened on the current thread: the task is complete. */
    public static void fulfill(ThreadContext c, Construct construct, long taskId) {
        fulfill(c, construct, taskId, c.clock().fulfillmentTime(taskId));
    }

    /** A task is complete whose body the current thread has ended just now, since what it waited for has happened elsewhere before. */
    public static void fulfillAtOnce(ThreadContext c, Construct construct, long taskId) {
        fulfill(c, construct, taskId, c.clock().lastNow());
    }

    private static void fulfill(ThreadContext c, Construct construct, long taskId, long time) {
        Taskloops.interruptWait(c, time);
        Events.taskSchedule(c, time, construct, taskId, TaskStatus.LATE_FULFILL, 0);
        Taskloops.waitOn(c);
    }

    /**
     * The current task has begun, or has gone on, with the thread's last clock reading; told if it is late by as much as timers can tell apart and threads may
     * need to wake up.
     *
     * @param late nanoseconds since it was due; negative if it is not yet
     * @param period as in the event
     */
    public static void late(ThreadContext c, Construct construct, long late, long period) {
        if (late >= LEAST_LATE_NANOS) {
            Events.taskLate(c, c.clock().lastNow(), construct, late, period);
        }
    }

    /** A task that was made will not run. */
    public static void discard(ThreadContext c, Construct construct, long taskId) {
        discard(c, construct, taskId, 0);
    }

    /**
     * As {@link #discard(ThreadContext, Construct, long)}.
     *
     * @param callSite the call that made it superfluous; 0 if that is not known
     */
    public static void discard(ThreadContext c, Construct construct, long taskId, int callSite) {
        int flags = CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK;
        Events.cancel(c, c.clock().now(), construct, taskId, flags, callSite);
    }

    /** The thread hands a task over to others at this call site; 0 if that is not known. */
    public static void handsOverAt(ThreadContext c, int callSite) {
        c.handedOverAt = callSite;
    }

    /** Where the thread has handed over its last task; 0 if that is not known. */
    public static int handedOverAt(ThreadContext c) {
        return c.handedOverAt;
    }

    /** A task that returns after its region's caller has gone on, which has waited for it, ends for the record with the region. */
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
            // Joined while helping in a join: the membership ends with the helped task.
            Memberships.leaveMembership(c);
            Taskloops.waitOn(c);
        } else {
            c.tasks().setState(State.OVERHEAD, 0);
        }
    }

    /** The thread has run out of tasks it can take: members wait in their region's barrier from the last task's end on. */
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

    /** A worker begins to idle: parks, or spins for work. */
    public static void idle(ThreadContext c) {
        c.clock().markStale();
        if (c.tasks().isEmpty()) {
            c.tasks().setState(State.IDLE, 0);
        }
    }

    /** An idle worker does something that is told; answers whether it is one, for {@link #idleAgain}. */
    static boolean leaveIdle(ThreadContext c) {
        boolean idle = c.state() == State.IDLE;
        if (idle) {
            Memberships.leaveEnded(c);
            c.tasks().setState(State.OVERHEAD, 0);
        }
        return idle;
    }

    /** That is told. */
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

    /** The current explicit task lets others go first; it stays the current one. */
    public static void yield(ThreadContext c, Construct construct) {
        if (c.tasks().inExplicitTask()) {
            long task = c.tasks().currentTaskId();
            Events.taskSchedule(c, c.clock().now(), construct, task, TaskStatus.YIELD, task);
        }
    }

    /** A task that its thread left without an end (a thread that died, or lives when the runtime ends). */
    static void endOpenTask(ThreadContext c) {
        end(c, TaskStatus.CANCEL);
    }
}
