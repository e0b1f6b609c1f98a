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
     * Overview. What is answered as a thread is about to park is one number: what kind of park it is in the lowest bits, and above them when it ends at the
     * latest, see Waits.endAfter. The thread has it on its stack, a virtual one too while it has no carrier.
     */
    /** The park is no wait of its own. */
    public static final long INSIDE = 0;

    /** It is one. */
    public static final long TOLD = 1;

    /** It is none, and who unparks the thread ends the wait that it is in. */
    public static final long NAMED = 2;

    private static final long KINDS = 3;

    private ParkHooks() {}

    /** The thread is about to park, for what it has been said to wait for; the answer is for {@link #unparked}. */
    public static long parks() {
        boolean begun = JdkWaits.beginPark(PARK);
        long kind = kind(begun, LockSupport.getBlocker(Thread.currentThread()));
        keepPermit(begun);
        return kind;
    }

    /** As {@link #parks}; the call itself names what the thread waits for. */
    public static long parksFor(@Nullable Object blocker) {
        boolean begun = JdkWaits.beginPark(PARK);
        long kind = kind(begun, blocker);
        if (!begun && blocker instanceof AbstractOwnableSynchronizer && JdkWaits.parks(blocker)) {
            // A callback that parks takes the permit that the JDK is about to wait for. With this one the JDK looks for
            // the lock once more.
            LockSupport.unpark(Thread.currentThread());
        }
        keepPermit(begun);
        return kind;
    }

    /** @param begun whether the park is a wait of its own */
    private static long kind(boolean begun, @Nullable Object blocker) {
        if (begun) {
            count(blocker);
            return TOLD;
        }
        return !isSynchronizer(blocker) && JdkWaits.beginNamedPark() ? NAMED : INSIDE;
    }

    /** Whether that is a synchronizer or a condition of one, whose own hooks tell who ends a wait for it. */
    private static boolean isSynchronizer(@Nullable Object blocker) {
        return blocker instanceof AbstractOwnableSynchronizer || blocker instanceof Condition;
    }

    /** As {@link #parks}, for so long at most, in nanoseconds. */
    public static long parksAtMost(long nanos) {
        long kind = parks();
        return kind | endOf(nanos);
    }

    /** As {@link #parksFor}, for so long at most, in nanoseconds. */
    public static long parksForAtMost(@Nullable Object blocker, long nanos) {
        long kind = parksFor(blocker);
        return kind | endOf(nanos);
    }

    /** As {@link #parks}, until then at most, in milliseconds since the epoch. */
    public static long parksUntil(long deadlineMillis) {
        long kind = parks();
        return kind | endOf(nanosUntil(deadlineMillis));
    }

    /** As {@link #parksFor}, until then at most, in milliseconds since the epoch. */
    public static long parksForUntil(@Nullable Object blocker, long deadlineMillis) {
        long kind = parksFor(blocker);
        return kind | endOf(nanosUntil(deadlineMillis));
    }

    /** The thread on which a fork/join pool waits until tasks are due is about to park; the answer is for {@link #idlesNoMore}. */
    public static boolean idles() {
        boolean begun = JdkWaits.beginIdlePark(PARK);
        keepPermit(begun);
        return begun;
    }

    /** That thread parks no more. */
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

    /** From now on: not more than until then, and less than two milliseconds less. */
    private static long nanosUntil(long deadlineMillis) {
        try {
            return TimeUnit.MILLISECONDS.toNanos(deadlineMillis - System.currentTimeMillis() - 1);
        } catch (Throwable t) {
            Failures.count("park", t);
            return Long.MAX_VALUE;
        }
    }

    /** A callback that parked may have taken the permit that the thread is about to wait for: it gets another, with which it looks once more. */
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

    /** The thread parks no more. */
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
            // Which virtual threads have been told to park is known by their counters only; one that waits for a
            // synchronizer has not, as a rule.
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
