package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;

/**
 * What a native record tells.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_record_native_kind_t}; numbers are the specification's.
 */
public enum OmptRecordNativeKind {
    INFO(1),
    EVENT(2);

    private static final OmptRecordNativeKind[] ALL = values();

    private final int value;

    OmptRecordNativeKind(int value) {
        this.value = value;
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name in the specification. */
    public String specName() {
        return "ompt_record_native_" + name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptRecordNativeKind of(int value) {
        for (OmptRecordNativeKind each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        return null;
    }
}
