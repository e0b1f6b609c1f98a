package org.ompt4j.emitter;

import org.ompt4j.ompt.Construct;

/**
 * Reports that one thread ends a wait of another one.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 */
public final class Wakeups {

    private Wakeups() {}

    /**
     * The current task is about to end the wait of the threads that wait for {@code waitId}. Nothing is reported if the id is 0, since then no wait
     * was reported, or if {@code include} and {@code exclude} leave out the calling class. Such calls mostly wake no thread, so their call sites are
     * not announced but found by a stack walk.
     */
    public static void tell(ThreadContext c, Construct construct, long waitId) {
        if (waitId != 0) {
            tell(c, construct, waitId, SampledSites.ofObservedRelease(c), 0);
        }
    }

    /** As {@link #tell}, for a wakeup that was made a moment ago, at that time in nanoseconds; 0 for now. */
    static void tellLate(ThreadContext c, Construct construct, long waitId, long nanos) {
        tell(c, construct, waitId, SampledSites.ofObservedRelease(c), nanos);
    }

    /** As {@link #tell}, for a wakeup by the JDK after a task has ended; reported for all classes. */
    public static void tellAfterTask(ThreadContext c, Construct construct, long waitId) {
        if (waitId != 0) {
            tell(c, construct, waitId, SampledSites.of(c, false), 0);
        }
    }

    private static void tell(ThreadContext c, Construct construct, long waitId, int callSite, long nanos) {
        if (callSite >= 0) {
            InitialTasks.ensureUnlessIdle(c);
            boolean idle = Tasks.leaveIdle(c);
            Events.wakeup(c, c.clock().at(nanos), construct, waitId, callSite);
            Tasks.idleAgain(c, idle);
        }
    }
}
