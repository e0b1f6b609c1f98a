package org.ompt4j.tools.model;

import java.util.Collection;
import org.ompt4j.tools.read.TraceEvent;

/** Is notified by {@link MutexModel} about attempts to acquire mutexes. */
public interface MutexListener {
    /** How an attempt ended. */
    enum Outcome {
        ACQUIRED,
        /** An event said so. */
        GAVE_UP,
        /** The thread's next event said so. */
        LEFT,
        /** The recording ended, or the run. */
        STUCK
    }

    /**
     * A thread begins to acquire a mutex that it does not hold. Called only if every operation is traced.
     *
     * @param held the mutexes that it holds, the latest last; valid only during the call
     */
    default void asks(TraceEvent acquire, Collection<MutexHold> held) {}

    /**
     * An attempt is over.
     *
     * @param path the result of {@link #pathOf} @param waited whether the thread waited; false also if that is not known
     * @param afterCondition whether the thread held the mutex before, and waited for one of its conditions
     */
    default void attempted(
            TraceEvent acquire, int path, long nanos, Outcome outcome, boolean waited, boolean afterCondition) {}

    /** A mutex is released. If not every operation is traced, called only while threads wait for it. */
    default void released(TraceEvent release) {}

    /**
     * A hold of a mutex has ended, or can no longer be observed. Called only if every operation is traced, and not for a hold whose release was not
     * seen before the next acquisition.
     *
     * @param timeNanos when it was released, or when the recording ended
     */
    default void held(MutexHold hold, long timeNanos) {}

    /** The path by which the thread came to its attempt, as a number that distinguishes waits; 0 for none. Called when the attempt begins. */
    default int pathOf(TraceEvent acquire, ThreadModel thread) {
        return 0;
    }

    /**
     * A part of the waits of one call site and path. The parts of a wait add up to the wait.
     *
     * @param path what {@link #pathOf} answered
     * @param waiter the thread that waited, or {@link Culprit#SEVERAL}
     * @param nanos at least 1; several threads can have waited at once
     */
    default void blames(long waitId, int waitedAt, int path, long waiter, Culprit culprit, long nanos) {}

    /**
     * Threads have waited for a mutex because of this thread, up to now. Called once, however many threads waited.
     *
     * @param culprit a culprit with a known thread
     * @param fromNanos since when they have waited; before the present time
     */
    default void keptWaiting(long waitId, Culprit culprit, long fromNanos, long nowNanos) {}
}
