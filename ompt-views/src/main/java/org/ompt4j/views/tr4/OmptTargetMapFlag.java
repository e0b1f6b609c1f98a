package org.ompt4j.views.tr4;

/**
 * How data is mapped onto a device, a disjunction of these.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_target_map_flag_t}; numbers are the specification's.
 */
public final class OmptTargetMapFlag {
    public static final int TO = 1;
    public static final int FROM = 2;
    public static final int ALLOC = 4;
    public static final int RELEASE = 8;
    public static final int DELETE = 16;
    public static final int IMPLICIT = 32;

    private OmptTargetMapFlag() {}
}
