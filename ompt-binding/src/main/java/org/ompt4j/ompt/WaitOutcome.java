package org.ompt4j.ompt;

/**
 * Ours: what ended a wait, as far as the waiting thread itself can tell; of the ends of {@link Event#WAIT} and {@link
 * Event#SYNC_REGION_WAIT}. Who ended it, if somebody did, other events say.
 */
public enum WaitOutcome implements Enumerator {
    /** The thread was woken, or it is not known. */
    UNSPECIFIED(0),
    /** The time was over for which the thread wanted to wait. A wakeup that came at the same moment is one too. */
    TIMEOUT(1),
    /** The thread was interrupted, and its time, if it had one, was not over. */
    INTERRUPT(2),
    /** The thread still waited when the recording ended, which ends all waits. */
    NOT_ENDED(3);

    private static final WaitOutcome[] ALL = values();

    private final int value;

    WaitOutcome(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static WaitOutcome of(int value) {
        return Enumerator.of(ALL, value);
    }
}
