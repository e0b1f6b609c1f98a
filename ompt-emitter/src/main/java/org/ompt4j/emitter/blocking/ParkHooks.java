package org.ompt4j.emitter.blocking;

import static org.ompt4j.ompt.Construct.PARK;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.JdkWaits;
import org.ompt4j.emitter.Permits;
import org.ompt4j.emitter.ThreadRegistry;
import org.ompt4j.ompt.State;

/**
 * Called by {@link LockSupport} where a thread parks; see {@code docs/mappings/park.md}.
 *
 * <p>Thread safety: any thread.
 */
public final class ParkHooks {

    /*
     * Overview. The hook before a park returns one number: the kind of the park in the lowest bits, and above them when the park ends at the latest,
     * see Waits.endAfter. The number is kept on the stack of the thread, also of a virtual thread while it is unmounted.
     */
    /** The park is not reported as a wait. */
    public static final long INSIDE = 0;

    /** The park is reported as a wait. */
    public static final long TOLD = 1;

    /** The park is inside a reported wait, which ends when another thread unparks this one. */
    public static final long NAMED = 2;

    private static final long KINDS = 3;

    private ParkHooks() {}

    /** The thread is about to park for its present blocker; the result is for {@link #unparked}. */
    public static long parks() {
        boolean begun = JdkWaits.beginPark(PARK);
        long kind = kind(begun, LockSupport.getBlocker(Thread.currentThread()));
        keepPermit(begun);
        return kind;
    }

    /** As {@link #parks}; the call itself passes the blocker. */
    public static long parksFor(@Nullable Object blocker) {
        boolean begun = JdkWaits.beginPark(PARK);
        long kind = kind(begun, blocker);
        if (!begun && blocker instanceof AbstractOwnableSynchronizer && JdkWaits.parks(blocker)) {
            // A callback that parked may have used up the permit that the JDK is about to wait for. With a new permit
            // the JDK tries to take the lock once more.
            LockSupport.unpark(Thread.currentThread());
        }
        keepPermit(begun);
        return kind;
    }

    /**
     * @param begun whether the park is reported as a wait
     */
    private static long kind(boolean begun, @Nullable Object blocker) {
        if (begun) {
            count(blocker);
            return TOLD;
        }
        return !isSynchronizer(blocker) && JdkWaits.beginNamedPark() ? NAMED : INSIDE;
    }

    /** Whether the blocker is a synchronizer or a condition of one, whose own hooks report which thread ends a wait for it. */
    private static boolean isSynchronizer(@Nullable Object blocker) {
        return blocker instanceof AbstractOwnableSynchronizer || blocker instanceof Condition;
    }

    /** As {@link #parks}, for at most this time, in nanoseconds. */
    public static long parksAtMost(long nanos) {
        long kind = parks();
        return kind | endOf(nanos);
    }

    /** As {@link #parksFor}, for at most this time, in nanoseconds. */
    public static long parksForAtMost(@Nullable Object blocker, long nanos) {
        long kind = parksFor(blocker);
        return kind | endOf(nanos);
    }

    /** As {@link #parks}, with a deadline in milliseconds since 1970. */
    public static long parksUntil(long deadlineMillis) {
        long kind = parks();
        return kind | endOf(nanosUntil(deadlineMillis));
    }

    /** As {@link #parksFor}, with a deadline in milliseconds since 1970. */
    public static long parksForUntil(@Nullable Object blocker, long deadlineMillis) {
        long kind = parksFor(blocker);
        return kind | endOf(nanosUntil(deadlineMillis));
    }

    /** The thread of a fork/join pool that waits until delayed tasks are due is about to park; the result is for {@link #idlesNoMore}. */
    public static boolean idles() {
        boolean begun = JdkWaits.beginIdlePark(PARK);
        keepPermit(begun);
        return begun;
    }

    /** The thread of {@link #idles} has returned from park. */
    public static void idlesNoMore(boolean begun) {
        JdkWaits.end(begun, PARK, State.IDLE, 0);
    }

    private static long endOf(long nanos) {
        try {
            return JdkWaits.endOfPark(nanos) & ~KINDS;
        } catch (Throwable t) {
            Failures.count("park", t);
            return 0;
        }
    }

    /** The time from now to the deadline in nanoseconds, rounded down by less than two milliseconds. */
    private static long nanosUntil(long deadlineMillis) {
        try {
            return TimeUnit.MILLISECONDS.toNanos(deadlineMillis - System.currentTimeMillis() - 1);
        } catch (Throwable t) {
            Failures.count("park", t);
            return Long.MAX_VALUE;
        }
    }

    /**
     * A callback that parked may have used up the permit that the thread is about to wait for: gives the thread another one, so that it checks its
     * condition once more.
     */
    private static void keepPermit(boolean begun) {
        try {
            if (JdkWaits.mayLackPermit(begun)) {
                LockSupport.unpark(Thread.currentThread());
            }
        } catch (Throwable t) {
            Failures.count("park", t);
        }
    }

    private static void count(@Nullable Object blocker) {
        try {
            Blockers.count(blocker);
        } catch (Throwable t) {
            Failures.count("park", t);
        }
    }

    /** The thread has returned from park. */
    public static void unparked(long parked) {
        keepOutcome(parked & ~KINDS);
        long kind = parked & KINDS;
        if (kind != INSIDE) {
            endVirtual();
        }
        if (kind == TOLD) {
            JdkWaits.endPark(PARK);
            return;
        }
        if (kind == NAMED) {
            JdkWaits.endNamedPark();
        }
        JdkWaits.unparked();
    }

    /** The current thread is about to unpark this one. */
    public static void unparks(@Nullable Thread thread) {
        try {
            // For virtual threads, reported parks are known only by shared counters. The park of one that waits for a
            // synchronizer is usually not reported.
            if (thread != null
                    && !(ThreadRegistry.isVirtual(thread) && isSynchronizer(LockSupport.getBlocker(thread)))) {
                JdkWaits.unparks(PARK, thread);
            }
        } catch (Throwable t) {
            Failures.count("park", t);
        }
    }

    private static void endVirtual() {
        try {
            Permits.endVirtual();
        } catch (Throwable t) {
            Failures.count("park", t);
        }
    }

    private static void keepOutcome(long endNanos) {
        try {
            JdkWaits.parkEnds(endNanos);
        } catch (Throwable t) {
            Failures.count("park", t);
        }
    }
}
