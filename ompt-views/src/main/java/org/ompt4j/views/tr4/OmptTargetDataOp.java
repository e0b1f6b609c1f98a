package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;

/**
 * What is done to the memory of a device.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_target_data_op_t}; numbers are the specification's.
 */
public enum OmptTargetDataOp {
    ALLOC(1),
    TRANSFER_TO_DEV(2),
    TRANSFER_FROM_DEV(3),
    DELETE(4);

    private static final OmptTargetDataOp[] ALL = values();

    private final int value;

    OmptTargetDataOp(int value) {
        this.value = value;
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name in the specification. */
    public String specName() {
        return "ompt_target_data_" + name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptTargetDataOp of(int value) {
        for (OmptTargetDataOp each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        return null;
    }
}
