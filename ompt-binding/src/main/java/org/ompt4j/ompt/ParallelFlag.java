package org.ompt4j.ompt;

import java.util.List;

/**
 * Whether program or runtime runs a region's code, and what kind of region it is, a disjunction of these.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.21; numbers are the specification's.
 */
public final class ParallelFlag {
    public static final int INVOKER_PROGRAM = 0x00000001;
    public static final int INVOKER_RUNTIME = 0x00000002;
    public static final int LEAGUE = 0x40000000;
    public static final int TEAM = 0x80000000;

    private static final FlagNames NAMES = new FlagNames(ParallelFlag.class);

    private ParallelFlag() {}

    /** The names of the flags that are set, without their {@code ompt_parallel_} prefix, lowest bit first. */
    public static List<String> names(int flags) {
        return NAMES.of(flags);
    }
}
