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

    /** Whether a task that reaches a scheduling point with this status will not go on. */
    public boolean endsTask() {
        return this == COMPLETE || this == CANCEL;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static TaskStatus of(int value) {
        return Enumerator.of(ALL, value);
    }
}
