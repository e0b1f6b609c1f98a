package org.ompt4j.tools.trace;

import java.util.concurrent.locks.LockSupport;

/**
 * A thread of the agent that runs turn after turn until it is ended. It is a daemon thread, and the program's handlers of uncaught exceptions are
 * not called for it.
 *
 * <p>Thread safety: any thread may call {@link #end} and {@link #hasEnded}; only the thread itself may call the other methods.
 */
public abstract class OwnThread extends Thread {
    private static final long END_MILLIS = 2_000;

    private volatile boolean ended;

    /** @param name has to begin like the names of all threads of the agent, so that the thread is not shown as one of the program */
    protected OwnThread(String name) {
        super(null, null, name, 0, false);
        setDaemon(true);
    }

    /** Does the work of one turn, and waits for the next turn with {@link #pause} or {@link #pauseUntil}. */
    protected abstract void turn();

    /** Called if a turn has thrown an exception. No other turn follows. */
    protected abstract void failed(Throwable failure);

    /** Called after the last turn, before the thread ends. */
    protected void afterLastTurn() {}

    @Override
    public final void run() {
        try {
            while (!ended) {
                turn();
            }
        } catch (Throwable failure) {
            ended = true;
            tell(failure);
        }
        try {
            afterLastTurn();
        } catch (Throwable failure) {
            tell(failure);
        }
    }

    private void tell(Throwable failure) {
        try {
            failed(failure);
        } catch (Throwable alsoFailed) {
            // The heap or stack is exhausted, so the failure cannot be reported.
            return;
        }
    }

    /** Waits for at most {@code nanos} nanoseconds, or until the thread is unparked. */
    protected final void pause(long nanos) {
        if (!ended) {
            LockSupport.parkNanos(this, nanos);
        }
    }

    /** Waits until a time of {@link System#nanoTime}, or until the thread is to end. */
    protected final void pauseUntil(long timeNanos) {
        for (long left = timeNanos - System.nanoTime(); left > 0 && !ended; left = timeNanos - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }

    /** Makes this turn the last one. */
    protected final void endAfterThis() {
        ended = true;
    }

    /** Whether no other turn follows. */
    public final boolean hasEnded() {
        return ended;
    }

    /**
     * Ends the thread and waits up to two seconds for that, even if the current thread has been interrupted.
     *
     * @return whether it has ended
     */
    public final boolean end() {
        ended = true;
        LockSupport.unpark(this);
        boolean interrupted = Thread.interrupted();
        try {
            join(END_MILLIS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !isAlive();
    }

    /** Does nothing. A program may interrupt every thread that it finds; that would close files and make waits return at once. */
    @Override
    public final void interrupt() {}
}
