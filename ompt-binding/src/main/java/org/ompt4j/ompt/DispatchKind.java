package org.ompt4j.ompt;

/**
 * What is dispatched to a thread for execution.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.12 with the chunk kinds of 5.2; numbers are the specification's, names too, without {@code ompt_dispatch_}.
 */
public enum DispatchKind implements Enumerator {
    ITERATION(1),
    SECTION(2),
    WS_LOOP_CHUNK(3),
    TASKLOOP_CHUNK(4),
    DISTRIBUTE_CHUNK(5);

    private static final DispatchKind[] ALL = values();

    private final int value;

    DispatchKind(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static DispatchKind of(int value) {
        return Enumerator.of(ALL, value);
    }
}
