package org.ompt4j.ompt;

/**
 * An extension of OMPT4J: what ended a wait, as far as the waiting thread itself can tell, at the ends of {@link Event#WAIT} and {@link
 * Event#SYNC_REGION_WAIT}. If another thread ended the wait, other events name that thread.
 */
public enum WaitOutcome implements Enumerator {
    /** The thread was woken, or the reason is not known. */
    UNSPECIFIED(0),
    /** The timeout of the wait had expired, also if the thread was woken at the same moment. */
    TIMEOUT(1),
    /** The thread was interrupted, and its timeout, if there is one, had not expired. */
    INTERRUPT(2),
    /** The thread still waited when the recording ended, which ends all waits; the wait has no timeout of less than half a day, as far as is known. */
    NOT_ENDED(3),
    /** The same of a wait with such a timeout. */
    BEFORE_TIMEOUT(4);

    private static final WaitOutcome[] ALL = values();

    private final int value;

    WaitOutcome(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** Whether the wait was not over when the recording ended. */
    public boolean isOpen() {
        return this == NOT_ENDED || this == BEFORE_TIMEOUT;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static WaitOutcome of(int value) {
        return Enumerator.of(ALL, value);
    }
}
