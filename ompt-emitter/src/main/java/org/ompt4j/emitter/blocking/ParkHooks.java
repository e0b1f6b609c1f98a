package org.ompt4j.emitter.blocking;

import org.ompt4j.emitter.JdkWaits;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;

/**
 * Called by {@link java.util.concurrent.locks.LockSupport} where a thread parks; see {@code docs/mappings/park.md}.
 *
 * <p>Thread safety: any thread.
 */
public final class ParkHooks {

    private ParkHooks() {}

    /** The thread is about to park; the answer is for {@link #unparked}. */
    public static boolean parks() {
        return JdkWaits.begin(Construct.PARK, State.WAIT_PARK, 0);
    }

    /** The thread parks no more. */
    public static void unparked(boolean begun) {
        JdkWaits.end(begun, Construct.PARK, State.WAIT_PARK, 0);
    }
}
