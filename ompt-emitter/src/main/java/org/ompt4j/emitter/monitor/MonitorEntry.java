package org.ompt4j.emitter.monitor;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.ompt.State;

/**
 * What the hook before a {@code monitorenter} or {@code monitorexit} hands to the one after it. Nothing of the application runs on the thread between
 * the two, so that one per thread is enough.
 *
 * <p>Thread safety: the thread it belongs to.
 */
final class MonitorEntry {
    private static final int SLOT = ThreadContext.newSlot();

    /** How the entry was begun. */
    enum Kind {
        /** The monitor was free: both events at once. */
        AT_ONCE,
        /** The thread holds it already. */
        REENTRY,
        /** Another thread held it, or may have and a callback wants to hear of the attempt: the acquire is reported. */
        WAITS,
        /** It is not known whether it is held: nothing is reported yet. */
        MAY_WAIT
    }

    Kind kind = Kind.AT_ONCE;
    long waitId;
    int callSite;
    long beginNanos;

    /** The release that is to be told once the monitor is exited. */
    long releasedId;

    int releaseCallSite;
    long heldUntilNanos;

    /** Whether the thread is in an {@code Object.wait} before which the release of the monitor has been told. */
    boolean isReleased;

    /** Whether the JVM has told of a wait for the monitor that is not over. */
    boolean isTold;

    /** What the thread was until then if it had no task, as a worker between two of them; else null. */
    @Nullable
    State before;

    /** Whether it has told of an {@code Object.wait} that is not over. */
    boolean isWaitTold;

    long awaitedId;
    int awaitCallSite;

    /** Whether a hook that the JVM calls is at work. */
    boolean hooked;

    /** Monitors that the thread came across last. */
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
