package org.ompt4j.emitter;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The mutexes whose acquisition by one thread was reported and whose release was not, including re-entries. A mutex that was acquired unseen must not
 * be reported as released. Kept only if every acquisition is reported. After a pause nothing is held, since releases in it were not seen.
 *
 * <p>Thread safety: the thread it belongs to, between enter and leave.
 */
public final class HeldMutexes {
    private static final int SLOT = ThreadContext.newSlot();

    /** How many acquisitions are searched linearly, the latest first, since this one is nearly always released first. */
    private static final int MOST_LATEST = 64;

    /** Of {@link Listening#starts}. */
    private int start = Listening.starts();

    private long[] latest = new long[8];
    private int count;

    /** How often each mutex is held by older acquisitions; null if there are none. */
    private @Nullable Map<Long, Integer> earlier;

    HeldMutexes() {}

    /** The held mutexes of a thread. */
    public static HeldMutexes of(ThreadContext c) {
        Object known = c.slot(SLOT);
        if (known != null) {
            return ((HeldMutexes) known).sinceStart();
        }
        HeldMutexes made = new HeldMutexes();
        c.setSlot(SLOT, made);
        return made;
    }

    /** Whether a thread holds any. */
    public static boolean hasAny(ThreadContext c) {
        if (!(c.slot(SLOT) instanceof HeldMutexes known)) {
            return false;
        }
        known.sinceStart();
        return known.count != 0 || known.earlier != null;
    }

    private HeldMutexes sinceStart() {
        int now = Listening.starts();
        if (start != now) {
            start = now;
            count = 0;
            earlier = null;
        }
        return this;
    }

    /** Notes an acquisition or a re-entry, unless nobody wants events and so its release would not be seen. */
    public void add(long waitId) {
        if (!Listening.any()) {
            return;
        }
        if (count == MOST_LATEST) {
            putAside();
        } else if (count == latest.length) {
            latest = Arrays.copyOf(latest, count * 2);
        }
        latest[count++] = waitId;
    }

    private void putAside() {
        int half = MOST_LATEST / 2;
        Map<Long, Integer> aside = earlier == null ? new HashMap<>() : earlier;
        for (int i = 0; i < half; i++) {
            Integer times = aside.get(latest[i]);
            aside.put(latest[i], times == null ? 1 : times + 1);
        }
        earlier = aside;
        System.arraycopy(latest, half, latest, 0, half);
        count = half;
    }

    /** Whether the mutex is held. */
    public boolean contains(long waitId) {
        return last(waitId) >= 0 || earlier != null && earlier.containsKey(waitId);
    }

    /** Removes an acquisition or re-entry; false if none is known. */
    public boolean remove(long waitId) {
        int at = last(waitId);
        if (at < 0) {
            return removeEarlier(waitId);
        }
        System.arraycopy(latest, at + 1, latest, at, count - at - 1);
        count--;
        return true;
    }

    private boolean removeEarlier(long waitId) {
        Map<Long, Integer> aside = earlier;
        Integer times = aside == null ? null : aside.remove(waitId);
        if (aside == null || times == null) {
            return false;
        }
        if (times > 1) {
            aside.put(waitId, times - 1);
        } else if (aside.isEmpty()) {
            earlier = null;
        }
        return true;
    }

    private int last(long waitId) {
        for (int i = count - 1; i >= 0; i--) {
            if (latest[i] == waitId) {
                return i;
            }
        }
        return -1;
    }
}
