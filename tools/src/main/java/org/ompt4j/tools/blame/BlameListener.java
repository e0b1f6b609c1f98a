package org.ompt4j.tools.blame;

/** Is notified by {@link Blame} of how long threads waited, and of the causes. */
public interface BlameListener {
    /** A wait that others can end begins, whether or not it takes any time. */
    default void begins(WaitPlace place, long waitId) {}

    /** A wait for which {@link #begins} was called is over. */
    default void ends(WaitPlace place, long waitId) {}

    /** A wait is over, and took some time. */
    default void waited(Waited wait) {}

    /**
     * A part of waits at one place; the parts of each wait add up to it.
     *
     * @param waitId the object that was waited for, 0 if there is none
     * @param nanos at least 1; several threads can have waited at once
     */
    default void blames(WaitPlace place, long waitId, Cause cause, long nanos) {}

    /**
     * A part of the idle time of workers, and what was done meanwhile; the parts add up to all idle time.
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
     * @param wakerId the thread that sent the wakeup that ended it; 0 if it is not known, or there was none
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
