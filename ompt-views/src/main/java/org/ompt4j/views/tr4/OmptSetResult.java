package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * What registering a callback promises. The overview names these without numbers; they are those of the technical report.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_set_callback}; numbers are the specification's.
 */
public enum OmptSetResult implements Enumerator {
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

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return "ompt_set_" + Enumerator.super.specName();
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptSetResult of(int value) {
        return Enumerator.find(ALL, value);
    }
}
