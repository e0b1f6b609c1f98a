package org.ompt4j.emitter.blocking;

import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.JdkWaits;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;

/**
 * Called by {@link LockSupport} where a thread parks; see {@code docs/mappings/park.md}.
 *
 * <p>Thread safety: any thread.
 */
public final class ParkHooks {

    private ParkHooks() {}

    /** The thread is about to park, for what it has been said to wait for; the answer is for {@link #unparked}. */
    public static boolean parks() {
        boolean begun = JdkWaits.beginPark(Construct.PARK, State.WAIT_PARK);
        if (begun) {
            count(LockSupport.getBlocker(Thread.currentThread()));
        }
        keepPermit(begun);
        return begun;
    }

    /** As {@link #parks}; the call itself names what the thread waits for. */
    public static boolean parksFor(@Nullable Object blocker) {
        boolean begun = JdkWaits.beginPark(Construct.PARK, State.WAIT_PARK);
        if (begun) {
            count(blocker);
        } else if (blocker instanceof AbstractOwnableSynchronizer && JdkWaits.parks(blocker)) {
            // A callback that parks takes the permit that the JDK is about to wait for. With this one the JDK looks for
            // the lock once more.
            LockSupport.unpark(Thread.currentThread());
        }
        keepPermit(begun);
        return begun;
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
    public static void unparked(boolean begun) {
        if (begun) {
            JdkWaits.end(true, Construct.PARK, State.WAIT_PARK, 0);
        } else {
            JdkWaits.unparked();
        }
    }
}
