package org.ompt4j.emitter.executor;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.ompt4j.ompt.Construct.TIMER;

import java.util.Timer;
import java.util.TimerTask;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.PendingTask;
import org.ompt4j.emitter.Section;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WeakSideTable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.TaskStatus;

/**
 * Called by the rewritten {@code Timer}, its thread, its queue and {@code TimerTask}; see {@code docs/mappings/timer.md}. The tasks of timers are
 * kept like those of thread pools.
 *
 * <p>Thread safety: any thread; each hook is about the thread that calls it.
 */
public final class TimerHooks extends TimerGuards {

    /** The fields that are read of the JDK's objects. */
    private static final class Fields {
        static final long TIMER_QUEUE = Memory.fieldOffset(Timer.class, "queue");
        static final long STATE = Memory.fieldOffset(TimerTask.class, "state");
        static final long PERIOD = Memory.fieldOffset(TimerTask.class, "period");
        static final long TIME = Memory.fieldOffset(TimerTask.class, "nextExecutionTime");

        /** The state of a task that waits to be run, for the first time or again. */
        static final int SCHEDULED = 1;
    }

    /** The present run of the thread of a timer. */
    private static final class Turn {
        static final int SLOT = ThreadContext.newSlot();

        /** What it runs. */
        @Nullable
        Runnable running;

        /** When the task that is about to run was due, in milliseconds of the system clock; the largest number if that is not known. */
        long dueMillis = Long.MAX_VALUE;

        static Turn of(ThreadContext c) {
            Turn turn = (Turn) c.slot(SLOT);
            if (turn == null) {
                turn = new Turn();
                c.setSlot(SLOT, turn);
            }
            return turn;
        }
    }

    /** The queues of timers whose threads report their tasks. Threads that began before an attach do not. */
    private static final class Told {
        static final WeakSideTable<Boolean> QUEUES = new WeakSideTable<>();
    }

    private TimerHooks() {}

    /** The thread of a timer is made; it will report its tasks. */
    public static void threadMade(Object queue) {
        try {
            Told.QUEUES.put(queue, Boolean.TRUE);
        } catch (Throwable t) {
            Failures.count("thread of a timer", t);
        }
    }

    /** A task is about to be queued until it is due. */
    @Guarded("task for a timer")
    public static void schedule(ThreadContext c, @Needed Runnable task, Timer timer) {
        if (isTold(timer)) {
            SubmittedTasks.submit(c, TIMER, task, CallSites.takeOrSample(c, TIMER));
        }
    }

    private static boolean isTold(Timer timer) {
        if (!AttachEpoch.isAttached()) {
            return true;
        }
        Object queue =
                Fields.TIMER_QUEUE == Memory.NO_FIELD ? null : Memory.UNSAFE.getReference(timer, Fields.TIMER_QUEUE);
        return queue != null && Told.QUEUES.find(queue) != null;
    }

    /** The timer did not accept the task. */
    @Guarded("task for a timer")
    public static void rejected(ThreadContext c, Throwable thrown, @Needed Runnable task) {
        SubmittedTasks.reject(c, TIMER, task, thrown);
    }

    /**
     * A timer's thread, which holds its queue's monitor, looks at the task that is due first. The due time is noted here, since the task has the time
     * of its next run when it begins.
     */
    @Guarded(value = "task of a timer", begins = false)
    public static void next(ThreadContext c, @Needed TimerTask task) {
        Turn.of(c).dueMillis =
                Fields.TIME == Memory.NO_FIELD ? Long.MAX_VALUE : Memory.UNSAFE.getLongVolatile(task, Fields.TIME);
    }

