package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;

/**
 * What registering a callback promises. The overview names these without numbers; they are those of the technical report.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_set_callback}; numbers are the specification's.
 */
public enum OmptSetResult {
    ERROR(0),
    NEVER(1),
    SOMETIMES(2),
    SOMETIMES_PAIRED(3),
    ALWAYS(4);

    private static final OmptSetResult[] ALL = values();

    private final int value;

    OmptSetResult(int value) {
        this.value = value;
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name in the specification. */
    public String specName() {
        return "ompt_set_" + name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptSetResult of(int value) {
        for (OmptSetResult each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        return null;
    }
}
