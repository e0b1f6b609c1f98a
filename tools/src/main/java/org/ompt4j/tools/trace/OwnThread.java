package org.ompt4j.tools.trace;

import java.util.concurrent.locks.LockSupport;

/**
 * A thread of the agent's own that takes turns until it is ended. It does not keep the program running, and the program's handlers of uncaught
 * exceptions do not hear of it.
 *
 * <p>Thread safety: {@link #end} and {@link #hasEnded} from any thread; the rest is for the thread itself.
 */
public abstract class OwnThread extends Thread {
    private static final long END_MILLIS = 2_000;

    private volatile boolean ended;

    /** @param name begins like those of all threads of the agent, which are not shown as the program's */
    protected OwnThread(String name) {
        super(null, null, name, 0, false);
        setDaemon(true);
    }

    /** Does what there is to do, and waits for the next turn with {@link #pause} or {@link #pauseUntil}. */
    protected abstract void turn();

    /** A turn has thrown: there will be no other one. */
    protected abstract void failed(Throwable failure);

    /** No turn will follow; the last thing that the thread does. */
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
            // An exhausted heap or stack: nothing can be said.
            return;
        }
    }

    /** Waits for at most so long, or until somebody unparks the thread. */
    protected final void pause(long nanos) {
        if (!ended) {
            LockSupport.parkNanos(this, nanos);
        }
    }

    /** Waits until a time of {@link System#nanoTime}, or the end. */
    protected final void pauseUntil(long timeNanos) {
        for (long left = timeNanos - System.nanoTime(); left > 0 && !ended; left = timeNanos - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }

    /** Makes this turn the last one. */
    protected final void endAfterThis() {
        ended = true;
    }

    /** Whether there will be no other turn. */
    public final boolean hasEnded() {
        return ended;
    }

    /**
     * Ends the thread, and waits for at most two seconds until it has ended, also if the current thread has been interrupted.
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

    /** Does nothing: a program may interrupt every thread that it finds, which would close files and make waits return at once. */
    @Override
    public final void interrupt() {}
}
