package org.ompt4j.ompt;

/**
 * What kind of native thread begins.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.10; numbers are the specification's.
 */
public enum ThreadType {
    INITIAL(1),
    WORKER(2),
    OTHER(3),
    UNKNOWN(4);

    private static final ThreadType[] ALL = values();

    private final int value;
    private final String specName;

    ThreadType(int value) {
        this.value = value;
        this.specName = name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name without its {@code ompt_thread_} prefix, in lower case. */
    public String specName() {
        return specName;
    }

    /**
     * The enumerator with this number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static ThreadType of(int value) {
        for (ThreadType each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        throw new IllegalArgumentException("no ThreadType has the number " + value);
    }
}
