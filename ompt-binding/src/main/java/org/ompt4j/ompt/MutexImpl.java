package org.ompt4j.ompt;

/**
 * The mechanisms behind a mutex, as {@code ompt_enumerate_mutex_impls} lists them.
 *
 * <p>Spec: OpenMP 5.1, section 4.6.1.2 (the numbers are implementation-defined; 0 is none).
 */
public enum MutexImpl implements Enumerator {
    NONE,
    MONITOR,
    REENTRANT_NONFAIR,
    REENTRANT_FAIR,
    READ_NONFAIR,
    READ_FAIR,
    WRITE_NONFAIR,
    WRITE_FAIR,
    STAMPED_READ,
    STAMPED_WRITE,
    STAMPED_OPTIMISTIC,
    SEMAPHORE_NONFAIR,
    SEMAPHORE_FAIR,
    THIRD_PARTY,
    USER_DEFINED;

    private static final MutexImpl[] ALL = values();

    @Override
    public int value() {
        return ordinal();
    }

    /** Whether only one thread at a time holds such a mutex; false also if that is not known. */
    public boolean isExclusive() {
        return switch (this) {
            case MONITOR, REENTRANT_NONFAIR, REENTRANT_FAIR, WRITE_NONFAIR, WRITE_FAIR, STAMPED_WRITE -> true;
            default -> false;
        };
    }

    /**
     * Whether it is the read lock of a read-write lock: several threads can hold it at a time, each of them several times, while no other thread
     * writes.
     */
    public boolean isShared() {
        return this == READ_NONFAIR || this == READ_FAIR || this == STAMPED_READ;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static MutexImpl of(int value) {
        return Enumerator.of(ALL, value);
    }
}
