package org.ompt4j.tools.blame;

import java.util.Arrays;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The actions of one thread since the begin of the first open wait: stretches of time in their order, each divided among causes.
 *
 * <p>A later query begins at the begin of a wait that is open now, and ends when this thread caused something. So all actions between two such times
 * are one stretch: memory grows with waits, not with events, up to a limit.
 */
final class Doings {
    private static final int MOST = 256;

    /** How many stretches all threads keep together, unless this is less than the minimum for each. */
    private static final int OF_ALL = 256_000;

    private static final int FEWEST = 16;

    /** In the order of time; the valid ones begin at {@link #first}. */
    private @Nullable Stretch[] stretches = new Stretch[4];

    private int first;
    private int size;
    private int most = MOST;
    private long cutNanos = Long.MIN_VALUE;

    private static final class Stretch {
        final long fromNanos;
        long toNanos;
        final CauseTimes parts = CauseTimes.ofFew();

        Stretch(long fromNanos, long toNanos) {
            this.fromNanos = fromNanos;
            this.toNanos = toNanos;
        }

        /** The time between the two is not known. */
        void append(Stretch next) {
            parts.add(Causes.UNKNOWN, next.fromNanos - toNanos);
            toNanos = next.toNanos;
            parts.add(next.parts);
        }
    }

    /** Sets the number of stretches to the share of one thread if there are this many. */
    void keepAsOneOf(int threads) {
        most = Math.min(MOST, Math.max(FEWEST, OF_ALL / threads));
    }

    private Stretch get(int index) {
        return Objects.requireNonNull(stretches[first + index]);
    }

    private @Nullable Stretch last() {
        return size == 0 ? null : get(size - 1);
    }

    private void append(Stretch next, Supplier<NavigableSet<Long>> open) {
        addLast(next);
        if (size > most) {
            shrink(open.get());
        }
    }

    private void addLast(Stretch next) {
        if (first + size == stretches.length) {
            @Nullable Stretch[] moved = size > stretches.length / 2 ? new Stretch[2 * stretches.length] : stretches;
            System.arraycopy(stretches, first, moved, 0, size);
            Arrays.fill(moved, size, stretches.length, null);
            stretches = moved;
            first = 0;
        }
        stretches[first + size++] = next;
    }

