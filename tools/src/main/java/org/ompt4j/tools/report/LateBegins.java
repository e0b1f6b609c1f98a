package org.ompt4j.tools.report;

import java.util.Arrays;

/** The tasks that began later than they were due on one thread. If there are several in one stretch of time, only the latest is kept. */
final class LateBegins extends Thinned {
    private long[] at = new long[4];
    private long[] lateNanos = new long[4];

    /** @param most how many late begins are kept at most */
    LateBegins(int most) {
        super(most);
    }

    /** Adds a task that began {@code late} nanoseconds after it was due, no earlier than the tasks added before it. */
    void add(long timeNanos, long late) {
        if (size() == at.length) {
            at = Arrays.copyOf(at, 2 * at.length);
            lateNanos = Arrays.copyOf(lateNanos, 2 * lateNanos.length);
        }
        at[size()] = timeNanos;
        lateNanos[size()] = late;
        added();
    }

    @Override
    long at(int i) {
        return at[i];
    }

    long lateNanos(int i) {
        return lateNanos[i];
    }

    @Override
    int keep() {
        int last = -1;
        for (int i = 0; i < size(); i++) {
            boolean isApart = last < 0 || at[i] / grainNanos() != at[last] / grainNanos();
            if (isApart) {
                last++;
            }
            if (isApart || lateNanos[i] > lateNanos[last]) {
                at[last] = at[i];
                lateNanos[last] = lateNanos[i];
            }
        }
        return last + 1;
    }
}
