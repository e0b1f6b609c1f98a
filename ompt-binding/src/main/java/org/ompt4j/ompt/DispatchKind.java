package org.ompt4j.ompt;

/**
 * What a thread is given to execute.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.12 with the chunk kinds of 5.2; numbers are the specification's.
 */
public enum DispatchKind {
    ITERATION(1),
    SECTION(2),
    WS_LOOP_CHUNK(3),
    TASKLOOP_CHUNK(4),
    DISTRIBUTE_CHUNK(5);

    private static final DispatchKind[] ALL = values();

    private final int value;
    private final String specName;

    DispatchKind(int value) {
        this.value = value;
        this.specName = name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name without its {@code ompt_dispatch_} prefix, in lower case. */
    public String specName() {
        return specName;
    }

    /**
     * The enumerator with this number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static DispatchKind of(int value) {
        for (DispatchKind each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        throw new IllegalArgumentException("no DispatchKind has the number " + value);
    }
}
