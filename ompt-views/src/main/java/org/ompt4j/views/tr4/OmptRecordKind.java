package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * What a record of a trace buffer is.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_record_kind_t}; numbers are the specification's.
 */
public enum OmptRecordKind implements Enumerator {
    OMPT(1),
    NATIVE(2),
    INVALID(3);

    private static final OmptRecordKind[] ALL = values();

    private final int value;

    OmptRecordKind(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return "ompt_record_" + Enumerator.super.specName();
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptRecordKind of(int value) {
        return Enumerator.find(ALL, value);
    }
}
