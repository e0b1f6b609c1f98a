package org.ompt4j.tools.model;

import java.util.Arrays;

/**
 * How long a pool has had workers of whom none was free, up to any time that has passed.
 *
 * <p>The latest changes are known exactly. Of older ones every second is forgotten again and again, and the time between two that are known is taken to be
 * spread evenly. Memory is bounded, at some 16 KB. Thread safety: none.
 */
final class FullTime {
    private static final int MOST = 1024;
    private static final int FEW = 8;
    private static final long[] NONE = new long[0];

    /** When it became full, or ceased to be. */
    private long[] times = NONE;

    /** How long it had been full until then, in nanoseconds. */
    private long[] sums = NONE;

    private int size;
    private boolean isFull;

    /** From that time on it is full, or is not. Times do not go back. */
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
