package org.ompt4j.tools.blame;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;

/**
 * The cause of a part of a wait.
 *
 * @param state the state of the culprit; null if there is no culprit
 * @param body the code of its task or region, 0 if it is not known
 * @param madeAt call site where that was made, 0 if it is not known
 * @param of the thread if it was in no task that was made, or was idle in no pool; the pool if it was idle in one; of {@link Kind#QUEUED} the pool, 0
 *     if no worker of one has begun the task, or it was not in the queue all the time
 * @param at call site of the culprit's own wait, 0 if it worked or if that is not known
 */
public record Cause(Kind kind, @Nullable State state, int body, int madeAt, long of, int at) {
    /** The kinds of causes. */
    public enum Kind {
        /** The culprit did something else first. */
        DID,
        /** The awaited task, or the one that ended the wait, had been created and had not begun. */
        QUEUED,
        /** The task comes after a future that was not complete, and it is not known which thread completed it. */
        NOT_COMPLETED,
        /** The wait had ended, but the waiting thread did not run yet. */
        HAND_OFF,
        /** None of the awaited threads had any work. */
        NOBODY,
        /** The wait timed out, and no thread is known to have ended it. */
        TIMEOUT,
        /** The wait was interrupted; it is not known by which thread. */
        INTERRUPT,
        /** It is not known what ended the wait. */
        UNKNOWN,
        /** The wait was not over when the recording ended. */
        NOT_ENDED,
        /** The actions of the culprit exceeded the limits of memory, or were too long ago. */
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
