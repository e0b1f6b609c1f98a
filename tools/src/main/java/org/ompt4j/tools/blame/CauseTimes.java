package org.ompt4j.tools.blame;

import java.util.Arrays;

/** How a time divides among causes, by their numbers. Memory is bounded: causes beyond so many are not kept apart. */
final class CauseTimes {
    private static final int MOST = 64;

    private final int most;
    private int[] causes;
    private long[] nanos;
    private int size;

    CauseTimes() {
        this(4, MOST);
    }

    /** Those of which there is one cause most of the time. */
    static CauseTimes ofFew() {
        return new CauseTimes(1, MOST);
    }

    /**
     * @param expected how many causes there will be, most of all
     * @param most how many are kept apart
     */
    CauseTimes(int expected, int most) {
        this.most = most;
        this.causes = new int[expected];
        this.nanos = new long[expected];
    }

    int size() {
        return size;
    }

    int cause(int i) {
        return causes[i];
    }

    long nanos(int i) {
        return nanos[i];
    }

    void add(int cause, long time) {
        if (time <= 0) {
            return;
        }
        for (int i = size - 1; i >= 0; i--) {
            if (causes[i] == cause) {
                nanos[i] += time;
                moveToEnd(i);
                return;
            }
        }
        if (size >= most && cause != Causes.NOT_KEPT) {
            add(Causes.NOT_KEPT, time);
            return;
        }
        if (size == causes.length) {
            causes = Arrays.copyOf(causes, 2 * size);
            nanos = Arrays.copyOf(nanos, 2 * size);
        }
        causes[size] = cause;
        nanos[size++] = time;
    }

    /* Half of the way: what was added lately is added again, most of all. */
    private void moveToEnd(int i) {
        int to = (i + size) / 2;
        int cause = causes[i];
        long time = nanos[i];
        causes[i] = causes[to];
        nanos[i] = nanos[to];
        causes[to] = cause;
        nanos[to] = time;
    }

    void add(CauseTimes others) {
        for (int i = 0; i < others.size; i++) {
            add(others.causes[i], others.nanos[i]);
        }
    }

    /**
     * Adds one of several equal parts of a time that divides so. All of them together are exactly that time.
     *
     * @param which from 0 on
     */
    void addPart(CauseTimes whole, int which, int parts) {
        long before = 0;
        long given = 0;
        for (int i = 0; i < whole.size; i++) {
            before += whole.nanos[i];
            long now = (before + which) / parts;
            add(whole.causes[i], now - given);
            given = now;
        }
    }

    long total() {
        long total = 0;
        for (int i = 0; i < size; i++) {
            total += nanos[i];
        }
        return total;
    }
}
