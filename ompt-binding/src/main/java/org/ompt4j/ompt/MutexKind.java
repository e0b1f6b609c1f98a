package org.ompt4j.ompt;

/**
 * The kind of a mutual exclusion event.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.16; numbers are the specification's.
 */
public enum MutexKind {
    LOCK(1),
    TEST_LOCK(2),
    NEST_LOCK(3),
    TEST_NEST_LOCK(4),
    CRITICAL(5),
    ATOMIC(6),
    ORDERED(7);

    private static final MutexKind[] ALL = values();

    private final int value;
    private final String specName;

    MutexKind(int value) {
        this.value = value;
        this.specName = name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name without its {@code ompt_mutex_} prefix, in lower case. */
    public String specName() {
        return specName;
    }

    /**
     * The enumerator with this number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static MutexKind of(int value) {
        for (MutexKind each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        throw new IllegalArgumentException("no MutexKind has the number " + value);
    }
}
