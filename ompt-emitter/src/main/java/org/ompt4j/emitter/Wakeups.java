package org.ompt4j.emitter;

import org.ompt4j.ompt.Construct;

/**
 * Waits that one thread ends and another one is in.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 */
public final class Wakeups {

    private Wakeups() {}

    /**
     * The current task is about to end the wait of the threads that wait for {@code waitId}; nothing if that is 0, since none was told. The calls that
     * do so mostly wake nobody, so no call site is announced.
     */
    public static void tell(ThreadContext c, Construct construct, long waitId) {
        if (waitId != 0) {
            InitialTasks.ensure(c);
            int callSite = SampledSites.of(c, false);
            Events.wakeup(c, c.clock().now(), construct, waitId, callSite);
        }
    }
}
