package org.ompt4j.emitter.lock;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.ThreadContext;

/**
 * A wait of one thread for a condition that was seen only inside the JDK, since no call reports it. Such waits do not nest.
 *
 * <p>Thread safety: the thread it belongs to, between enter and leave.
 */
final class InnerAwait {
    private static final int SLOT = ThreadContext.newSlot();

    private long released;
    private int callSite;

    private InnerAwait() {}

    /** The object of a thread; null if the thread never had such a wait. */
    static @Nullable InnerAwait ifAny(ThreadContext c) {
        return (InnerAwait) c.slot(SLOT);
    }

    /** The thread is in one. */
    static void begin(ThreadContext c, long released, int callSite) {
        InnerAwait known = ifAny(c);
        InnerAwait open = known == null ? new InnerAwait() : known;
        if (known == null) {
            c.setSlot(SLOT, open);
        }
        open.released = released;
        open.callSite = callSite;
    }

    int callSite() {
        return callSite;
    }

    /** Ends the wait and returns the wait id of the lock that was released; 0 if there is none. */
    long end() {
        long ended = released;
        released = 0;
        return ended;
    }
}
