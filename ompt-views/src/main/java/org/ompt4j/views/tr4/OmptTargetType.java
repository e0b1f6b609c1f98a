package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;

/**
 * Kinds of target regions.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_target_type_t}; numbers are the specification's.
 */
public enum OmptTargetType {
    TARGET(1),
    ENTER_DATA(2),
    EXIT_DATA(3),
    UPDATE(4);

    private static final OmptTargetType[] ALL = values();

    private final int value;

    OmptTargetType(int value) {
        this.value = value;
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name in the specification. */
    public String specName() {
        return this == TARGET ? "ompt_target" : "ompt_target_" + name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptTargetType of(int value) {
        for (OmptTargetType each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        return null;
    }
}
