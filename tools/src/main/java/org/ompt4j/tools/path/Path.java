package org.ompt4j.tools.path;

import org.jspecify.annotations.Nullable;

/**
 * A chain of causes from the beginning of the run to one thread at one time, as the time that its parts took: they add up to all that
 * was recorded until then. Never changed.
 */
final class Path {
    private final long timeNanos;
    private final Sums before;
    /** The last part, which is not in the sums yet. */
    private final int last;

    private final long lastNanos;
    /** What the path was as each watched region began, by slot; null if it has passed no such begin. */
    private final @Nullable Path @Nullable [] atBegins;

    private final boolean isOfJvmEnd;

    private Path(
            long timeNanos,
            Sums before,
            int last,
            long lastNanos,
            @Nullable Path @Nullable [] atBegins,
            boolean isOfJvmEnd) {
        this.timeNanos = timeNanos;
        this.before = before;
        this.last = last;
        this.lastNanos = lastNanos;
        this.atBegins = atBegins;
        this.isOfJvmEnd = isOfJvmEnd;
    }

    /** Nothing has happened. */
    static Path begin() {
        return new Path(0, Sums.NONE, 0, 0, null, false);
    }

    /** This path, as that of a thread which runs since the JVM ends. */
    Path ofJvmEnd() {
        return new Path(timeNanos, before, last, lastNanos, atBegins, true);
    }

    /** Whether what it leads to is done since the JVM ends. */
    boolean isOfJvmEnd() {
        return isOfJvmEnd;
    }

    long timeNanos() {
        return timeNanos;
    }

    /** The path up to a time which is followed by this part; itself if it has come further. */
    Path until(long nanos, int part, WatchedRegions regions) {
        if (nanos <= timeNanos) {
            return this;
        }
        Path next = plus(nanos - timeNanos, part);
        return regions.beginBetween(timeNanos, nanos) ? next.passing(this, part, regions) : next;
    }

    /** The path with more at its end, in which no watched region begins. */
    Path plus(long nanos, int part) {
        return plus(nanos, part, atBegins);
    }

    private Path plus(long nanos, int part, @Nullable Path @Nullable [] begins) {
        return part == last
                ? new Path(timeNanos + nanos, before, part, lastNanos + nanos, begins, isOfJvmEnd)
                : new Path(timeNanos + nanos, before.plus(last, lastNanos), part, nanos, begins, isOfJvmEnd);
    }

    /* What the path was at the begin of a region is needed once it goes beyond. */
    private Path passing(Path from, int part, WatchedRegions regions) {
        @Nullable Path @Nullable [] begins = null;
        for (int i = 0; i < WatchedRegions.SLOTS; i++) {
            long begin = regions.beginNanos(i);
            if (begin >= from.timeNanos && begin < timeNanos) {
                if (begins == null) {
                    begins = atBegins == null ? new Path[WatchedRegions.SLOTS] : atBegins.clone();
                }
                begins[i] = from.plus(begin - from.timeNanos, part, null);
            }
        }
        return begins == null ? this : new Path(timeNanos, before, last, lastNanos, begins, isOfJvmEnd);
    }

    /** This path with what the other one was as regions began. */
    Path withBeginsOf(Path other) {
        return new Path(timeNanos, before, last, lastNanos, other.atBegins, isOfJvmEnd);
    }

    /** The path as it was when the region in this slot began; null if that is not known. */
    @Nullable
    Path atBegin(int slot) {
        return atBegins == null ? null : atBegins[slot];
    }

    /** This path, once recording goes on after a pause. */
    Path afterPause(long nanos) {
        return new Path(nanos, before, last, lastNanos, null, false);
    }

    /** How long this part was in all. */
    long nanosOf(int part) {
        return before.of(part) + (part == last ? lastNanos : 0);
    }
}
