package org.ompt4j.ompt;

import java.util.List;

/**
 * Flags for the native records that tracing of a device may produce. A value is a disjunction of these flags.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.17; numbers are the specification's.
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

    private static final FlagNames NAMES = new FlagNames(NativeMonFlag.class);

    private NativeMonFlag() {}

    /** The names of the flags that are set, without their {@code ompt_native_} prefix, lowest bit first. */
    public static List<String> names(int flags) {
        return NAMES.of(flags);
    }
}
