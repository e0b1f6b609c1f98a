package org.ompt4j.tools.blame;

/** Hears from {@link Blame} how long threads waited, and because of whom. */
public interface BlameListener {
    /** A wait that others can end begins, whether or not it takes any time. */
    default void begins(WaitPlace place, long waitId) {}

    /** A wait of which {@link #begins} was told is over. */
    default void ends(WaitPlace place, long waitId) {}

    /** A wait is over, and took some time. */
    default void waited(Waited wait) {}

    /**
     * A part of waits at one place; the parts of each wait add up to it.
     *
     * @param waitId what was waited for, 0 where that is nobody's
     * @param nanos at least 1; several threads can have waited at once
     */
    default void blames(WaitPlace place, long waitId, Cause cause, long nanos) {}

    /**
     * Workers were idle while this was done; the parts add up to all their idleness.
     *
     * @param nanos at least 1
     */
    default void idled(Cause meanwhile, long nanos) {}

    /**
     * One wait.
     *
     * @param waitId what was waited for, 0 if that has no id
     * @param threadId who waited
     * @param fromNanos when it began
     * @param nanos how long it took, without other tasks that the thread ran meanwhile
     * @param workedNanos how long the thread had worked since the wait before
     * @param wakerId the thread that sent the wakeup by which it ended; 0 if that is not known, or was none
     * @param wokenNanos when it did
     */
    record Waited(
            WaitPlace place,
            long waitId,
            long threadId,
            long fromNanos,
            long nanos,
            long workedNanos,
            long wakerId,
            long wokenNanos) {}
}
