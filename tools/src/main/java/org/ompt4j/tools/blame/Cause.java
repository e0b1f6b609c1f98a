package org.ompt4j.tools.blame;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;

/**
 * What a part of a wait is due to.
 *
 * @param state what the culprit did; null where nobody did anything
 * @param body the code of its task or region, 0 if it is not known
 * @param madeAt call site where that was made, 0 if it is not known
 * @param of the thread if it was in no task that was made, or was idle in no pool; the pool if it was idle in one; of {@link Kind#QUEUED} the pool, 0 if
 *     no worker of one has begun the task, or it was not in the queue all the time
 * @param at call site of the culprit's own wait, 0 if it worked or if that is not known
 */
public record Cause(Kind kind, @Nullable State state, int body, int madeAt, long of, int at) {
    /** Why nobody had what was waited for. */
    public enum Kind {
        /** A thread did something else first. */
        DID,
        /** The awaited task, or the one that ended the wait, had been made and had not begun. */
        QUEUED,
        /** It comes after a future that was not complete, and no event tells who completed that. */
        NOT_COMPLETED,
        /** What was waited for was there, and the waiting thread did not run yet. */
        HAND_OFF,
        /** None of those who were waited for had anything to do. */
        NOBODY,
        /** Nobody is known to have ended the wait, and its time was over. */
        TIMEOUT,
        /** Nobody is known to have ended the wait but by an interrupt; whose that was no event tells. */
        INTERRUPT,
        /** No event tells what ended the wait. */
        UNKNOWN,
        /** The wait was not over when the recording ended. */
        NOT_ENDED,
        /** What the culprit did was too much to be kept apart, or is too long ago. */
        NOT_KEPT
    }

    static Cause of(Kind kind) {
        return new Cause(kind, null, 0, 0, 0, 0);
    }

    /** Whether a thread ran code of the program. */
    public boolean isWork() {
        return state != null && state.isWork();
    }
}
