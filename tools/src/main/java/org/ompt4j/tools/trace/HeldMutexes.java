package org.ompt4j.tools.trace;

import java.util.Arrays;

/**
 * The mutexes that one thread holds, and for each whether its acquisition was counted instead of recorded.
 *
 * <p>Thread safety: that thread.
 *
 * <p>Cost: no allocation, except when the thread holds more mutexes than ever before.
 */
final class HeldMutexes {
    private static final int MOST_IF_RELEASES_LACK = 16;

    /**
     * Whether all acquisitions and releases are reported. Otherwise a release may be missing, and only the latest few acquisitions are
     * kept.
     */
    private final boolean everyOperation;

    private long[] ids = new long[8];
    private int[] depth = new int[8];
    private boolean[] isCounted = new boolean[8];
    private int count;

    /** The mutex that a wait for a condition has released, or 0; and below, whether that release was counted. */
    private long suspended;

    private boolean isSuspensionCounted;

    HeldMutexes(boolean everyOperation) {
        this.everyOperation = everyOperation;
    }

    /** The index of the mutex, for the other methods; negative if the thread does not hold it. */
    int indexOf(long waitId) {
        for (int i = count - 1; i >= 0; i--) {
            if (ids[i] == waitId) {
                return i;
            }
        }
        return -1;
    }

    boolean isCounted(int at) {
        return isCounted[at];
    }

    /**
     * Whether an acquisition of a mutex at this index means that the thread holds a shared mutex once more; otherwise a release was not
     * reported.
     */
    boolean isHeldAgain(int at) {
        return at >= 0 && everyOperation;
    }

    /**
     * Notes that the thread has acquired the mutex.
     *
     * @param before the index of the mutex if the thread held it before, otherwise negative
     */
    void hold(int before, long waitId, boolean counted) {
        if (before >= 0 && !isHeldAgain(before)) {
            release(before);
        } else if (!everyOperation && count == MOST_IF_RELEASES_LACK) {
            release(0);
        }
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, 2 * count);
            depth = Arrays.copyOf(depth, 2 * count);
            isCounted = Arrays.copyOf(isCounted, 2 * count);
        }
        ids[count] = waitId;
        depth[count] = 0;
        isCounted[count] = counted;
        count++;
    }

    /** Notes that the thread has acquired the mutex again, nested. */
    void nest(int at) {
        depth[at]++;
    }

    void unnest(int at) {
        depth[at]--;
    }

    /** Notes that the thread releases the mutex: to wait for a condition if it is nested, otherwise for good. */
    void releaseOrSuspend(int at, boolean counted) {
        if (depth[at] > 0) {
            suspended = ids[at];
            isSuspensionCounted = counted;
        } else {
            release(at);
        }
    }

    private void release(int at) {
        int behind = count - at - 1;
        System.arraycopy(ids, at + 1, ids, at, behind);
        System.arraycopy(depth, at + 1, depth, at, behind);
        System.arraycopy(isCounted, at + 1, isCounted, at, behind);
        count--;
    }

    /** Whether a wait for a condition had released this mutex. The thread acquires a mutex now, so that none is suspended after this. */
    boolean resume(long waitId) {
        boolean isIt = suspended == waitId;
        suspended = 0;
        return isIt;
    }

    /** Whether the latest release by a wait for a condition was counted. */
    boolean isSuspensionCounted() {
        return isSuspensionCounted;
    }

    void clear() {
        suspended = 0;
        count = 0;
    }

    // ---------------------------------------------------------------- virtual threads change carriers

    boolean isEmpty() {
        return count == 0 && suspended == 0;
    }

    Holds copy() {
        return new Holds(
                Arrays.copyOf(ids, count),
                Arrays.copyOf(depth, count),
                Arrays.copyOf(isCounted, count),
                suspended,
                isSuspensionCounted);
    }

    /** Takes over mutexes that were copied from another carrier's thread. No mutex may be held before. */
    void take(Holds kept) {
        for (int i = 0; i < kept.ids().length; i++) {
            hold(-1, kept.ids()[i], kept.isCounted()[i]);
            depth[i] = kept.depth()[i];
        }
        suspended = kept.suspendedWait();
        isSuspensionCounted = kept.isSuspensionCounted();
    }
}
