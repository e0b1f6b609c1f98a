package org.ompt4j.emitter.blocking;

import java.util.concurrent.SynchronousQueue;
import org.ompt4j.emitter.JdkWaits;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;

/**
 * Called by the JDK's blocking queues where a thread has to wait; see {@code docs/mappings/blocking-queue.md}. Nobody can wake it yet.
 *
 * <p>Thread safety: any thread.
 */
public final class QueueHooks {
    /** A wait has begun. */
    private static final int WAITS = 1;

    /** It waits, which is not told. */
    private static final int UNTOLD = 2;

    /** How the names of the classes begin that a {@link SynchronousQueue} consists of. */
    private static final String SYNCHRONOUS = "java.util.concurrent.SynchronousQueue$";

    private QueueHooks() {}

    /**
     * The thread has to wait, for the first time in a call or again.
     *
     * @param before what was answered in the same call before; 0 if nothing
     * @return for {@link #left}
     */
    public static int waits(int before, Object queue) {
        return before == 0 ? comes(queue) : before;
    }

    /** As {@link #waits}, for the first time. */
    public static int comes(Object queue) {
        boolean begun = JdkWaits.beginAt(
                Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, queue, SYNCHRONOUS, SynchronousQueue.class);
        return begun ? WAITS : UNTOLD;
    }

    /** The call is over, or its wait. */
    public static void left(int waited) {
        if (waited == WAITS) {
            JdkWaits.endAt(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE);
        }
    }
}
