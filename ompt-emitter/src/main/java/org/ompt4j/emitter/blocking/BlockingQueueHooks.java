package org.ompt4j.emitter.blocking;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.JdkWaits;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.emitter.Wakeups;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;

/**
 * Called by the JDK's blocking queues when a thread has to wait, before any thread can wake it, and when a thread may end such a wait; see {@code
 * docs/mappings/blocking-queue.md}.
 *
 * <p>Thread safety: any thread.
 */
public final class BlockingQueueHooks extends BlockingQueueGuards {
    /** A wait for an item has begun. */
    private static final int WAITS_FOR_ITEM = 1;

    /** A wait for room has begun. */
    private static final int WAITS_FOR_ROOM = 2;

    /** A wait has begun that is not reported. */
    private static final int UNTOLD = 3;

    /** Prefix of the names of the classes that a {@link SynchronousQueue} consists of. */
    private static final String SYNCHRONOUS = "java.util.concurrent.SynchronousQueue$";

    private BlockingQueueHooks() {}

    /**
     * The thread has to wait for an item, for the first time in a call or again.
     *
     * @param before the last result in the same call; 0 if there was none
     * @return for {@link #left}
     */
    public static int waitsForItem(int before, Object queue) {
        return before == 0 ? begins(queue, State.WAIT_QUEUE, WAITS_FOR_ITEM) : before;
    }

    /** As {@link #waitsForItem}, for room. */
    public static int waitsForRoom(int before, Object queue) {
        return before == 0 ? begins(queue, State.WAIT_QUEUE_FULL, WAITS_FOR_ROOM) : before;
    }

    /** As {@link #waitsForItem}: for an item if the thread brings none, else for a consumer of its item. */
    public static int waitsForOther(int before, @Nullable Object brought, Object queue) {
        return before == 0 ? comes(brought, queue) : before;
    }

    /** As {@link #waitsForOther}, for the first time. */
    public static int comes(@Nullable Object brought, Object queue) {
        return brought == null ? waitsForItem(0, queue) : waitsForRoom(0, queue);
    }

    private static int begins(Object queue, State state, int begun) {
        return JdkWaits.beginAt(Construct.BLOCKING_QUEUE, state, queue, SYNCHRONOUS, SynchronousQueue.class)
                ? begun
                : UNTOLD;
    }

    /** A thread that holds the queue's lock is about to signal that there is an item or room. */
    public static void signals(Object condition, Object queue) {
        if (isWaitedFor(condition) && Events.wanted(Event.WAKEUP)) {
            wakes(queue);
        }
    }

    private static boolean isWaitedFor(Object condition) {
        try {
            return Waiter.FIRST != Memory.NO_FIELD && Memory.UNSAFE.getReference(condition, Waiter.FIRST) != null;
        } catch (Throwable t) {
            Failures.count("signal of a queue", t);
            return false;
        }
    }

    /** Idle workers of pools have no wait id: they are woken for a task, which is reported itself. */
    @Guarded("signal of a queue")
    static void wakes(ThreadContext c, Object queue) {
        Wakeups.tell(c, Construct.BLOCKING_QUEUE, WaitIds.ifKnown(queue));
    }

    /** The field in which a condition of the JDK keeps its first waiter. */
    private static final class Waiter {
        static final long FIRST = Memory.fieldOffset(AbstractQueuedSynchronizer.ConditionObject.class, "firstWaiter");
    }

    /** The wait, or the whole call, is over. */
    public static void left(int waited) {
        if (waited == WAITS_FOR_ITEM) {
            JdkWaits.endAt(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE);
        } else if (waited == WAITS_FOR_ROOM) {
            JdkWaits.endAt(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE_FULL);
        }
    }
}
