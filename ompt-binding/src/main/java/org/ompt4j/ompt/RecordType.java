package org.ompt4j.ompt;

/**
 * What a record of a trace buffer is.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.3.1; numbers are the specification's.
 */
public enum RecordType {
    OMPT(1),
    NATIVE(2),
    INVALID(3);

    private static final RecordType[] ALL = values();

    private final int value;
    private final String specName;

    RecordType(int value) {
        this.value = value;
        this.specName = name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name without its {@code ompt_record_} prefix, in lower case. */
    public String specName() {
        return specName;
    }

    /**
     * The enumerator with this number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static RecordType of(int value) {
        for (RecordType each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        throw new IllegalArgumentException("no RecordType has the number " + value);
    }
}
