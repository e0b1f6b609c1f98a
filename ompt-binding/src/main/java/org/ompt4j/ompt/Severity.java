package org.ompt4j.ompt;

/**
 * How severe a reported error is.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.24; numbers are the specification's.
 */
public enum Severity {
    WARNING(1),
    FATAL(2);

    private static final Severity[] ALL = values();

    private final int value;
    private final String specName;

    Severity(int value) {
        this.value = value;
        this.specName = name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name without its {@code ompt_} prefix, in lower case. */
    public String specName() {
        return specName;
    }

    /**
     * The enumerator with this number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Severity of(int value) {
        for (Severity each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        throw new IllegalArgumentException("no Severity has the number " + value);
    }
}
