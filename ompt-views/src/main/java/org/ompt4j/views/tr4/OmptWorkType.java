package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;

/**
 * Kinds of worksharing.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_work_type_t}; numbers are the specification's.
 */
public enum OmptWorkType {
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

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name in the specification. */
    public String specName() {
        return "ompt_work_" + name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptWorkType of(int value) {
        for (OmptWorkType each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        return null;
    }
}
