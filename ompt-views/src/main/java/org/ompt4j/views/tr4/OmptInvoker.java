package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;

/**
 * Who runs the code of a parallel region.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_invoker_t}; numbers are the specification's.
 */
public enum OmptInvoker {
    PROGRAM(1),
    RUNTIME(2);

    private static final OmptInvoker[] ALL = values();

    private final int value;

    OmptInvoker(int value) {
        this.value = value;
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name in the specification. */
    public String specName() {
        return "ompt_invoker_" + name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptInvoker of(int value) {
        for (OmptInvoker each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        return null;
    }
}
