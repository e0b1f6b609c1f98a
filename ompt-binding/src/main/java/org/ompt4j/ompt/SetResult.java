package org.ompt4j.ompt;

/**
 * What registering a callback promises.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.2; numbers are the specification's.
 */
public enum SetResult {
    ERROR(0),
    NEVER(1),
    IMPOSSIBLE(2),
    SOMETIMES(3),
    SOMETIMES_PAIRED(4),
    ALWAYS(5);

    private static final SetResult[] ALL = values();

    private final int value;
    private final String specName;

    SetResult(int value) {
        this.value = value;
        this.specName = name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name without its {@code ompt_set_} prefix, in lower case. */
    public String specName() {
        return specName;
    }

    /**
     * The enumerator with this number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static SetResult of(int value) {
        for (SetResult each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        throw new IllegalArgumentException("no SetResult has the number " + value);
    }
}
