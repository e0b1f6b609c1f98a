package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * What a native record tells.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_record_native_kind_t}; numbers are the specification's.
 */
public enum OmptRecordNativeKind implements Enumerator {
    INFO(1),
    EVENT(2);

    private static final OmptRecordNativeKind[] ALL = values();

    private final int value;

    OmptRecordNativeKind(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return "ompt_record_native_" + Enumerator.super.specName();
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptRecordNativeKind of(int value) {
        return Enumerator.find(ALL, value);
    }
}
