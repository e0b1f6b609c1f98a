package org.ompt4j.tools.model;

import java.util.Arrays;

/**
 * How long it was that at least one of many stretches of time lasted. They are added in the order of their ends.
 *
 * <p>Memory is bounded: of very many gaps the oldest are closed to what comes later, so that the answer can be too small, never too large.
 * Thread safety: none.
 */
final class CoveredTime {
    private static final int PARTS_KEPT = 1_024;

    private long[] from = new long[8];
    private long[] to = new long[8];
    private int size;
    private long closedNanos;
    private long closedUntil = Long.MIN_VALUE;

    /** @param endNanos no smaller than that of any call before */
    void add(long beginNanos, long endNanos) {
        long begin = Math.max(beginNanos, closedUntil);
        while (size > 0 && to[size - 1] >= begin) {
            begin = Math.min(begin, from[size - 1]);
            size--;
        }
        if (size == PARTS_KEPT) {
            close(PARTS_KEPT / 2);
        } else if (size == from.length) {
            from = Arrays.copyOf(from, 2 * size);
            to = Arrays.copyOf(to, 2 * size);
        }
        from[size] = begin;
        to[size] = endNanos;
        size++;
    }

    private void close(int parts) {
        closedNanos += sum(parts);
        closedUntil = to[parts - 1];
        size -= parts;
        System.arraycopy(from, parts, from, 0, size);
        System.arraycopy(to, parts, to, 0, size);
    }

    private long sum(int parts) {
        long nanos = 0;
        for (int i = 0; i < parts; i++) {
            nanos += to[i] - from[i];
        }
        return nanos;
    }

    long nanos() {
        return closedNanos + sum(size);
    }
}
