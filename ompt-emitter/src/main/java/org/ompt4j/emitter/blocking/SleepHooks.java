package org.ompt4j.emitter.blocking;

import static org.ompt4j.ompt.Construct.SLEEP;

import java.util.concurrent.TimeUnit;
import jdk.internal.vm.annotation.Hidden;
import org.ompt4j.emitter.JdkWaits;
import org.ompt4j.ompt.State;

/**
 * Hooks of {@link Thread#sleep}: for calls in application code, with the call site, and for calls in the JDK; see {@code docs/mappings/sleep.md}.
 *
 * <p>Thread safety: any thread.
 */
public final class SleepHooks {

    private SleepHooks() {}

    /** {@code Thread.sleep(millis)}. */
    @Hidden
    public static void sleep(long millis, int callSite) throws InterruptedException {
        boolean begun = begins(callSite);
        try {
            Thread.sleep(millis);
        } finally {
            ends(begun, callSite);
        }
    }

    /** {@code Thread.sleep(millis, nanos)}. */
    @Hidden
    public static void sleep(long millis, int nanos, int callSite) throws InterruptedException {
        boolean begun = begins(callSite);
        try {
            Thread.sleep(millis, nanos);
        } finally {
            ends(begun, callSite);
        }
    }

    /** {@code unit.sleep(timeout)}: does nothing if the time is 0 or negative, and throws if the unit is null. */
    @Hidden
    public static void sleep(TimeUnit unit, long timeout, int callSite) throws InterruptedException {
        // The call of Thread.sleep inside is the same wait.
        boolean begun = timeout > 0 && begins(callSite);
        try {
            unit.sleep(timeout);
        } finally {
            ends(begun, callSite);
        }
    }

    private static boolean begins(int callSite) {
        return JdkWaits.begin(SLEEP, State.WAIT_SLEEP, callSite);
    }

    private static void ends(boolean begun, int callSite) {
        JdkWaits.end(begun, SLEEP, State.WAIT_SLEEP, callSite);
    }

    /** {@code Thread.sleep} is entered, from any caller; the result is for {@link #ends(boolean)}. */
    public static boolean begins() {
        return begins(0);
    }

    /** The sleep is over. */
    public static void ends(boolean begun) {
        ends(begun, 0);
    }
}
