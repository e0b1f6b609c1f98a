package org.ompt4j.tools.report;

import java.util.Arrays;

/**
 * What one thread did, as a bounded list of stretches of time in their order. If there would be too many, adjacent short stretches are merged
 * into one, which has the state and the label of most of its time.
 *
 * <p>A stretch was in its state for at least {@link #shareNanos}.
 */
final class Stretches {
    private final int most;
    private final long[] sums;
    private long[] from = new long[16];
    private long[] to = new long[16];
    private long[] shareNanos = new long[16];
    private int[] states = new int[16];
    private int[] labels = new int[16];
    private int size;
    private long grainNanos;

    /**
     * @param most how many stretches are kept at most
     * @param stateCount how many states there are
     */
    Stretches(int most, int stateCount) {
        this.most = most;
        this.sums = new long[stateCount];
    }

    int size() {
        return size;
    }

    long from(int i) {
        return from[i];
    }

    long to(int i) {
        return to[i];
    }

    int state(int i) {
        return states[i];
    }

    int label(int i) {
        return labels[i];
    }

    /** For how many nanoseconds the thread was at least in the state of stretch {@code i}. */
    long shareNanos(int i) {
        return shareNanos[i];
    }

    /** Stretches that are longer than this, in nanoseconds, have not been merged. */
    long grainNanos() {
        return grainNanos;
    }

    /** Adds the next stretch; a part of it before the end of the last stretch is left out. */
    void add(long begin, long end, int state, int label) {
        long start = size == 0 ? begin : Math.max(begin, to[size - 1]);
        if (end <= start) {
            return;
        }
        if (size > 0
                && isPure(size - 1)
                && states[size - 1] == state
                && labels[size - 1] == label
                && to[size - 1] == start) {
            to[size - 1] = end;
            shareNanos[size - 1] += end - start;
            return;
        }
        append(start, end, state, label, end - start);
        if (size >= 2 * most) {
            shrink();
        }
    }

    private boolean isPure(int i) {
        return shareNanos[i] == to[i] - from[i];
    }

    private void append(long begin, long end, int state, int label, long nanos) {
        if (size == from.length) {
            int length = 2 * size;
            from = Arrays.copyOf(from, length);
            to = Arrays.copyOf(to, length);
            shareNanos = Arrays.copyOf(shareNanos, length);
            states = Arrays.copyOf(states, length);
            labels = Arrays.copyOf(labels, length);
        }
        from[size] = begin;
        to[size] = end;
        states[size] = state;
        labels[size] = label;
        shareNanos[size] = nanos;
        size++;
    }

    /** Merges stretches until there are no more than allowed. */
    void shrink() {
        if (size > most && grainNanos > 0) {
            merge(grainNanos);
        }
        while (size > most) {
            grainNanos = grainNanos == 0 ? Math.max(1, (to[size - 1] - from[0]) / most) : 2 * grainNanos;
            merge(grainNanos);
        }
    }

    /** A copy that is merged to {@code count} stretches at most. */
    Stretches coarser(int count) {
        Stretches coarser = new Stretches(count, sums.length);
        coarser.grainNanos = grainNanos;
        for (int i = 0; i < size; i++) {
            coarser.append(from[i], to[i], states[i], labels[i], shareNanos[i]);
        }
        coarser.shrink();
        return coarser;
    }

    /* Stretches of at least a grain stay. Shorter ones are collected until they are as long, or until a long one or the end follows. */
    private void merge(long grain) {
        int count = size;
        size = 0;
        int first = 0;
        while (first < count) {
            int last = first;
            boolean isLong = to[first] - from[first] >= grain;
            while (!isLong && last + 1 < count && joins(first, last, grain)) {
                last++;
            }
            collect(first, last);
            first = last + 1;
        }
    }

    private boolean joins(int first, int last, long grain) {
        int next = last + 1;
        return to[last] - from[first] < grain && to[next] - from[next] < grain && from[next] - to[last] < grain;
    }

    /* The target index is never greater than the source indices. */
    private void collect(int first, int last) {
        Arrays.fill(sums, 0);
        int state = states[first];
        int longest = first;
        for (int i = first; i <= last; i++) {
            sums[states[i]] += shareNanos[i];
            state = sums[states[i]] > sums[state] ? states[i] : state;
            longest = to[i] - from[i] > to[longest] - from[longest] ? i : longest;
        }
        append(from[first], to[last], state, labels[longest], sums[state]);
    }
}
