package org.ompt4j.ompt;

/**
 * What is done to the memory of a device.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.14; numbers are the specification's.
 */
public enum TargetDataOpType {
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
    private final String specName;

    TargetDataOpType(int value) {
        this.value = value;
        this.specName = name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name without its {@code ompt_target_data_} prefix, in lower case. */
    public String specName() {
        return specName;
    }

    /**
     * The enumerator with this number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static TargetDataOpType of(int value) {
        for (TargetDataOpType each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        throw new IllegalArgumentException("no TargetDataOpType has the number " + value);
    }
}
