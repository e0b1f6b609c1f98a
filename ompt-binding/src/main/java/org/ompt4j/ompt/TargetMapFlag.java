package org.ompt4j.ompt;

import java.util.List;

/**
 * How data is mapped onto a device, a disjunction of these.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.22, with the flags that 5.2 added; numbers are the specification's.
 */
public final class TargetMapFlag {
    public static final int TO = 0x01;
    public static final int FROM = 0x02;
    public static final int ALLOC = 0x04;
    public static final int RELEASE = 0x08;
    public static final int DELETE = 0x10;
    public static final int IMPLICIT = 0x20;
    public static final int ALWAYS = 0x40;
    public static final int PRESENT = 0x80;
    public static final int CLOSE = 0x100;
    public static final int SHARED = 0x200;

    private static final FlagNames NAMES = new FlagNames(TargetMapFlag.class);

    private TargetMapFlag() {}

    /** The names of the flags that are set, without their {@code ompt_target_map_flag_} prefix, lowest bit first. */
    public static List<String> names(int flags) {
        return NAMES.of(flags);
    }
}
