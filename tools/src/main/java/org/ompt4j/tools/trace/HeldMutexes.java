package org.ompt4j.tools.trace;

import java.util.Arrays;

/**
 * The mutexes that one thread holds, and for each whether its acquisition was counted instead of recorded.
 *
 * <p>Thread safety: that thread.
 *
 * <p>Cost: no allocation but where more are held than ever before.
 */
final class HeldMutexes {
    private static final int MOST_IF_RELEASES_LACK = 16;

    /** Whether mutexes are reported from acquisition to release; else a release need not come, and only the latest few acquisitions are remembered. */
    private final boolean everyOperation;

    private long[] ids = new long[8];
    private int[] depth = new int[8];
    private boolean[] isCounted = new boolean[8];
    private int count;

    /** The mutex that a condition has released, or 0; and whether that was counted. */
    private long suspended;

    private boolean isSuspensionCounted;

    HeldMutexes(boolean everyOperation) {
        this.everyOperation = everyOperation;
    }

    /** Where the mutex is, for the other methods; negative if the thread does not hold it. */
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

    /** Whether the thread holds once more what can be shared; else its release was not told. */
    boolean isHeldAgain(int at) {
        return at >= 0 && everyOperation;
    }

    /**
     * The thread has acquired the mutex.
     *
     * @param before where it is already, or negative
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

    /** The thread has acquired the mutex once more, inside. */
    void nest(int at) {
        depth[at]++;
    }

    void unnest(int at) {
        depth[at]--;
    }

    /** The thread releases the mutex: for a condition if it is nested, else for good. */
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

    /** Whether a condition has released this mutex; the thread acquires one now, so that none is suspended any more. */
    boolean resume(long waitId) {
        boolean isIt = suspended == waitId;
        suspended = 0;
        return isIt;
    }

    /** Whether the latest release for a condition was counted. */
    boolean isSuspensionCounted() {
        return isSuspensionCounted;
    }

    void clear() {
        suspended = 0;
        count = 0;
    }

    // ---------------------------------------------------------------- virtual threads take them along

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

    /** Takes what was copied; nothing is held before. */
    void take(Holds kept) {
        for (int i = 0; i < kept.ids().length; i++) {
            hold(-1, kept.ids()[i], kept.isCounted()[i]);
            depth[i] = kept.depth()[i];
        }
        suspended = kept.suspendedWait();
        isSuspensionCounted = kept.isSuspensionCounted();
    }
}
