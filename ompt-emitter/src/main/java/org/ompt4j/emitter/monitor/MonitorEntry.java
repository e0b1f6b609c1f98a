package org.ompt4j.emitter.monitor;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.ompt.State;

/**
 * The data that the hook before a {@code monitorenter} or {@code monitorexit} passes to the hook after it. No code of the application runs on the
 * thread between the two, so one object per thread is enough.
 *
 * <p>Thread safety: the thread it belongs to.
 */
final class MonitorEntry {
    private static final int SLOT = ThreadContext.newSlot();

    /** How the entry was begun. */
    enum Kind {
        /** The monitor was free: both events at once. */
        AT_ONCE,
        /** The thread already holds the monitor. */
        REENTRY,
        /** Another thread held the monitor, or may have held it and there is a callback for the attempt: the acquire is reported. */
        WAITS,
        /** It is not known whether the monitor is held: nothing is reported yet. */
        MAY_WAIT
    }

    Kind kind = Kind.AT_ONCE;
    long waitId;
    int callSite;
    long beginNanos;

    /** The release that is to be reported after the monitor was exited. */
    long releasedId;

    int releaseCallSite;
    long heldUntilNanos;

    /** Whether the thread is in an {@code Object.wait} before which the release of the monitor was reported. */
    boolean isReleased;

    /** When the time of an {@code Object.wait} that the JDK called is over; 0 if it has no timeout. */
    long waitsUntilNanos;

    /** Whether the JVM has reported a wait for the monitor that is not over. */
    boolean isTold;

    /** The former state of the thread if it had no task, like a worker between two tasks; else null. */
    @Nullable
    State before;

    /** Whether the JVM has reported an {@code Object.wait} that is not over. */
    boolean isWaitTold;

    long awaitedId;
    int awaitCallSite;

    /** Whether a hook that the JVM calls is running. */
    boolean hooked;

    /** The monitors that the thread used last. */
    final WaitIds.Recent recent = new WaitIds.Recent();

    private MonitorEntry() {}

    static @Nullable MonitorEntry ifAny(ThreadContext c) {
        return (MonitorEntry) c.slot(SLOT);
    }

    static MonitorEntry of(ThreadContext c) {
        MonitorEntry known = ifAny(c);
        if (known != null) {
            return known;
        }
        MonitorEntry made = new MonitorEntry();
        c.setSlot(SLOT, made);
        return made;
    }
}
