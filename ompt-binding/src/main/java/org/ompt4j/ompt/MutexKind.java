package org.ompt4j.ompt;

/**
 * The kind of a mutual exclusion event.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.16; numbers are the specification's, names too, without {@code ompt_mutex_}.
 */
public enum MutexKind implements Enumerator {
    LOCK(1, State.WAIT_LOCK),
    TEST_LOCK(2, State.WAIT_LOCK),
    NEST_LOCK(3, State.WAIT_LOCK),
    TEST_NEST_LOCK(4, State.WAIT_LOCK),
    CRITICAL(5, State.WAIT_CRITICAL),
    ATOMIC(6, State.WAIT_ATOMIC),
    ORDERED(7, State.WAIT_ORDERED);

    private static final MutexKind[] ALL = values();

    private final int value;
    private final State waitState;

    MutexKind(int value, State waitState) {
        this.value = value;
        this.waitState = waitState;
    }

    @Override
    public int value() {
        return value;
    }

    /** The state of a thread that waits for such a mutex. */
    public State waitState() {
        return waitState;
    }

    /** The kind of the mutex itself: {@link #LOCK} for {@link #TEST_LOCK}, {@link #NEST_LOCK} for {@link #TEST_NEST_LOCK}, otherwise this kind. */
    public MutexKind withoutTest() {
        if (this == TEST_LOCK) {
            return LOCK;
        }
        return this == TEST_NEST_LOCK ? NEST_LOCK : this;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static MutexKind of(int value) {
        return Enumerator.of(ALL, value);
    }
}
