package org.ompt4j.emitter.lock;

/**
 * Special values for an attempt to acquire a lock, from its begin to its end; all others are the time at which a wait began.
 *
 * <p>With {@code full} a lock is tried before it is acquired by the call of the application. A thread whose try has failed is about to wait even if the
 * lock is free again by then, since others can be faster.
 */
final class LockAttempt {
    /** Nothing is reported. */
    static final long SILENT = -1;

    /** There is no wait. */
    static final long NO_WAIT = -2;

    /** The attempt is over: the lock was free, or the thread already holds it. */
    static final long TAKEN = -3;

    private LockAttempt() {}
}
