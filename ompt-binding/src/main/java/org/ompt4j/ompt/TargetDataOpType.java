package org.ompt4j.ompt;

/**
 * What is done to the memory of a device.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.14; numbers are the specification's, names too, without {@code ompt_target_data_}.
 */
public enum TargetDataOpType implements Enumerator {
    ALLOC(1),
    TRANSFER_TO_DEVICE(2),
    TRANSFER_FROM_DEVICE(3),
    DELETE(4),
    ASSOCIATE(5),
    DISASSOCIATE(6),
    ALLOC_ASYNC(17),
    TRANSFER_TO_DEVICE_ASYNC(18),
    TRANSFER_FROM_DEVICE_ASYNC(19),
    DELETE_ASYNC(20);

    private static final TargetDataOpType[] ALL = values();

    private final int value;

    TargetDataOpType(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static TargetDataOpType of(int value) {
        return Enumerator.of(ALL, value);
    }
}
