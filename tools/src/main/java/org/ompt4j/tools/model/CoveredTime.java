package org.ompt4j.tools.model;

import java.util.Arrays;

/**
 * The total time that is covered by at least one of many stretches of time. The stretches must be added in the order of their ends.
 *
 * <p>Memory is bounded: of very many gaps the oldest are dropped. A stretch that reaches back to dropped gaps is counted only from there on, or
 * completely. So there are two results: one is never too large, the other never too small. Thread safety: none.
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

    /** A result that is never too large. */
    static CoveredTime atLeast() {
        return new CoveredTime(1_024, false);
    }

    /** A result that is never too small. There can be many of these, so they use little memory. */
    public static CoveredTime atMost() {
        return new CoveredTime(32, true);
    }

    /**
     * @param endNanos not smaller than in any earlier call
     */
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

    /** For how much of this time a number was 1 that was else 0. Where gaps were dropped, this may be too much. */
    double nanosWith(MeanOverTime.Integral number) {
        double nanos = closedNanos == 0 ? 0 : Math.min(closedNanos, number.between(closedFrom, closedUntil));
        for (int i = 0; i < size; i++) {
            nanos += number.between(from[i], to[i]);
        }
        return nanos;
    }
}
