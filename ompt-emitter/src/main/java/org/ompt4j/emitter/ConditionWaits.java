package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.State;

/**
 * Waits for conditions in code of the application: the thread releases a mutex, waits for the condition, waits for the mutex, and holds it again.
 * These are two waits. The thread itself mostly sleeps when the first one ends, but the thread that signals knows the time.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave. {@link #begin}, {@link #end} and {@link
 * #signalled} are called while that thread holds the mutex.
 */
public final class ConditionWaits {
    /*
     * Overview. A waiter takes one of a fixed number of places and writes the mutex's wait id there. A thread that signals searches the places for
     * the wait id of its mutex. Places with one wait id are only accessed by the holder of that mutex, so threads compete for a place only while it
     * is free. If no place is free, it will not be known when the condition was met, and both waits end together.
     */
    private static final int PLACES = 256;
    private static final int PROBES = 16;
    private static final long ID = Memory.fieldOffset(Place.class, "waitId");
    private static final long COUNT = Memory.fieldOffset(Taken.class, "count");
    private static final Place[] ALL = new Place[PLACES];
    private static final Taken TAKEN = new Taken();

    static {
        for (int i = 0; i < PLACES; i++) {
            ALL[i] = new Place();
        }
    }

    private static @Nullable QueueLookup queues;

    private ConditionWaits() {}

    /** Knows who waits for a mutex that is no monitor. */
    public interface QueueLookup {
        /** Whether the thread is in a queue that {@link #begin} was given. */
        boolean isQueued(Object queue, Thread thread);
    }

    /** Registers the look-up, by the family that such mutexes belong to. */
    public static void findQueuedWith(QueueLookup lookup) {
        queues = lookup;
    }

    /** Where a waiter is found; free while the wait id is 0. */
    private static final class Place {
        long waitId;

        @Nullable
        ThreadContext waiter;
    }

    /** How many places are taken. */
    private static final class Taken {
        int count;
    }

    /**
     * The current task holds a mutex and is about to wait for a condition of the mutex.
     *
     * @param queue where threads queue for the mutex; null for a monitor
     * @return whether this is reported as a wait, to be ended with {@link #end}
     */
    public static boolean begin(
            ThreadContext c,
            Construct k,
            MutexKind kind,
            MutexImpl impl,
            long waitId,
            @Nullable Object queue,
            int callSite) {
        MutexInCode.conditionBegins(c, waitId);
        if (!Waits.begin(c, k, State.WAIT_CONDITION, waitId, callSite)) {
            return false;
        }
        ConditionWait open = c.condition();
        open.begin(k, kind, impl, queue, waitId, callSite);
        giveBack(c, open);
        open.place = take(c, waitId);
        if (queue != null) {
            ToldWaiters.begin(waitId);
        }
        return true;
    }

    /**
     * The wait that {@link #begin} opened is over, and the mutex is held again.
     *
     * @param reports whether events of the mutex are reported
     */
    public static void end(
            ThreadContext c, Construct k, MutexKind kind, MutexImpl impl, long waitId, int callSite, boolean reports) {
        ConditionWait open = c.condition();
        giveBack(c, open);
        if (open.queue != null) {
            ToldWaiters.end(waitId);
        }
        switch (open.phase) {
            case MUTEX -> Mutexes.acquired(c, k, kind, impl, waitId, callSite, open.acquireNanos);
            case AWAKE -> {
                if (reports) {
                    Mutexes.acquiredAtOnce(c, k, kind, impl, waitId, callSite);
                }
            }
            case CONDITION, NONE -> {
                // Both waits are over by now, however long it takes to report them.
                long held = Events.timed() ? System.nanoTime() : 0;
                long met = open.metNanos();
                Waits.end(c, k, State.WAIT_CONDITION, waitId, callSite, met == 0 ? held : met);
                if (reports) {
                    Mutexes.acquiredAgain(c, k, kind, impl, waitId, callSite, met, open.owner, held);
                }
            }
        }
        // Only after the state has changed: in the former state samplers read this wait.
        open.end();
    }

    /** Whether the current thread waits for the mutex, and the end of its wait for the condition is not reported yet. */
    static boolean isMet(ThreadContext c) {
        ConditionWait open = c.condition();
        return open.waitsForCondition() && open.metNanos() != 0;
    }

    /** Keeps the outcome of the wait that the current thread is about to {@link #end}, unless the outcome is known already. */
    public static void keepOutcome(ThreadContext c, boolean timedOut, boolean interrupted) {
        ConditionWait open = c.condition();
        if (open.waitsForCondition() && !isMet(c)) {
            Waits.keepOutcome(c, timedOut, interrupted);
        }
    }

    // ---------------------------------------------------------------- what happens in between

    /** Whether any thread is in such a wait; if not, {@link #signalled} need not be called. */
    public static boolean any() {
        return TAKEN.count != 0;
    }

    /** Whether a thread is in such a wait for a condition of a mutex that the current task holds. Waiters that found no place are not seen. */
    public static boolean areFor(long waitId) {
        for (Place each : ALL) {
            if (each.waitId == waitId) {
                return true;
            }
        }
        return false;
    }

