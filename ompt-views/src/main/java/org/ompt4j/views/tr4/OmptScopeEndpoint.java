package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;

/**
 * Ends of what has two.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_scope_endpoint_t}; numbers are the specification's.
 */
public enum OmptScopeEndpoint {
    BEGIN(1),
    END(2);

    private static final OmptScopeEndpoint[] ALL = values();

    private final int value;

    OmptScopeEndpoint(int value) {
        this.value = value;
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name in the specification. */
    public String specName() {
        return "ompt_scope_" + name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptScopeEndpoint of(int value) {
        for (OmptScopeEndpoint each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        return null;
    }
}
