package org.ompt4j.tools.path;

import org.ompt4j.ompt.State;
import org.ompt4j.ompt.WaitOutcome;

/**
 * What some time of a run went by with.
 *
 * @param state what the thread was in; {@link State#UNKNOWN} where the kind says all
 * @param body the code of the task, 0 if it is not known, or if there is no task
 * @param codeptrRa where the task or the region was made, where the thread waited, or what it came to; 0 if that is not known
 */
public record Part(Kind kind, State state, int body, int codeptrRa) {
    /** Stands for a call site: what the thread came to is its end. */
    public static final int END_OF_THREAD = -1;

    /** How a part is to be understood. */
    public enum Kind {
        /** A thread worked, in a task or a region. */
        WORK_IN,
        /** A thread worked, in neither; the call site is the next one that it came to. */
        WORK_BEFORE,
        /** A thread worked, in neither, and the next event has no call site: it is the one that it came from. */
        WORK_AFTER,
        /** A thread worked, in neither, until a monitor that it held went to another thread, where that had waited; when it was released is not told. */
        WORK_UP_TO,
        /** A thread slept, or waited for input or output, which no other thread ends. */
        OUTSIDE,
        /** A thread waited, and its time was over before anything else is known to have ended that. */
        TIMED_OUT,
        /** A thread waited until it was interrupted; nothing tells by whom. */
        INTERRUPTED,
        /** A thread waited or had no task, and nothing tells what ended that. */
        UNKNOWN_END,
        /** From what ended a wait until the thread went on. */
        WAKE_UP,
        /** From when a task could have begun, as far as events tell, until it did. */
        START,
        /** Before the first event of all, when nothing was recorded. */
        BEFORE,
        /** Before a thread's first event, and nothing tells what began the thread. */
        UNKNOWN_BEGIN,
        /** After the last work of the program's threads. */
        AFTER;

        /** A wait that no other thread is known to have ended, by what its end says. */
        static Kind ofEnd(WaitOutcome outcome) {
            return switch (outcome) {
                case TIMEOUT -> TIMED_OUT;
                case INTERRUPT -> INTERRUPTED;
                case UNSPECIFIED, NOT_ENDED -> UNKNOWN_END;
            };
        }
    }

    /** Whether events tell why this part could not be shorter. */
    public boolean isKnown() {
        return kind != Kind.UNKNOWN_END && kind != Kind.INTERRUPTED && kind != Kind.UNKNOWN_BEGIN;
    }

    /** Whether a thread waited, and no other one ended that: it slept, was in input or output, or its time was over. */
    public boolean isWaitEndedByNoThread() {
        return kind == Kind.OUTSIDE || kind == Kind.TIMED_OUT;
    }

    /** Whether it is the part of these. */
    boolean is(Kind itsKind, State itsState, int itsBody, int itsCallSite) {
        return kind == itsKind && state == itsState && body == itsBody && codeptrRa == itsCallSite;
    }
}
