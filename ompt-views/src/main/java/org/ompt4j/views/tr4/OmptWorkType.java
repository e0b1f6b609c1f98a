package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * Kinds of worksharing.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_work_type_t}; numbers are the specification's.
 */
public enum OmptWorkType implements Enumerator {
    LOOP(1),
    SECTIONS(2),
    SINGLE_EXECUTOR(3),
    SINGLE_OTHER(4),
    WORKSHARE(5),
    DISTRIBUTE(6),
    TASKLOOP(7);

    private static final OmptWorkType[] ALL = values();

    private final int value;

    OmptWorkType(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return "ompt_work_" + Enumerator.super.specName();
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptWorkType of(int value) {
        return Enumerator.find(ALL, value);
    }
}
