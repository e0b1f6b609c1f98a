package org.ompt4j.ompt;

/**
 * Why a task reached a scheduling point.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.19; numbers are the specification's, names too, without {@code ompt_task_}.
 */
public enum TaskStatus implements Enumerator {
    COMPLETE(1),
    YIELD(2),
    CANCEL(3),
    DETACH(4),
    EARLY_FULFILL(5),
    LATE_FULFILL(6),
    /** {@code ompt_task_switch}. */
    SWITCH(7),
    TASKWAIT_COMPLETE(8);

    private static final TaskStatus[] ALL = values();

    private final int value;

    TaskStatus(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** Whether the task is over: its body, and what has to be fulfilled besides. */
    public boolean endsTask() {
        return this == COMPLETE || this == CANCEL || this == LATE_FULFILL;
    }

    /** Whether the task leaves its thread for good: its body is over, and perhaps the task. */
    public boolean endsBody() {
        return this == COMPLETE || this == CANCEL || this == DETACH;
    }

    /** Whether the event is about a task that is on no thread, so that it is no scheduling point of the thread it is told on. */
    public boolean isFulfillment() {
        return this == EARLY_FULFILL || this == LATE_FULFILL;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static TaskStatus of(int value) {
        return Enumerator.of(ALL, value);
    }
}
