package org.ompt4j.ompt;

/**
 * The kind of a target region; {@link #TARGET} itself has no further name in the specification.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.20; numbers are the specification's, names too, without {@code ompt_}.
 */
public enum TargetKind implements Enumerator {
    TARGET(1),
    TARGET_ENTER_DATA(2),
    TARGET_EXIT_DATA(3),
    TARGET_UPDATE(4),
    TARGET_NOWAIT(9),
    TARGET_ENTER_DATA_NOWAIT(10),
    TARGET_EXIT_DATA_NOWAIT(11),
    TARGET_UPDATE_NOWAIT(12);

    private static final TargetKind[] ALL = values();

    private final int value;

    TargetKind(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static TargetKind of(int value) {
        return Enumerator.of(ALL, value);
    }
}
