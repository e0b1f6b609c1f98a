package org.ompt4j.tools.path;

import org.ompt4j.ompt.State;
import org.ompt4j.ompt.WaitOutcome;

/**
 * One kind of work or wait that makes up a part of a run's time.
 *
 * @param state the state of the thread; {@link State#UNKNOWN} if the kind says all
 * @param body the code of the task, 0 if it is not known, or if there is no task, or if the call site of a wait is known
 * @param codeptrRa where the task or the region was made, where the thread waited, or the call site that it came to; 0 if it is not known
 */
public record Part(Kind kind, State state, int body, int codeptrRa) {
    /** Stands for a call site: the thread came to its end. */
    public static final int END_OF_THREAD = -1;

    /** The kinds of parts. */
    public enum Kind {
        /** A thread worked, in a task or a region. */
        WORK_IN,
        /** A thread worked outside of tasks and regions; the call site is the next one that it came to. */
        WORK_BEFORE,
        /** A thread worked outside of tasks and regions, and the next event has no call site; the call site is the previous one. */
        WORK_AFTER,
        /**
         * A thread worked outside of tasks and regions, until a monitor that it held went to another thread; the call site is that of the other
         * thread's wait. It is not known when the monitor was released.
         */
        WORK_UP_TO,
        /** A thread slept, or waited for input or output, which no other thread ends. */
        OUTSIDE,
        /** A thread waited until its timeout; nothing else is known to have ended the wait. */
        TIMED_OUT,
        /** A thread waited until it was interrupted; it is not known by which thread. */
        INTERRUPTED,
        /** A thread waited or had no task, and it is not known what ended that. */
        UNKNOWN_END,
        /** The time from the end of the cause of a wait until the thread went on. */
        WAKE_UP,
        /** The time from when a task could have begun, according to events, until it began. */
        START,
        /** Before the first event of all, when nothing was recorded. */
        BEFORE,
        /** Before a thread's first event, if it is not known what started the thread. */
        UNKNOWN_BEGIN,
        /** After the last work of the program's threads. */
        AFTER;

        /** The kind of a wait that no other thread is known to have ended, according to its outcome. */
        static Kind ofEnd(WaitOutcome outcome) {
            return switch (outcome) {
                case TIMEOUT -> TIMED_OUT;
                case INTERRUPT -> INTERRUPTED;
                case UNSPECIFIED, NOT_ENDED, BEFORE_TIMEOUT -> UNKNOWN_END;
            };
        }
    }

    /** Whether events show why this part could not be shorter. */
    public boolean isKnown() {
        return kind != Kind.UNKNOWN_END && kind != Kind.INTERRUPTED && kind != Kind.UNKNOWN_BEGIN;
    }

    /** Whether this is a wait that no other thread ended: a sleep, input or output, or a timeout. */
    public boolean isWaitEndedByNoThread() {
        return kind == Kind.OUTSIDE || kind == Kind.TIMED_OUT;
    }

    /** Whether it is the part of these. */
    boolean is(Kind itsKind, State itsState, int itsBody, int itsCallSite) {
        return kind == itsKind && state == itsState && body == itsBody && codeptrRa == itsCallSite;
    }
}
