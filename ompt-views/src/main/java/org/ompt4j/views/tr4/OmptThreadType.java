package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * Kinds of threads.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_thread_type_t}; numbers are the specification's.
 */
public enum OmptThreadType implements Enumerator {
    INITIAL(1),
    WORKER(2),
    OTHER(3),
    UNKNOWN(4);

    private static final OmptThreadType[] ALL = values();

    private final int value;

    OmptThreadType(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return "ompt_thread_" + Enumerator.super.specName();
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptThreadType of(int value) {
        return Enumerator.find(ALL, value);
    }
}
