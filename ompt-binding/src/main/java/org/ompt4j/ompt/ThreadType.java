package org.ompt4j.ompt;

/**
 * What kind of thread begins.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.10; numbers are the specification's, names too, without {@code ompt_thread_}.
 */
public enum ThreadType implements Enumerator {
    /** A thread with an initial task: the one that the program begins with, and those that it starts itself. */
    INITIAL(1),
    /** A worker of a pool. */
    WORKER(2),
    /** One that the JVM starts, or a shutdown hook. */
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
