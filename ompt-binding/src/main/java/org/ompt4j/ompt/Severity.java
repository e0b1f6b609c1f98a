package org.ompt4j.ompt;

/**
 * How severe a reported error is.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.24; numbers are the specification's, names too, without {@code ompt_}.
 */
public enum Severity implements Enumerator {
    WARNING(1),
    FATAL(2);

    private static final Severity[] ALL = values();

    private final int value;

    Severity(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static Severity of(int value) {
        return Enumerator.of(ALL, value);
    }
}
