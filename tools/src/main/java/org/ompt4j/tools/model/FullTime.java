package org.ompt4j.tools.model;

import java.util.Arrays;

/**
 * How long all workers of a pool have been busy, up to any time in the past.
 *
 * <p>The latest changes are known exactly. Of older ones every second is repeatedly dropped, and the busy time between two known changes is assumed
 * to be spread evenly. Memory is bounded, at some 16 KB. Thread safety: none.
 */
final class FullTime {
    private static final int MOST = 1024;
    private static final int FEW = 8;
    private static final long[] NONE = new long[0];

    /** The times at which the pool became full, or ceased to be full, in nanoseconds. */
    private long[] times = NONE;

    /** How long the pool had been full until then, in nanoseconds. */
    private long[] sums = NONE;

    private int size;
    private boolean isFull;

    /** From this time on the pool is full, or is not. Times must not decrease. */
    void isFull(boolean full, long timeNanos) {
        if (full == isFull) {
            return;
        }
        long sum = until(timeNanos);
        if (size == MOST) {
            thin();
        } else if (size == times.length) {
            int room = Math.max(FEW, 2 * size);
            times = Arrays.copyOf(times, room);
            sums = Arrays.copyOf(sums, room);
        }
        times[size] = timeNanos;
        sums[size] = sum;
        size++;
        isFull = full;
    }

    private void thin() {
        int half = size / 2;
        int kept = half / 2;
        for (int i = 0; i < kept; i++) {
            times[i] = times[2 * i];
            sums[i] = sums[2 * i];
        }
        System.arraycopy(times, half, times, kept, size - half);
        System.arraycopy(sums, half, sums, kept, size - half);
        size += kept - half;
    }

    /** How long it had been full at that time, in nanoseconds. */
    long until(long timeNanos) {
        int after = firstAfter(timeNanos);
        if (after == 0) {
            return 0;
        }
        int before = after - 1;
        long nanos = timeNanos - times[before];
        if (after == size) {
            return sums[before] + (isFull ? nanos : 0);
        }
        long full = sums[after] - sums[before];
        return sums[before] + Math.round((double) full * nanos / (times[after] - times[before]));
    }

    /** The first change after that time; the number of changes if there is none. */
    private int firstAfter(long timeNanos) {
        if (size == 0 || timeNanos >= times[size - 1]) {
            return size;
        }
        int found = Arrays.binarySearch(times, 0, size, timeNanos);
        int after = found < 0 ? -found - 1 : found + 1;
        // Of several changes at one time the last one holds.
        while (after < size && times[after] == timeNanos) {
            after++;
        }
        return after;
    }
}
