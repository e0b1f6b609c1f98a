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

    /** Nothing has happened. */
    static Path begin() {
        return new Path(0, Sums.NONE, 0, 0, null, Rests.NONE, false);
    }

    /** This path, as that of a thread which runs since the JVM ends. */
    Path ofJvmEnd() {
        return new Path(timeNanos, before, last, lastNanos, atBegins, rests, true);
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
                ? new Path(timeNanos + nanos, before, part, lastNanos + nanos, begins, rests, isOfJvmEnd)
                : new Path(timeNanos + nanos, before.plus(last, lastNanos), part, nanos, begins, rests, isOfJvmEnd);
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

    /** This path, which has come to the end of a rest: all of this part that it has beyond the one before. */
    Path afterRest(Path restBefore, int part) {
        Rest rest = new Rest(restBefore.withoutRests(), part, timeNanos);
        return new Path(timeNanos, before, last, lastNanos, atBegins, rests.and(rest), isOfJvmEnd);
    }

    /* What is kept with a path does not keep more. */
    private Path withoutRests() {
        return new Path(timeNanos, before, last, lastNanos, atBegins, Rests.NONE, isOfJvmEnd);
    }

    /** The rest that it was in at this time; null if it was in none, or if that is not kept any more. */
    @Nullable
    Rest restAt(long nanos) {
        return rests.at(nanos);
    }

    /**
     * The other path, followed by what this one has been since.
     *
     * @param rest the rest in which this one was when the other one ends
     */
    Path after(Path other, Rest rest) {
        Sums left = rest.until(other.timeNanos).sums();
        Rests later = other.rests
                .and(rest.cut(other.withoutRests()))
                .andLater(rests, other.timeNanos, each -> each.moved(other, left));
        return new Path(timeNanos, sumsAfter(other, left), 0, 0, beginsAfter(other, left), later, isOfJvmEnd);
    }

    /** If both went on from one rest, and of that one's begin was left out of the other: this with what came before it there. */
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

    /** How long this part was in all. */
    long nanosOf(int part) {
        return before.of(part) + (part == last ? lastNanos : 0);
    }
}
