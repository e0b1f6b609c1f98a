package org.ompt4j.tools.model;

import java.util.Arrays;

/**
 * How long it was that at least one of many stretches of time lasted. They are added in the order of their ends.
 *
 * <p>Memory is bounded: of very many gaps the oldest are forgotten. What reaches back to them later is counted from there on, or as if it had met no
 * other stretch there: so the answer can be too small, or too large, but never the other of the two. Thread safety: none.
 */
public final class CoveredTime {
    private final int partsKept;
    private final boolean isAtMost;
    private long[] from = new long[4];
    private long[] to = new long[4];
    private int size;
    private long closedNanos;
    private long closedFrom;
    private long closedUntil = Long.MIN_VALUE;

    private CoveredTime(int partsKept, boolean isAtMost) {
        this.partsKept = partsKept;
        this.isAtMost = isAtMost;
    }

    /** What is never too large. */
    static CoveredTime atLeast() {
        return new CoveredTime(1_024, false);
    }

    /** What is never too small; one of many, so it takes little memory. */
    public static CoveredTime atMost() {
        return new CoveredTime(32, true);
    }

    /** @param endNanos no smaller than that of any call before */
    public void add(long beginNanos, long endNanos) {
        if (isAtMost && beginNanos < closedUntil) {
            reachesBack(beginNanos);
        }
        long begin = Math.max(beginNanos, closedUntil);
        while (size > 0 && to[size - 1] >= begin) {
            begin = Math.min(begin, from[size - 1]);
            size--;
        }
        if (size == partsKept) {
            close(partsKept / 2);
        } else if (size == from.length) {
            from = Arrays.copyOf(from, 2 * size);
            to = Arrays.copyOf(to, 2 * size);
        }
        from[size] = begin;
        to[size] = endNanos;
        size++;
    }

    private void reachesBack(long beginNanos) {
        closedFrom = Math.min(closedFrom, beginNanos);
        closedNanos = Math.min(closedNanos + closedUntil - beginNanos, closedUntil - closedFrom);
    }

    private void close(int parts) {
        if (closedUntil == Long.MIN_VALUE) {
            closedFrom = from[0];
        }
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

    public long nanos() {
        return closedNanos + sum(size);
    }
}
