package org.ompt4j.ompt;

/**
 * Why a task reached a scheduling point.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.19; numbers are the specification's.
 */
public enum TaskStatus {
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
    private final String specName;

    TaskStatus(int value) {
        this.value = value;
        this.specName = name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name without its {@code ompt_task_} prefix, in lower case. */
    public String specName() {
        return specName;
    }

    /**
     * The enumerator with this number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static TaskStatus of(int value) {
        for (TaskStatus each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        throw new IllegalArgumentException("no TaskStatus has the number " + value);
    }
}
