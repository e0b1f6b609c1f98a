package org.ompt4j.emitter.executor;

import static org.ompt4j.ompt.Construct.SCHEDULED_EXECUTOR;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.Event;

/**
 * When tasks were due that have just begun.
 *
 * <p>Thread safety: any thread.
 */
final class DueTimes {
    private static final String TYPE = "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask";

    /** Of tasks of the JDK's scheduled executors, once there was one: what such a task is, and where it has its times. */
    private static @Nullable Fields fields;

    private record Fields(Class<?> type, long time, long period) {}

    private DueTimes() {}

    /** A scheduled executor has such tasks. What an executor of the program's own makes of them is not asked. */
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

    /** The task, of whatever pool, has begun with the thread's last clock reading. */
    static void begun(ThreadContext c, Runnable task) {
        Fields of = fields;
        if (of != null && task.getClass() == of.type && Events.wanted(Event.TASK_LATE)) {
            long late = c.clock().lastNow() - Memory.UNSAFE.getLongVolatile(task, of.time);
            Tasks.late(c, SCHEDULED_EXECUTOR, late, Memory.UNSAFE.getLongVolatile(task, of.period));
        }
    }
}
