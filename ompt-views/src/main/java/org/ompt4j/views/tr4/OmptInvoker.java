package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * Who runs the code of a parallel region.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_invoker_t}; numbers are the specification's.
 */
public enum OmptInvoker implements Enumerator {
    PROGRAM(1),
    RUNTIME(2);

    private static final OmptInvoker[] ALL = values();

    private final int value;

    OmptInvoker(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return "ompt_invoker_" + Enumerator.super.specName();
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptInvoker of(int value) {
        return Enumerator.find(ALL, value);
    }
}
