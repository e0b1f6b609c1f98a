package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * What is done to the memory of a device.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_target_data_op_t}; numbers are the specification's.
 */
public enum OmptTargetDataOp implements Enumerator {
    ALLOC(1),
    TRANSFER_TO_DEV(2),
    TRANSFER_FROM_DEV(3),
    DELETE(4);

    private static final OmptTargetDataOp[] ALL = values();

    private final int value;

    OmptTargetDataOp(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return "ompt_target_data_" + Enumerator.super.specName();
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptTargetDataOp of(int value) {
        return Enumerator.find(ALL, value);
    }
}
