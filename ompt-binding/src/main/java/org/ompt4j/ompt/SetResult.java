package org.ompt4j.ompt;

/**
 * The result of a registration: which events the callback will get.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.2; numbers are the specification's, names too, without {@code ompt_set_}.
 */
public enum SetResult implements Enumerator {
    /** The registration has failed. */
    ERROR(0),
    /** The event does not happen in this run. */
    NEVER(1),
    /** The event may happen, but cannot be reported. */
    IMPOSSIBLE(2),
    /** Some of these events are reported: mutexes only if a thread waits, or some classes and constructs are left out. */
    SOMETIMES(3),
    /** Some of these events are reported, but of a begin and its end either both or neither. */
    SOMETIMES_PAIRED(4),
    /** All of these events are reported. */
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
