package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;

/**
 * What a record of a trace buffer is.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_record_kind_t}; numbers are the specification's.
 */
public enum OmptRecordKind {
    OMPT(1),
    NATIVE(2),
    INVALID(3);

    private static final OmptRecordKind[] ALL = values();

    private final int value;

    OmptRecordKind(int value) {
        this.value = value;
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name in the specification. */
    public String specName() {
        return "ompt_record_" + name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptRecordKind of(int value) {
        for (OmptRecordKind each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        return null;
    }
}
