package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;

/**
 * How a task depends on a location.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_task_dependence_flag_t}; numbers are the specification's.
 */
public enum OmptTaskDependenceFlag {
    OUT(1),
    IN(2),
    INOUT(3);

    private static final OmptTaskDependenceFlag[] ALL = values();

    private final int value;

    OmptTaskDependenceFlag(int value) {
        this.value = value;
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name in the specification. */
    public String specName() {
        return "ompt_task_dependence_type_" + name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptTaskDependenceFlag of(int value) {
        for (OmptTaskDependenceFlag each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        return null;
    }
}
