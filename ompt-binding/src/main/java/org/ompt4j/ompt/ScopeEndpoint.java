package org.ompt4j.ompt;

/**
 * Which end of a scope an event stands for.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.11; numbers are the specification's, names too, without {@code ompt_scope_}.
 */
public enum ScopeEndpoint implements Enumerator {
    BEGIN(1),
    END(2),
    /** Begin and end in one event: nothing happens in between. */
    BEGINEND(3);

    private static final ScopeEndpoint[] ALL = values();

    private final int value;

    ScopeEndpoint(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static ScopeEndpoint of(int value) {
        return Enumerator.of(ALL, value);
    }
}
