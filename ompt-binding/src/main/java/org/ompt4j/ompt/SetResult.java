package org.ompt4j.ompt;

/**
 * What registering a callback promises.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.2; numbers are the specification's, names too, without {@code ompt_set_}.
 */
public enum SetResult implements Enumerator {
    ERROR(0),
    NEVER(1),
    IMPOSSIBLE(2),
    SOMETIMES(3),
    SOMETIMES_PAIRED(4),
    ALWAYS(5);

    private static final SetResult[] ALL = values();

    private final int value;

    SetResult(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static SetResult of(int value) {
        return Enumerator.of(ALL, value);
    }
}
