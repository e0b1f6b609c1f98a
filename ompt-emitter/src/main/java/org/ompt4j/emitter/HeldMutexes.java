package org.ompt4j.emitter;

import java.util.Arrays;

/**
 * The mutexes that were reported as acquired by one thread and not yet as released, re-entries included: what was acquired
 * unseen must not be reported as released. Kept only where every acquisition is reported.
 *
 * <p>Thread safety: the thread it belongs to, between enter and leave.
 */
public final class HeldMutexes {
    private static final int SLOT = ThreadContext.newSlot();

    private long[] waitIds = new long[8];
    private int count;

    private HeldMutexes() {}

    /** Those of a thread. */
    public static HeldMutexes of(ThreadContext c) {
        Object known = c.slot(SLOT);
        if (known != null) {
            return (HeldMutexes) known;
        }
        HeldMutexes made = new HeldMutexes();
        c.setSlot(SLOT, made);
        return made;
    }

    /** Whether a thread has any. */
    static boolean hasAny(ThreadContext c) {
        return c.slot(SLOT) instanceof HeldMutexes known && known.count != 0;
    }

    /** Notes an acquisition or a re-entry. */
    public void add(long waitId) {
        if (count == waitIds.length) {
            waitIds = Arrays.copyOf(waitIds, count * 2);
        }
        waitIds[count++] = waitId;
    }

    /** Whether it is held. */
    public boolean contains(long waitId) {
        return last(waitId) >= 0;
    }

    /** Takes back the latest acquisition or re-entry; false if none is known. */
    public boolean remove(long waitId) {
        int at = last(waitId);
        if (at < 0) {
            return false;
        }
        System.arraycopy(waitIds, at + 1, waitIds, at, count - at - 1);
        count--;
        return true;
    }

    private int last(long waitId) {
        for (int i = count - 1; i >= 0; i--) {
            if (waitIds[i] == waitId) {
                return i;
            }
        }
        return -1;
    }
}
