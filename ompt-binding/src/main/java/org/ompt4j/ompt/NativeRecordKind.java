package org.ompt4j.ompt;

/**
 * The kind of a native record of a device.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.3.2; numbers are the specification's, names too, without {@code ompt_record_native_}.
 */
public enum NativeRecordKind implements Enumerator {
    INFO(1),
    EVENT(2);

    private static final NativeRecordKind[] ALL = values();

    private final int value;

    NativeRecordKind(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static NativeRecordKind of(int value) {
        return Enumerator.of(ALL, value);
    }
}
