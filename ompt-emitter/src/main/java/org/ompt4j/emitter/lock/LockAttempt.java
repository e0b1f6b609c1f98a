package org.ompt4j.emitter.lock;

/** What an attempt to get a lock is known by from its begin to its end, where it is not the time at which a wait began. */
final class LockAttempt {
    /** Nothing is reported. */
    static final long SILENT = -1;

    /** There is no wait. */
    static final long NO_WAIT = -2;

    /** It is over: what was asked for was there, or the thread has it already. */
    static final long TAKEN = -3;

    private LockAttempt() {}
}
