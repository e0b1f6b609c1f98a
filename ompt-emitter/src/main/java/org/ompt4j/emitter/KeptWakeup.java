package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;

/**
 * A wakeup that one thread reports only after the release it is part of. A release is reported with the time before it, which is earlier than that of the
 * wakeup, and the events of a thread are in the order of their times.
 *
 * <p>Only one wakeup is kept for each release: a release of a lock wakes one thread.
 *
 * <p>Thread safety: the thread it belongs to, between enter and leave.
 */
public final class KeptWakeup {
    private static final int SLOT = ThreadContext.newSlot();

    private boolean releases;
    private @Nullable Construct construct;
    private long waitId;
    private long nanos;

    private KeptWakeup() {}

    private static KeptWakeup of(ThreadContext c) {
        Object known = c.slot(SLOT);
        if (known != null) {
            return (KeptWakeup) known;
        }
        KeptWakeup made = new KeptWakeup();
        c.setSlot(SLOT, made);
        return made;
    }

    /** The thread is about to make a release that is reported when it is over. To be followed by {@link #end}. */
    public static void begin(ThreadContext c) {
        KeptWakeup kept = of(c);
        kept.releases = true;
        kept.construct = null;
    }

    /** Whether the wakeup is kept. If not, it is to be reported now. */
    static boolean keep(ThreadContext c, Construct construct, long waitId) {
        KeptWakeup kept = (KeptWakeup) c.slot(SLOT);
        if (kept == null || !kept.releases || kept.construct != null) {
            return false;
        }
        kept.construct = construct;
        kept.waitId = waitId;
        // A callback for the release has to come before the next event of the thread happens.
        boolean isLater = Events.hasCallback(Event.MUTEX_RELEASED);
        kept.nanos = Events.timed() && !isLater ? System.nanoTime() : 0;
        return true;
    }

    /** The release is over and has been reported, or has failed. Reports the wakeup, with its own time if no tool has a callback for releases. */
    public static void end(ThreadContext c) {
        KeptWakeup kept = of(c);
        Construct woken = kept.construct;
        kept.releases = false;
        kept.construct = null;
        if (woken != null) {
            Wakeups.tellLate(c, woken, kept.waitId, kept.nanos);
        }
    }
}
