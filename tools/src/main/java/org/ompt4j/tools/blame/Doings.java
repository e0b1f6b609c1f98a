package org.ompt4j.tools.blame;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;

/**
 * What one thread did, as far back as somebody waits: stretches of time in their order, each with how it divides among causes.
 *
 * <p>What is asked later begins where a wait begins that is open now, and ends where the thread itself made something happen. So what lies
 * between two such times is one stretch, whatever the thread did in it: memory grows with waits, not with events, and up to a limit.
 */
final class Doings {
    private static final int MOST = 256;

    private final Deque<Stretch> stretches = new ArrayDeque<>(4);
    private int most = MOST;
    private long cutNanos = Long.MIN_VALUE;

    private static final class Stretch {
        final long fromNanos;
        long toNanos;
        final Parts parts = new Parts();

        Stretch(long fromNanos, long toNanos) {
            this.fromNanos = fromNanos;
            this.toNanos = toNanos;
        }

        void append(Stretch next) {
            toNanos = next.toNanos;
            parts.add(next.parts);
        }
    }

    /** How many stretches are kept from now on; no more than of a thread that is one of few. */
    void keep(int stretchesOfEach) {
        most = Math.min(MOST, stretchesOfEach);
    }

    /** What comes next is asked for apart from what was before. */
    void cut(long timeNanos) {
        cutNanos = timeNanos;
    }

    /**
     * Adds what comes next.
     *
     * @param pinNanos the latest time at which a wait has begun
     * @param open when the waits have begun that are open, or {@code from} if there is none
     */
    void add(long fromNanos, long toNanos, int cause, long pinNanos, NavigableSet<Long> open) {
        Stretch last = stretches.peekLast();
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
        stretches.addLast(added);
        if (stretches.size() > most) {
            shrink(open);
        }
    }

    /** Nobody asks for what was before this time. */
    void forgetBefore(long timeNanos) {
        while (!stretches.isEmpty() && stretches.getFirst().toNanos <= timeNanos) {
            stretches.removeFirst();
        }
    }

    /* The latest ones stay as they are: what has ended a wait is asked for soon. */
    private void shrink(NavigableSet<Long> open) {
        List<Stretch> all = new ArrayList<>(stretches);
        int kept = all.size() - most / 4;
        merge(all, kept, open, false);
        if (stretches.size() > most / 2) {
            all = new ArrayList<>(stretches);
            merge(all, all.size() - most / 4, open, true);
        }
    }

    private void merge(List<Stretch> all, int count, NavigableSet<Long> open, boolean anyway) {
        stretches.clear();
        for (int i = 0; i < all.size(); i++) {
            Stretch each = all.get(i);
            Stretch last = stretches.peekLast();
            if (last != null && i < count && last.toNanos == each.fromNanos && (anyway || !isAsked(last, each, open))) {
                last.append(each);
            } else {
                stretches.addLast(each);
            }
        }
    }

    private static boolean isAsked(Stretch last, Stretch next, NavigableSet<Long> open) {
        Long begin = open.higher(last.fromNanos);
        return begin != null && begin < next.toNanos;
    }

    /** Adds what the thread did in that time; what is not known of it is {@link Causes#UNKNOWN}. Returns up to when anything is known. */
    long during(long fromNanos, long toNanos, Parts to) {
        long known = 0;
        long end = stretches.isEmpty() ? fromNanos : stretches.getLast().toNanos;
        Iterator<Stretch> latestFirst = stretches.descendingIterator();
        while (latestFirst.hasNext()) {
            Stretch each = latestFirst.next();
            if (each.toNanos <= fromNanos) {
                break;
            }
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

    private static void clip(Stretch stretch, long nanos, Parts to) {
        if (nanos == stretch.toNanos - stretch.fromNanos) {
            to.add(stretch.parts);
        } else {
            to.add(stretch.parts.size() == 1 ? stretch.parts.cause(0) : Causes.NOT_KEPT, nanos);
        }
    }

    /** Adds what another thread did in that time, stretch by stretch. */
    void copy(Doings others, long fromNanos, long toNanos, long pinNanos, NavigableSet<Long> open) {
        // Its own would change while they are read.
        for (Stretch each : others == this ? List.copyOf(stretches) : others.stretches) {
            long from = Math.max(fromNanos, each.fromNanos);
            long to = Math.min(toNanos, each.toNanos);
            if (from < to) {
                append(from, to, clipped(each, to - from), pinNanos, open);
            }
        }
    }

    private static Parts clipped(Stretch stretch, long nanos) {
        if (nanos == stretch.toNanos - stretch.fromNanos) {
            return stretch.parts;
        }
        Parts clipped = new Parts();
        clip(stretch, nanos, clipped);
        return clipped;
    }

    void append(long fromNanos, long toNanos, Parts parts, long pinNanos, NavigableSet<Long> open) {
        if (parts.size() == 1) {
            add(fromNanos, toNanos, parts.cause(0), pinNanos, open);
            return;
        }
        Stretch last = stretches.peekLast();
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
        stretches.addLast(added);
        if (stretches.size() > most) {
            shrink(open);
        }
    }

    void clear() {
        stretches.clear();
    }
}