    /** The current task has signalled conditions of a mutex that it holds: the waiters that were woken now wait for the mutex instead. */
    public static void signalled(ThreadContext c, long waitId) {
        long nanos = 0;
        long holder = 0;
        for (Place each : ALL) {
            ThreadContext waiter = each.waitId == waitId ? each.waiter : null;
            if (waiter != null && waiter.condition().metNanos() == 0 && waitsForMutex(waiter)) {
                if (nanos == 0) {
                    nanos = Math.max(1, c.clock().now());
                    // If a virtual thread signals, the id of its context is not that of a thread.
                    holder = c.isVirtual() ? ThreadRegistry.idOfAny(c.thread()) : c.id();
                }
                waiter.condition().met(nanos, holder);
            }
        }
    }

    private static boolean waitsForMutex(ThreadContext waiter) {
        Object queue = waiter.condition().queue;
        Thread thread = waiter.thread();
        if (queue == null) {
            return thread.getState() == Thread.State.BLOCKED;
        }
        QueueLookup lookup = queues;
        return lookup != null && lookup.isQueued(queue, thread);
    }

    /**
     * The current thread parks for a lock. If it was waiting for a condition of this lock, it now waits for the lock.
     *
     * @return whether events were reported
     */
    static boolean parks(ThreadContext c, Object blocker) {
        ConditionWait open = c.condition();
        if (!open.waitsForCondition() || open.queue == null || open.queue != blocker) {
            return false;
        }
        metNow(c, open);
        boolean told = Events.tellsMutexWaitsAtOnce();
        if (told) {
            awake(c, open, 0);
        }
        return told;
    }

    /**
     * The current thread has returned from park. If it was waiting for a condition of a lock and is in the queue of the lock, it now waits for the
     * lock. The JDK tries to take the lock before it parks again.
     */
    static void unparked(ThreadContext c) {
        ConditionWait open = c.condition();
        Object queue = open.queue;
        QueueLookup lookup = queues;
        if (open.waitsForCondition() && queue != null && lookup != null && lookup.isQueued(queue, c.thread())) {
            metNow(c, open);
            awake(c, open, 0);
        }
    }

    /**
     * The condition is met now, unless the time is known already. Then the clock is not read, since no later event may have a time before the last
     * reading.
     */
    private static void metNow(ThreadContext c, ConditionWait open) {
        if (open.metNanos() == 0) {
            open.met(Math.max(1, c.clock().now()), 0);
        }
    }

    /**
     * The JVM reports that the current thread was woken in {@code Object.wait} at that time (0 for now); it may still have to wait for the monitor.
     */
    public static void wakes(ThreadContext c, long atNanos) {
        ConditionWait open = c.condition();
        if (open.waitsForCondition() && open.queue == null) {
            awake(c, open, atNanos);
        }
    }

    /**
     * @param atNanos when the thread was awake; 0 for now. If it is known when the condition was met, the wait ended then.
     */
    private static void awake(ThreadContext c, ConditionWait open, long atNanos) {
        long met = open.metNanos();
        Waits.end(c, open.construct, State.WAIT_CONDITION, open.waitId, open.callSite, met == 0 ? atNanos : met);
        open.phase = ConditionWait.Phase.AWAKE;
        if (met != 0) {
            Mutexes.waitBeginAgain(c, open, met, open.owner);
        }
    }

    /** Whether the current thread has ended a wait for a condition and does not hold the mutex yet. */
    public static boolean comesBack(ThreadContext c) {
        return c.condition().phase == ConditionWait.Phase.AWAKE;
    }

    /**
     * The JVM reports that the current thread, for which {@link #comesBack} is true, has to wait for the monitor.
     *
     * @param sinceNanos since when; 0 if no tool wants any event
     * @param owner the id of the thread that held it then; 0 if it is not known
     */
    public static void acquires(ThreadContext c, long sinceNanos, long owner) {
        Mutexes.waitBeginAgain(c, c.condition(), sinceNanos, owner);
    }

    // ---------------------------------------------------------------- places

    private static int take(ThreadContext c, long waitId) {
        int first = (int) c.id();
        for (int i = 0; i < PROBES; i++) {
            int at = first + i & PLACES - 1;
            Place place = ALL[at];
            if (Memory.UNSAFE.compareAndSetLong(place, ID, 0, waitId)) {
                place.waiter = c;
                Memory.UNSAFE.getAndAddInt(TAKEN, COUNT, 1);
                return at;
            }
        }
        return -1;
    }

    private static void giveBack(ThreadContext c, ConditionWait open) {
        Place place = open.place < 0 ? null : ALL[open.place];
        open.place = -1;
        if (place != null && place.waiter == c) {
            place.waiter = null;
            Memory.UNSAFE.putLongRelease(place, ID, 0);
            Memory.UNSAFE.getAndAddInt(TAKEN, COUNT, -1);
        }
    }

    /** Removes every waiter. */
    static void forget() {
        for (Place each : ALL) {
            each.waiter = null;
            Memory.UNSAFE.putLongRelease(each, ID, 0);
        }
        Memory.UNSAFE.putIntVolatile(TAKEN, COUNT, 0);
    }
}
