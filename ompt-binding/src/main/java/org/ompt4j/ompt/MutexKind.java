package org.ompt4j.ompt;

/**
 * The kind of a mutual exclusion event.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.16; numbers are the specification's, names too, without {@code ompt_mutex_}.
 */
public enum MutexKind implements Enumerator {
    LOCK(1),
    TEST_LOCK(2),
    NEST_LOCK(3),
    TEST_NEST_LOCK(4),
    CRITICAL(5),
    ATOMIC(6),
    ORDERED(7);

    private static final MutexKind[] ALL = values();

    private final int value;

    MutexKind(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static MutexKind of(int value) {
        return Enumerator.of(ALL, value);
    }
}
