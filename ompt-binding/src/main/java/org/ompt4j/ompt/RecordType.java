package org.ompt4j.ompt;

/**
 * What a record of a trace buffer is.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.3.1; numbers are the specification's, names too, without {@code ompt_record_}.
 */
public enum RecordType implements Enumerator {
    OMPT(1),
    NATIVE(2),
    INVALID(3);

    private static final RecordType[] ALL = values();

    private final int value;

    RecordType(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static RecordType of(int value) {
        return Enumerator.of(ALL, value);
    }
}
