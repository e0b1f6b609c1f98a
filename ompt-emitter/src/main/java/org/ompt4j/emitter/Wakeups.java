package org.ompt4j.emitter;

import org.ompt4j.ompt.Construct;

/**
 * Waits that one thread ends and another one is in.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 */
public final class Wakeups {

    private Wakeups() {}

    /** As {@link #tell(ThreadContext, Construct, long, int)}, where no call was announced. */
    public static void tell(ThreadContext c, Construct construct, long waitId) {
        if (waitId != 0) {
            tell(c, construct, waitId, SampledSites.of(c, false));
        }
    }

    /** The current task is about to end the wait of the threads that wait for {@code waitId}. */
    public static void tell(ThreadContext c, Construct construct, long waitId, int callSite) {
        InitialTasks.ensure(c);
        Events.wakeup(c, c.clock().now(), construct, waitId, callSite);
    }
}