    /**
     * A timer's thread is about to run a task.
     *
     * @return the id of the task, for {@link #end} or {@link #threw}
     */
    @Guarded("task of a timer")
    public static long begin(ThreadContext c, @Needed Runnable task) {
        Turn turn = Turn.of(c);
        turn.running = task;
        long id = begin(c, task, SubmittedTasks.takeOldest(task));
        if (Events.wanted(Event.TASK_LATE) && task instanceof TimerTask timed && Fields.PERIOD != Memory.NO_FIELD) {
            // The clock that timers use.
            long late = MILLISECONDS.toNanos(System.currentTimeMillis() - turn.dueMillis);
            long period = Memory.UNSAFE.getLongVolatile(timed, Fields.PERIOD);
            Tasks.late(c, TIMER, late, MILLISECONDS.toNanos(period));
        }
        turn.dueMillis = Long.MAX_VALUE;
        return id;
    }

    private static long begin(ThreadContext c, Runnable task, @Nullable PendingTask pending) {
        if (pending == null) {
            return Tasks.beginUnknown(c, TIMER, SubmittedTasks.body(task));
        }
        Tasks.begin(c, TIMER, pending.id(), Section.regionIn(pending.place()));
        return pending.id();
    }

    /** The task has run. A periodic task is in the queue already: its next run is another task, created by the code of the task itself. */
    @Guarded("task of a timer")
    public static void end(ThreadContext c, @Needed long id) {
        Turn turn = Turn.of(c);
        if (turn.running instanceof TimerTask task && isToRunAgain(task)) {
            SubmittedTasks.submit(c, TIMER, task, 0);
            if (!isToRunAgain(task)) {
                // Cancelled meanwhile.
                SubmittedTasks.discardLast(c, TIMER, task);
            }
        }
        turn.running = null;
        Tasks.end(c, id, TaskStatus.COMPLETE);
    }

    private static boolean isToRunAgain(TimerTask task) {
        return Fields.STATE != Memory.NO_FIELD
                && Fields.PERIOD != Memory.NO_FIELD
                && Memory.UNSAFE.getLongVolatile(task, Fields.PERIOD) != 0
                && Memory.UNSAFE.getIntVolatile(task, Fields.STATE) == Fields.SCHEDULED;
    }

    /** The task threw, and its timer ends. */
    @Guarded("task of a timer")
    public static void threw(ThreadContext c, Throwable thrown, @Needed long id) {
        Turn.of(c).running = null;
        if (Tasks.isRunning(c, id)) {
            Events.error(c, c.clock().now(), TIMER, Severity.WARNING, thrown);
        }
        Tasks.end(c, id, TaskStatus.COMPLETE);
    }

    /** A thread has cancelled a task that would have run, or came too late. */
    public static void cancelled(boolean done, TimerTask task) {
        if (done) {
            cancelled(task);
        }
    }

    @Guarded("cancelled task")
    static void cancelled(ThreadContext c, TimerTask task) {
        InitialTasks.ensure(c);
        int flags = CancelFlag.TASKGROUP | CancelFlag.ACTIVATED;
        Events.cancel(c, c.clock().now(), TIMER, c.taskId(), flags, CallSites.takeOrSample(c, TIMER));
        SubmittedTasks.discardLast(c, TIMER, task);
    }

    /** A timer is cancelled, or its thread ends: the tasks in its queue will not run. */
    @Guarded("discarded task")
    public static void dropped(ThreadContext c, @Needed Object queue) {
        if (Queue.TASKS == Memory.NO_FIELD) {
            return;
        }
        @Nullable Object[] tasks = (Object[]) Memory.UNSAFE.getReference(queue, Queue.TASKS);
        for (Object each : tasks) {
            if (each instanceof TimerTask task) {
                SubmittedTasks.discardLast(c, TIMER, task);
            }
        }
    }

    /** Reads the JDK's queue of a timer, whose free places hold null. */
    private static final class Queue {
        static final long TASKS = tasks();

        private static long tasks() {
            try {
                return Memory.fieldOffset(Class.forName("java.util.TaskQueue", false, null), "queue");
            } catch (ClassNotFoundException movedAgain) {
                throw new IllegalStateException(movedAgain);
            }
        }
    }
}
