package org.ompt4j.emitter.monitor;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.JdkWaits;
import org.ompt4j.emitter.Settings;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;

/**
 * Called around {@code Object.wait} if it is not called by application code; see {@code docs/mappings/synchronized.md}.
 *
 * <p>Thread safety: any thread.
 */
public final class JdkWaitHooks {
    /** The result of {@code begins} if the wait was reported, but no release of the monitor. */
    private static final long ONLY_WAIT = Long.MAX_VALUE;

    private JdkWaitHooks() {}

    /** The thread begins to wait, with a monitor that application code cannot enter; the result is for {@link #ends(long)}. */
    public static long begins() {
        return JdkWaits.begin(Construct.SYNCHRONIZED, State.WAIT_CONDITION, 0) ? ONLY_WAIT : 0;
    }

    /** The thread begins to wait, with a monitor that application code may have entered; the result is for {@link #ends(Object, long)}. */
    public static long begins(Object monitor) {
        return begins(monitor, 0);
    }

    /** As {@link #begins(Object)}. */
    public static long begins(Object monitor, long timeoutMillis) {
        long released = Settings.reportsEveryMutex() ? SynchronizedHooks.releasedInJdk(monitor, timeoutMillis) : 0;
        long begun = released == 0 ? begins() : released;
        if (timeoutMillis > 0) {
            JdkWaits.limitsMillis(timeoutMillis);
        }
        return begun;
    }

    /** The wait is over. */
    public static void ends(long begun) {
        JdkWaits.end(begun != 0, Construct.SYNCHRONIZED, State.WAIT_CONDITION, 0);
    }

    /** The wait is over, and the thread holds the monitor again. */
    public static void ends(Object monitor, long begun) {
        endsBy(null, monitor, begun);
    }

    /** As {@link #ends(Object, long)}, by an exception. */
    public static void endsBy(@Nullable Throwable thrown, Object monitor, long begun) {
        boolean interrupted = thrown instanceof InterruptedException;
        if (begun != ONLY_WAIT) {
            SynchronizedHooks.acquiredInJdk(monitor, begun, interrupted);
            return;
        }
        if (interrupted) {
            JdkWaits.interrupted();
        }
        ends(begun);
    }
}
