package org.ompt4j.tools.model;

import java.util.Collection;
import org.ompt4j.tools.read.TraceEvent;

/** Hears from {@link MutexModel} what becomes of attempts to acquire a mutex. */
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
     * A thread asks for a mutex that it does not hold; only where every operation is told.
     *
     * @param held what it holds, the latest last; to be read at once
     */
    default void asks(TraceEvent acquire, Collection<MutexHold> held) {}

    /**
     * An attempt is over.
     *
     * @param path what {@link #pathOf} answered
     * @param waited whether the thread waited; false also where that is not known
     * @param afterCondition whether the thread had the mutex before, and waited for a condition of it
     */
    default void attempted(
            TraceEvent acquire, int path, long nanos, Outcome outcome, boolean waited, boolean afterCondition) {}

    /** A mutex is released; where not every operation is told, while threads wait for it. */
    default void released(TraceEvent release) {}

    /**
     * A mutex is held no longer, or that is not seen any more; only where every operation is told. Of one whose release was not seen before
     * the next acquisition nothing is told.
     *
     * @param timeNanos when it was released, or when the recording ended
     */
    default void held(MutexHold hold, long timeNanos) {}

    /**
     * By which path the thread came to where it acquires, as a number by which waits are told apart; 0 for none. Asked of the listener that knows, when the
     * attempt begins.
     */
    default int pathOf(TraceEvent acquire, ThreadModel thread) {
        return 0;
    }

    /**
     * A part of waits that began at one call site and path; the parts of a wait add up to it.
     *
     * @param path what {@link #pathOf} answered
     * @param waiter the thread that waited, or {@link Culprit#SEVERAL}
     * @param nanos at least 1; several threads can have waited at once
     */
    default void blames(long waitId, int waitedAt, int path, long waiter, Culprit culprit, long nanos) {}

    /**
     * Threads waited for a mutex because of this thread, up to now; told once, however many waited.
     *
     * @param culprit of a known thread
     * @param fromNanos since when; less than now
     */
    default void keptWaiting(long waitId, Culprit culprit, long fromNanos, long nowNanos) {}
}
