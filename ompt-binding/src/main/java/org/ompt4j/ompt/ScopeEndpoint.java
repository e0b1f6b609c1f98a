package org.ompt4j.ompt;

/**
 * Which end of a scope an event stands for.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.11; numbers are the specification's.
 */
public enum ScopeEndpoint {
    BEGIN(1),
    END(2),
    /** Begin and end in one event: nothing happens in between. */
    BEGINEND(3);

    private static final ScopeEndpoint[] ALL = values();

    private final int value;
    private final String specName;

    ScopeEndpoint(int value) {
        this.value = value;
        this.specName = name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name without its {@code ompt_scope_} prefix, in lower case. */
    public String specName() {
        return specName;
    }

    /**
     * The enumerator with this number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static ScopeEndpoint of(int value) {
        for (ScopeEndpoint each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        throw new IllegalArgumentException("no ScopeEndpoint has the number " + value);
    }
}
