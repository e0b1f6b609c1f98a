package org.ompt4j.emitter.executor;

import static org.ompt4j.ompt.Construct.SCHEDULED_EXECUTOR;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.Event;

/**
 * Finds out when a task that has just begun was due, and reports it if it is late; and which tasks are periodic.
 *
 * <p>Thread safety: any thread.
 */
final class DueTimes {
    private static final String TYPE = "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask";

    /** The class of the tasks of the JDK's scheduled executors, and the offsets of its times; null before there was such a task. */
    private static @Nullable Fields fields;

    private record Fields(Class<?> type, long time, long period) {}

    private DueTimes() {}

    /** Learns the class from a task of a scheduled executor. Tasks that an executor of the program has decorated are not considered. */
    static void learn(Runnable task) {
        Class<?> type = task.getClass();
        if (fields == null && type.getName().equals(TYPE)) {
            long time = Memory.fieldOffset(type, "time");
            long period = Memory.fieldOffset(type, "period");
            if (time != Memory.NO_FIELD && period != Memory.NO_FIELD) {
                fields = new Fields(type, time, period);
            }
        }
    }

    /** Whether a task of a scheduled executor runs again and again. */
    static boolean isPeriodic(Object task) {
        Fields of = fields;
        return of != null && task.getClass() == of.type && Memory.UNSAFE.getLongVolatile(task, of.period) != 0;
    }

    /** The task, of any pool, has begun at the thread's last clock reading. */
    static void begun(ThreadContext c, Runnable task) {
        Fields of = fields;
        if (of != null && task.getClass() == of.type && Events.wanted(Event.TASK_LATE)) {
            long late = c.clock().lastNow() - Memory.UNSAFE.getLongVolatile(task, of.time);
            Tasks.late(c, SCHEDULED_EXECUTOR, late, Memory.UNSAFE.getLongVolatile(task, of.period));
        }
    }
}
