package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;

/**
 * Why a task was left at a task scheduling point.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_task_status_t}; numbers are the specification's.
 */
public enum OmptTaskStatus {
    COMPLETE(1),
    YIELD(2),
    CANCEL(3),
    OTHERS(4);

    private static final OmptTaskStatus[] ALL = values();

    private final int value;

    OmptTaskStatus(int value) {
        this.value = value;
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name in the specification. */
    public String specName() {
        return "ompt_task_" + name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptTaskStatus of(int value) {
        for (OmptTaskStatus each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        return null;
    }
}
