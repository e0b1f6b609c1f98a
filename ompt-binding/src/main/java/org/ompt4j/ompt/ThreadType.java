package org.ompt4j.ompt;

/**
 * What kind of native thread begins.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.10; numbers are the specification's, names too, without {@code ompt_thread_}.
 */
public enum ThreadType implements Enumerator {
    INITIAL(1),
    WORKER(2),
    OTHER(3),
    UNKNOWN(4);

    private static final ThreadType[] ALL = values();

    private final int value;

    ThreadType(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static ThreadType of(int value) {
        return Enumerator.of(ALL, value);
    }
}
