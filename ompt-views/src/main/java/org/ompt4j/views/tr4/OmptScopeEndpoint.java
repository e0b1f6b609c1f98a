package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * Ends of what has two.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_scope_endpoint_t}; numbers are the specification's.
 */
public enum OmptScopeEndpoint implements Enumerator {
    BEGIN(1),
    END(2);

    private static final OmptScopeEndpoint[] ALL = values();

    private final int value;

    OmptScopeEndpoint(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return "ompt_scope_" + Enumerator.super.specName();
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptScopeEndpoint of(int value) {
        return Enumerator.find(ALL, value);
    }
}
