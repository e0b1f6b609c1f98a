package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * Kinds of target regions.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_target_type_t}; numbers are the specification's.
 */
public enum OmptTargetType implements Enumerator {
    TARGET(1),
    ENTER_DATA(2),
    EXIT_DATA(3),
    UPDATE(4);

    private static final OmptTargetType[] ALL = values();

    private final int value;

    OmptTargetType(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return this == TARGET ? "ompt_target" : "ompt_target_" + Enumerator.super.specName();
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptTargetType of(int value) {
        return Enumerator.find(ALL, value);
    }
}
