package org.ompt4j.ompt;

/**
 * The mechanisms behind a mutex, as {@code ompt_enumerate_mutex_impls} lists them.
 *
 * <p>Spec: OpenMP 5.1, section 4.6.1.2 (the numbers are implementation-defined; 0 is none).
 */
public enum MutexImpl {
    NONE("none"),
    MONITOR("monitor"),
    REENTRANT_NONFAIR("reentrant_nonfair"),
    REENTRANT_FAIR("reentrant_fair"),
    READ_NONFAIR("read_nonfair"),
    READ_FAIR("read_fair"),
    WRITE_NONFAIR("write_nonfair"),
    WRITE_FAIR("write_fair"),
    STAMPED_READ("stamped_read"),
    STAMPED_WRITE("stamped_write"),
    STAMPED_OPTIMISTIC("stamped_optimistic"),
    SEMAPHORE_NONFAIR("semaphore_nonfair"),
    SEMAPHORE_FAIR("semaphore_fair"),
    THIRD_PARTY("third_party"),
    USER_DEFINED("user_defined");

    private static final MutexImpl[] ALL = values();

    private final String specName;

    MutexImpl(String specName) {
        this.specName = specName;
    }

    /** The number of the mechanism, 0 to 14. */
    public int value() {
        return ordinal();
    }

    /** The mechanism's name in lower case. */
    public String specName() {
        return specName;
    }

    /**
     * The mechanism with this number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static MutexImpl of(int value) {
        if (value < 0 || value >= ALL.length) {
            throw new IllegalArgumentException("no mutex implementation has the number " + value);
        }
        return ALL[value];
    }
}
