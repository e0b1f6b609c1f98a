package org.ompt4j.ompt;

import java.util.ArrayList;
import java.util.List;

/**
 * What native tracing of a device may record, a disjunction of these.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.3; numbers are the specification's.
 */
public final class NativeMonFlag {
    public static final int DATA_MOTION_EXPLICIT = 0x01;
    public static final int DATA_MOTION_IMPLICIT = 0x02;
    public static final int KERNEL_INVOCATION = 0x04;
    public static final int KERNEL_EXECUTION = 0x08;
    public static final int DRIVER = 0x10;
    public static final int RUNTIME = 0x20;
    public static final int OVERHEAD = 0x40;
    public static final int IDLENESS = 0x80;

    private static final String[] NAMES = {
        "data_motion_explicit",
        "data_motion_implicit",
        "kernel_invocation",
        "kernel_execution",
        "driver",
        "runtime",
        "overhead",
        "idleness"
    };
    private static final int[] VALUES = {
        DATA_MOTION_EXPLICIT,
        DATA_MOTION_IMPLICIT,
        KERNEL_INVOCATION,
        KERNEL_EXECUTION,
        DRIVER,
        RUNTIME,
        OVERHEAD,
        IDLENESS
    };

    private NativeMonFlag() {}

    /** The names of the flags that are set, without their {@code ompt_native_} prefix, lowest bit first. */
    public static List<String> names(int flags) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < VALUES.length; i++) {
            if ((flags & VALUES[i]) != 0) {
                names.add(NAMES[i]);
            }
        }
        return names;
    }
}
