package org.ompt4j.emitter.lock;

import org.ompt4j.emitter.ThreadContext;

/**
 * Notes, for one thread, the lock whose release is reported by the call in application code, so that it is not reported inside the JDK, too.
 *
 * <p>Thread safety: the thread it belongs to, between enter and leave.
 */
final class ToldRelease {
    private static final int SLOT = ThreadContext.newSlot();

    private long waitId;

    private ToldRelease() {}

    private static ToldRelease of(ThreadContext c) {
        Object known = c.slot(SLOT);
        if (known != null) {
            return (ToldRelease) known;
        }
        ToldRelease made = new ToldRelease();
        c.setSlot(SLOT, made);
        return made;
    }

    /** The thread is about to release the lock. */
    static void begin(ThreadContext c, long waitId) {
        of(c).waitId = waitId;
    }

    /** The call is over. */
    static void end(ThreadContext c) {
        of(c).waitId = 0;
    }

    /** The thread is in the release itself. Returns whether its call reports the release; true only once for each call. */
    static boolean take(ThreadContext c, long waitId) {
        ToldRelease told = of(c);
        boolean is = told.waitId == waitId;
        if (is) {
            told.waitId = 0;
        }
        return is;
    }
}
