package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * How a task depends on a location.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_task_dependence_flag_t}; numbers are the specification's.
 */
public enum OmptTaskDependenceFlag implements Enumerator {
    OUT(1),
    IN(2),
    INOUT(3);

    private static final OmptTaskDependenceFlag[] ALL = values();

    private final int value;

    OmptTaskDependenceFlag(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return "ompt_task_dependence_type_" + Enumerator.super.specName();
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptTaskDependenceFlag of(int value) {
        return Enumerator.find(ALL, value);
    }
}
