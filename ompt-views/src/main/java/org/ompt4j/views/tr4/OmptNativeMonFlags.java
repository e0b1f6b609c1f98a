package org.ompt4j.views.tr4;

/**
 * What native tracing of a device may record, a disjunction of these.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_native_mon_flags_t}; numbers are the specification's.
 */
public final class OmptNativeMonFlags {
    public static final int DATA_MOTION_EXPLICIT = 1;
    public static final int DATA_MOTION_IMPLICIT = 2;
    public static final int KERNEL_INVOCATION = 4;
    public static final int KERNEL_EXECUTION = 8;
    public static final int DRIVER = 16;
    public static final int RUNTIME = 32;
    public static final int OVERHEAD = 64;
    public static final int IDLENESS = 128;

    private OmptNativeMonFlags() {}
}
