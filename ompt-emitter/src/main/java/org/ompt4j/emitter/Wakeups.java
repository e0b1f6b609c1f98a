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
     * The current task is about to end the wait of the threads that wait for {@code waitId}; nothing if that is 0, since none was told, or if {@code include}
     * and {@code exclude} leave the class out that does it. The calls that do so mostly wake nobody, so no call site is announced.
     */
    public static void tell(ThreadContext c, Construct construct, long waitId) {
        if (waitId != 0) {
            tell(c, construct, waitId, SampledSites.ofObservedRelease(c));
        }
    }

    /** As {@link #tell}, by what the JDK does when a task has ended, in whatever class. */
    public static void tellAfterTask(ThreadContext c, Construct construct, long waitId) {
        if (waitId != 0) {
            tell(c, construct, waitId, SampledSites.of(c, false));
        }
    }

    private static void tell(ThreadContext c, Construct construct, long waitId, int callSite) {
        if (callSite >= 0) {
            InitialTasks.ensureUnlessIdle(c);
            boolean idle = Tasks.leaveIdle(c);
            Events.wakeup(c, c.clock().now(), construct, waitId, callSite);
            Tasks.idleAgain(c, idle);
        }
    }
}
