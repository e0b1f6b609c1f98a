package org.ompt4j.ompt;

import java.util.List;

/**
 * Flags of a cancellation: the kind of the cancelled region or task, and how the cancellation was noticed. A value is a disjunction of these flags.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.25; numbers are the specification's.
 */
public final class CancelFlag {
    public static final int PARALLEL = 0x01;
    public static final int SECTIONS = 0x02;
    public static final int LOOP = 0x04;
    public static final int TASKGROUP = 0x08;
    public static final int ACTIVATED = 0x10;
    public static final int DETECTED = 0x20;
    public static final int DISCARDED_TASK = 0x40;

    private static final FlagNames NAMES = new FlagNames(CancelFlag.class);

    private CancelFlag() {}

    /** The names of the flags that are set, without their {@code ompt_cancel_} prefix, lowest bit first. */
    public static List<String> names(int flags) {
        return NAMES.of(flags);
    }
}
