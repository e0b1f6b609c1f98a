package org.ompt4j.ompt;

/**
 * What a native record of a device tells.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.3.2; numbers are the specification's.
 */
public enum NativeRecordKind {
    INFO(1),
    EVENT(2);

    private static final NativeRecordKind[] ALL = values();

    private final int value;
    private final String specName;

    NativeRecordKind(int value) {
        this.value = value;
        this.specName = name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name without its {@code ompt_record_native_} prefix, in lower case. */
    public String specName() {
        return specName;
    }

    /**
     * The enumerator with this number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static NativeRecordKind of(int value) {
        for (NativeRecordKind each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        throw new IllegalArgumentException("no NativeRecordKind has the number " + value);
    }
}