    /** The index of the first stretch that is not over at that time, or the number of stretches. */
    private int firstEndingAfter(long timeNanos) {
        int from = 0;
        int to = size;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (get(middle).toNanos <= timeNanos) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    /** Begins a new stretch: later time can be queried separately. */
    void cut(long timeNanos) {
        cutNanos = timeNanos;
    }

    /**
     * Adds the next time.
     *
     * @param pinNanos the latest time at which a wait has begun
     * @param open the begins of the open waits, or {@code from} if there is none
     */
    void add(long fromNanos, long toNanos, int cause, long pinNanos, Supplier<NavigableSet<Long>> open) {
        Stretch last = last();
        long from = last == null ? fromNanos : Math.max(fromNanos, last.toNanos);
        if (toNanos <= from) {
            return;
        }
        boolean follows = last != null && last.toNanos == from && cutNanos <= last.fromNanos;
        boolean isSame = last != null && last.parts.size() == 1 && last.parts.cause(0) == cause;
        if (last != null && (follows && pinNanos <= last.fromNanos || isSame && last.toNanos == from)) {
            last.parts.add(cause, toNanos - from);
            last.toNanos = toNanos;
            return;
        }
        Stretch added = new Stretch(from, toNanos);
        added.parts.add(cause, toNanos - from);
        append(added, open);
    }

    /** Drops what was before this time, since it will not be queried. */
    void forgetBefore(long timeNanos) {
        while (size > 0 && get(0).toNanos <= timeNanos) {
            stretches[first++] = null;
            size--;
        }
    }

    /* The latest stretches are not merged: what has ended a wait is queried soon. */
    private void shrink(NavigableSet<Long> open) {
        merge(size - most / 4, (last, next) -> !isAsked(last, next, open));
        if (size > most / 2) {
            NavigableSet<Long> oldest = open.stream().limit(most / 8).collect(Collectors.toCollection(TreeSet::new));
            // Older stretches are merged more often: the longer a wait, the less its exact begin matters.
            merge(size - most / 4, new EachSecond((last, next) -> !isAsked(last, next, oldest)));
        }
    }

    /* Kept stretches are only moved forward. */
    private void merge(int count, BiPredicate<Stretch, Stretch> isMerged) {
        int all = size;
        size = 0;
        for (int i = 0; i < all; i++) {
            Stretch each = get(i);
            Stretch last = last();
            if (last != null && i < count && isMerged.test(last, each)) {
                last.append(each);
            } else {
                stretches[first + size++] = each;
            }
        }
        Arrays.fill(stretches, first + size, first + all, null);
    }

    /** Merges pairs of stretches for which a condition is true. */
    private static final class EachSecond implements BiPredicate<Stretch, Stretch> {
        private final BiPredicate<Stretch, Stretch> condition;
        private @Nullable Stretch merged;

        EachSecond(BiPredicate<Stretch, Stretch> condition) {
            this.condition = condition;
        }

        @Override
        public boolean test(Stretch last, Stretch next) {
            boolean is = last != merged && condition.test(last, next);
            merged = is ? last : merged;
            return is;
        }
    }

    private static boolean isAsked(Stretch last, Stretch next, NavigableSet<Long> open) {
        Long begin = open.higher(last.fromNanos);
        return begin != null && begin < next.toNanos;
    }

    /** Adds what the thread did in that time; unknown time gets {@link Causes#UNKNOWN}. Returns the time up to which anything is known. */
    long during(long fromNanos, long toNanos, CauseTimes to) {
        long known = 0;
        long end = size == 0 ? fromNanos : get(size - 1).toNanos;
        for (int i = size - 1; i >= 0 && get(i).toNanos > fromNanos; i--) {
            Stretch each = get(i);
            long nanos = Math.min(toNanos, each.toNanos) - Math.max(fromNanos, each.fromNanos);
            if (nanos > 0) {
                known += nanos;
                clip(each, nanos, to);
            }
        }
        long until = Math.max(fromNanos, Math.min(toNanos, end));
        to.add(Causes.UNKNOWN, until - fromNanos - known);
        return until;
    }

    /** For a part of a stretch, only that amount of each cause is certain that does not fit into the rest of the stretch. */
    private static void clip(Stretch stretch, long nanos, CauseTimes to) {
        long outside = stretch.toNanos - stretch.fromNanos - nanos;
        long left = nanos;
        for (int i = 0; i < stretch.parts.size(); i++) {
            long certain = stretch.parts.nanos(i) - outside;
            if (certain > 0) {
                to.add(stretch.parts.cause(i), certain);
                left -= certain;
            }
        }
        to.add(Causes.NOT_KEPT, left);
    }

    /** Adds what another thread did in that time, stretch by stretch. */
    void copy(Doings others, long fromNanos, long toNanos, long pinNanos, Supplier<NavigableSet<Long>> open) {
        int begin = others.firstEndingAfter(fromNanos);
        int end = others.firstEndingAfter(toNanos);
        int count = Math.min(others.size, end + 1) - begin;
        // Its own stretches would change while they are read.
        @Nullable
        Stretch[] asked =
                others == this ? Arrays.copyOfRange(stretches, first + begin, first + begin + count) : others.stretches;
        int at = others == this ? 0 : others.first + begin;
        for (int i = 0; i < count; i++) {
            Stretch each = Objects.requireNonNull(asked[at + i]);
            long from = Math.max(fromNanos, each.fromNanos);
            long to = Math.min(toNanos, each.toNanos);
            if (from < to) {
                append(from, to, clipped(each, to - from), pinNanos, open);
            }
        }
    }

    private static CauseTimes clipped(Stretch stretch, long nanos) {
        if (nanos == stretch.toNanos - stretch.fromNanos) {
            return stretch.parts;
        }
        CauseTimes clipped = new CauseTimes();
        clip(stretch, nanos, clipped);
        return clipped;
    }

    void append(long fromNanos, long toNanos, CauseTimes parts, long pinNanos, Supplier<NavigableSet<Long>> open) {
        if (parts.size() == 1) {
            add(fromNanos, toNanos, parts.cause(0), pinNanos, open);
            return;
        }
        Stretch last = last();
        if (last != null && last.toNanos > fromNanos) {
            add(fromNanos, toNanos, Causes.NOT_KEPT, pinNanos, open); // Against the order of time.
            return;
        }
        Stretch added = new Stretch(fromNanos, toNanos);
        added.parts.add(parts);
        if (last != null && last.toNanos == fromNanos && cutNanos <= last.fromNanos && pinNanos <= last.fromNanos) {
            last.append(added);
            return;
        }
        append(added, open);
    }

    void clear() {
        Arrays.fill(stretches, first, first + size, null);
        first = 0;
        size = 0;
    }
}
