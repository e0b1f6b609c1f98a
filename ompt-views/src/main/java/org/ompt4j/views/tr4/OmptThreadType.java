package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;

/**
 * Kinds of threads.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_thread_type_t}; numbers are the specification's.
 */
public enum OmptThreadType {
    INITIAL(1),
    WORKER(2),
    OTHER(3),
    UNKNOWN(4);

    private static final OmptThreadType[] ALL = values();

    private final int value;

    OmptThreadType(int value) {
        this.value = value;
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name in the specification. */
    public String specName() {
        return "ompt_thread_" + name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptThreadType of(int value) {
        for (OmptThreadType each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        return null;
    }
}
