package org.ompt4j.views.tr4;

/**
 * What is cancelled, and what happened, a disjunction of these.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_cancel_flag_t}; numbers are the specification's.
 */
public final class OmptCancelFlag {
    public static final int PARALLEL = 0x1;
    public static final int SECTIONS = 0x2;
    public static final int DO = 0x4;
    public static final int TASKGROUP = 0x8;
    public static final int ACTIVATED = 0x10;
    public static final int DETECTED = 0x20;
    public static final int DISCARDED_TASK = 0x40;

    private OmptCancelFlag() {}
}
