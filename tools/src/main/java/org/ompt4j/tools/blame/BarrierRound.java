package org.ompt4j.tools.blame;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/**
 * One round of a barrier: the threads that came until the barrier let them go. Until the last one has come, each wait is due to the missing threads,
 * in equal parts.
 */
final class BarrierRound {
    /** The work for a round grows with the square of its threads. */
    private static final int MOST = 128;

    private final Construct construct;
    private final List<Arrival> arrivals = new ArrayList<>(4);
    /** For each arrival, how the time from then to the last arrival divides. */
    private final List<CauseTimes> rests = new ArrayList<>();

    private boolean isOver;
    private boolean isWhole;

    BarrierRound(Construct construct) {
        this.construct = construct;
    }

    private static final class Arrival {
        final Actor thread;
        final @Nullable TaskStory task;
        final long timeNanos;
        boolean waits;

        Arrival(Actor thread, @Nullable TaskStory task, long timeNanos, boolean waits) {
            this.thread = thread;
            this.task = task;
            this.timeNanos = timeNanos;
            this.waits = waits;
        }
    }

    /** Divides the time of a thread among causes. */
    interface Doers {
        CauseTimes during(Actor thread, @Nullable TaskStory task, long fromNanos, long toNanos);
    }

    boolean isOver() {
        return isOver;
    }

    void arrives(Actor thread, @Nullable TaskStory task, long timeNanos, boolean waits) {
        if (arrivals.size() <= MOST) {
            arrivals.add(new Arrival(thread, task, timeNanos, waits));
        }
    }

    /** A thread that came at this time need not have waited. */
    void passes(Actor thread, long timeNanos) {
        for (Arrival each : arrivals) {
            if (each.thread == thread && each.timeNanos == timeNanos) {
                each.waits = false;
            }
        }
    }

    /** The first thread goes on: no thread is missing any more, or this thread gave up. */
    void ends(Doers doers) {
        isOver = true;
        int last = last();
        isWhole = last > 0 && arrivals.size() <= MOST;
        if (!isWhole) {
            return;
        }
        CauseTimes rest = new CauseTimes();
        rests.add(rest);
        for (int i = last - 1; i >= 0; i--) {
            CauseTimes more = new CauseTimes();
            more.add(rest);
            divide(i, last, more, doers);
            rests.add(0, more);
            rest = more;
        }
    }

    private void divide(int from, int last, CauseTimes to, Doers doers) {
        long fromNanos = arrivals.get(from).timeNanos;
        long toNanos = arrivals.get(from + 1).timeNanos;
        if (fromNanos == toNanos) {
            return;
        }
        int missing = last - from;
        for (int i = 0; i < missing; i++) {
            Arrival each = arrivals.get(from + 1 + i);
            to.addPart(doers.during(each.thread, each.task, fromNanos, toNanos), i, missing);
        }
    }

    /* If a barrier of the JDK was broken, or left by a thread that gave up, there is no last arrival, which would not wait. */
    private int last() {
        int last = arrivals.size() - 1;
        if (construct == Construct.EXCHANGER) {
            return last == 1 ? last : -1; // It is not known which threads met.
        }
        boolean tellsLast = construct == Construct.CYCLIC_BARRIER || construct == Construct.PHASER;
        while (tellsLast && last >= 0 && arrivals.get(last).waits) {
            last--;
        }
        return last;
    }

    /** How the time from this arrival to the last one divides; null if it is not known. */
    @Nullable
    CauseTimes since(Actor thread, long timeNanos) {
        for (int i = 0; isWhole && i < rests.size(); i++) {
            Arrival each = arrivals.get(i);
            if (each.thread == thread && each.timeNanos == timeNanos) {
                return rests.get(i);
            }
        }
        return null;
    }

    /** When the last one came. */
    long lastNanos() {
        return arrivals.get(rests.size() - 1).timeNanos;
    }
}
