package org.ompt4j.tools.path;

import java.util.Arrays;

/** The growing path to the present point of one thread. The last parts are kept separately until the path is requested. */
final class Trail {
    private Path base;
    private final Times worked = new Times();
    private final Times rested = new Times();
    private long timeNanos;
    private boolean isResting;
    private long restedSinceNanos;

    /** A few parts and how long they were. */
    private static final class Times {
        private int[] parts = new int[4];
        private long[] nanos = new long[4];
        private int size;

        void add(int part, long more) {
            for (int i = 0; i < size; i++) {
                if (parts[i] == part) {
                    nanos[i] += more;
                    return;
                }
            }
            if (size == parts.length) {
                parts = Arrays.copyOf(parts, 2 * size);
                nanos = Arrays.copyOf(nanos, 2 * size);
            }
            parts[size] = part;
            nanos[size++] = more;
        }

        void takeAll(Times others) {
            for (int i = 0; i < others.size; i++) {
                add(others.parts[i], others.nanos[i]);
            }
            others.size = 0;
        }

        Path after(Path path) {
            Path whole = path;
            for (int i = 0; i < size; i++) {
                whole = whole.plus(nanos[i], parts[i]);
            }
            return whole;
        }
    }

    /** Limit of separate parts, which are searched linearly; further ones are added to the path. */
    private static final int MANY = 16;

    Trail(Path begin) {
        base = begin;
        timeNanos = begin.timeNanos();
    }

    /** The thread worked until then. */
    void works(long untilNanos, int part, WatchedRegions regions) {
        if (isResting) {
            worked.takeAll(rested);
            isResting = false;
        }
        if (regions.beginBetween(timeNanos, untilNanos) || worked.size >= MANY) {
            base = path().until(untilNanos, part, regions);
            worked.size = 0;
        } else if (untilNanos > timeNanos) {
            worked.add(part, untilNanos - timeNanos);
        }
        timeNanos = Math.max(timeNanos, untilNanos);
    }

    /** The thread did not work until then; the part may be changed later. */
    void rests(long untilNanos, int part, WatchedRegions regions) {
        if (!isResting) {
            isResting = true;
            restedSinceNanos = timeNanos;
        }
        if (regions.beginBetween(timeNanos, untilNanos)) {
            base = pathToRest().withBeginsOf(path().until(untilNanos, part, regions));
        }
        if (untilNanos > timeNanos) {
            rested.add(part, untilNanos - timeNanos);
        }
        timeNanos = Math.max(timeNanos, untilNanos);
    }

    /** Whether the thread has done something other than work since some time. */
    boolean isResting() {
        return isResting;
    }

    /** Since when, if it has not. */
    long restedSinceNanos() {
        return restedSinceNanos;
    }

    /** The part since its last work; negative if there is none, or more than one. */
    int restedIn() {
        return isResting && rested.size == 1 ? rested.parts[0] : -1;
    }

    /** It goes on after that: its path has had a rest. */
    void restIsOver() {
        int part = rested.parts[0];
        Path before = pathToRest();
        base = rested.after(before).afterRest(before, part);
        rested.size = 0;
        isResting = false;
    }

    /** The path up to that time, or up to now. */
    Path pathToRest() {
        base = worked.after(base);
        worked.size = 0;
        return base;
    }

    /** The path up to now. */
    Path path() {
        Path toRest = pathToRest();
        return isResting ? rested.after(toRest) : toRest;
    }

    /** The thread goes on after this path. */
    void follows(Path other) {
        base = other;
        timeNanos = other.timeNanos();
        worked.size = 0;
        rested.size = 0;
        isResting = false;
    }
}
