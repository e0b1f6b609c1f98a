package org.ompt4j.tools.blame;

import java.util.Arrays;

/** The division of a time among causes, by their numbers. Memory is bounded: further causes are summed up. */
final class CauseTimes {
    private static final int MOST = 64;

    private final int most;
    private int[] causes;
    private long[] nanos;
    private int size;

    CauseTimes() {
        this(4, MOST);
    }

    /** For times that mostly have one cause. */
    static CauseTimes ofFew() {
        return new CauseTimes(1, MOST);
    }

    /**
     * @param expected the expected number of causes
     * @param most how many causes are distinguished
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

    /* Moves an entry half of the way to the front: recently used causes are mostly used again. */
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
     * Adds one of several equal parts of a divided time. All parts together are exactly that time.
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
