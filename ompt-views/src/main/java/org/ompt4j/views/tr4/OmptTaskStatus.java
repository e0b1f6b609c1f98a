package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * Why a task was left at a task scheduling point.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_task_status_t}; numbers are the specification's.
 */
public enum OmptTaskStatus implements Enumerator {
    COMPLETE(1),
    YIELD(2),
    CANCEL(3),
    OTHERS(4);

    private static final OmptTaskStatus[] ALL = values();

    private final int value;

    OmptTaskStatus(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return "ompt_task_" + Enumerator.super.specName();
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptTaskStatus of(int value) {
        return Enumerator.find(ALL, value);
    }
}
