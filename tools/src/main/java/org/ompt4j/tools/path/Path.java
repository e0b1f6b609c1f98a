package org.ompt4j.tools.path;

import org.jspecify.annotations.Nullable;

/**
 * A chain of causes from the beginning of the run to one thread at one time, as the times of its parts. The times add up to all that was recorded
 * until then. Immutable.
 */
final class Path {
    private final long timeNanos;
    private final Sums before;
    /** The last part, which is not in the sums yet. */
    private final int last;

    private final long lastNanos;
    /** The path at the begin of each watched region, by slot; null if it has passed no such begin. */
    private final @Nullable Path @Nullable [] atBegins;

    private final Rests rests;
    private final boolean isOfJvmEnd;

    private Path(
            long timeNanos,
            Sums before,
            int last,
            long lastNanos,
            @Nullable Path @Nullable [] atBegins,
            Rests rests,
            boolean isOfJvmEnd) {
        this.timeNanos = timeNanos;
        this.before = before;
        this.last = last;
        this.lastNanos = lastNanos;
        this.atBegins = atBegins;
        this.rests = rests;
        this.isOfJvmEnd = isOfJvmEnd;
    }

    /** The empty path. */
    static Path begin() {
        return new Path(0, Sums.NONE, 0, 0, null, Rests.NONE, false);
    }

    /** This path, marked as that of a thread that runs because of the shutdown of the JVM. */
    Path ofJvmEnd() {
        return new Path(timeNanos, before, last, lastNanos, atBegins, rests, true);
    }

    /** Whether it leads to work of the shutdown of the JVM. */
    boolean isOfJvmEnd() {
        return isOfJvmEnd;
    }

    long timeNanos() {
        return timeNanos;
    }

    /** The path extended by this part up to a time; the path itself if it already goes further. */
    Path until(long nanos, int part, WatchedRegions regions) {
        if (nanos <= timeNanos) {
            return this;
        }
        Path next = plus(nanos - timeNanos, part);
        return regions.beginBetween(timeNanos, nanos) ? next.passing(this, part, regions) : next;
    }

    /** The path with more time at its end, in which no watched region begins. */
    Path plus(long nanos, int part) {
        return plus(nanos, part, atBegins);
    }

    private Path plus(long nanos, int part, @Nullable Path @Nullable [] begins) {
        return part == last
                ? new Path(timeNanos + nanos, before, part, lastNanos + nanos, begins, rests, isOfJvmEnd)
                : new Path(timeNanos + nanos, before.plus(last, lastNanos), part, nanos, begins, rests, isOfJvmEnd);
    }

    /* The path at the begin of a region is kept when the path goes beyond it. */
    private Path passing(Path from, int part, WatchedRegions regions) {
        @Nullable Path @Nullable [] begins = null;
        for (int i = 0; i < WatchedRegions.SLOTS; i++) {
            long begin = regions.beginNanos(i);
            if (begin >= from.timeNanos && begin < timeNanos) {
                if (begins == null) {
                    begins = atBegins == null ? new Path[WatchedRegions.SLOTS] : atBegins.clone();
                }
                begins[i] = from.plus(begin - from.timeNanos, part, null).withoutRests();
            }
        }
        return begins == null ? this : new Path(timeNanos, before, last, lastNanos, begins, rests, isOfJvmEnd);
    }

    /** This path with what the other one was as regions began. */
    Path withBeginsOf(Path other) {
        return new Path(timeNanos, before, last, lastNanos, other.atBegins, rests, isOfJvmEnd);
    }

    /** The path as it was when the region in this slot began; null if that is not known. */
    @Nullable
    Path atBegin(int slot) {
        return atBegins == null ? null : atBegins[slot];
    }

    /** This path, once recording goes on after a pause. */
    Path afterPause(long nanos) {
        return new Path(nanos, before, last, lastNanos, null, Rests.NONE, false);
    }

    /** This path, which has come to the end of a rest: the time of this part that it has in addition to the path before. */
    Path afterRest(Path restBefore, int part) {
        Rest rest = new Rest(restBefore.withoutRests(), part, timeNanos);
        return new Path(timeNanos, before, last, lastNanos, atBegins, rests.and(rest), isOfJvmEnd);
    }

    /* A path that is kept inside another one does not keep further paths. */
    private Path withoutRests() {
        return new Path(timeNanos, before, last, lastNanos, atBegins, Rests.NONE, isOfJvmEnd);
    }

    /** The rest in which it was at this time; null if there was none, or it is not kept any more. */
    @Nullable
    Rest restAt(long nanos) {
        return rests.at(nanos);
    }

    /**
     * The other path, followed by the part of this path since then.
     *
     * @param rest the rest in which this path was at the end of the other one
     */
    Path after(Path other, Rest rest) {
        Sums left = rest.until(other.timeNanos).sums();
        Rests later = other.rests
                .and(rest.cut(other.withoutRests()))
                .andLater(rests, other.timeNanos, each -> each.moved(other, left));
        return new Path(timeNanos, sumsAfter(other, left), 0, 0, beginsAfter(other, left), later, isOfJvmEnd);
    }

    /** If both paths continue the same rest, and its begin was left out of one of them: this path with what came before the rest in the other. */
    Path withPastOf(Path other) {
        Rest cut = other.rests.lastCutOf(rests);
        Rest rest = cut == null ? null : rests.wholeOf(cut);
        return cut == null || rest == null ? this : after(cut.before(), rest);
    }

    private Path moved(Path other, Sums left) {
        return new Path(timeNanos, sumsAfter(other, left), 0, 0, null, Rests.NONE, isOfJvmEnd);
    }

    private Sums sumsAfter(Path other, Sums left) {
        return other.sums().plusDifference(sums(), left);
    }

    private @Nullable Path @Nullable [] beginsAfter(Path other, Sums left) {
        if (atBegins == null) {
            return other.atBegins;
        }
        @Nullable Path[] begins = other.atBegins == null ? new Path[WatchedRegions.SLOTS] : other.atBegins.clone();
        for (int i = 0; i < begins.length; i++) {
            Path own = atBegins[i];
            if (own != null && own.timeNanos >= other.timeNanos) {
                begins[i] = own.moved(other, left);
            }
        }
        return begins;
    }

    private Sums sums() {
        return lastNanos == 0 ? before : before.plus(last, lastNanos);
    }

    /** The total time of this part. */
    long nanosOf(int part) {
        return before.of(part) + (part == last ? lastNanos : 0);
    }
}
