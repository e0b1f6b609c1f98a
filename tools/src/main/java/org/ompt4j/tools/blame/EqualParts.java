package org.ompt4j.tools.blame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Divides the waiting time of some threads, at each instant, among the threads that work meanwhile, in equal parts: with k waiting and m working
 * threads the cause of each working thread gets k/m of the time.
 *
 * <p>Needs only a few additions when a thread begins or ceases to wait or to work, whatever the number of threads.
 */
final class EqualParts {
    /*
     * Overview. Each row has a clock with the time that each worker has got so far; it advances by k/m. A remainder of the division by m is carried
     * over. A worker gets the present value of the clock, minus its value when the worker began with its cause.
     */
    private final List<Row> rows = new ArrayList<>(1);
    private final Map<Object, Worker> workers = new HashMap<>();
    private final int mostCauses;
    private final long missingUntilNanos;
    private long lastNanos;

    /**
     * @param mostCauses how many causes each place has at most
     * @param missingUntilNanos until when other threads may work than those that are known
     */
    EqualParts(int mostCauses, long missingUntilNanos) {
        this.mostCauses = mostCauses;
        this.missingUntilNanos = missingUntilNanos;
    }

    private static final class Row {
        final WaitPlace place;
        final CauseTimes parts;
        int waiting;
        long clock;
        long undivided;

        Row(WaitPlace place, int mostCauses) {
            this.place = place;
            this.parts = new CauseTimes(4, mostCauses);
        }
    }

    private static final class Worker {
        int cause;
        /** What each row's clock said when the worker began; rows that came later began at 0. */
        long[] since;

        Worker(int cause, int rows) {
            this.cause = cause;
            this.since = new long[rows];
        }
    }

    /** Takes what was waited at one place. */
    interface Share {
        void of(WaitPlace place, int cause, long nanos);
    }

    /** Whether nobody waits and nobody works. */
    boolean isEmpty() {
        return workers.isEmpty() && rows.stream().allMatch(each -> each.waiting == 0);
    }

    /** Sets what a thread does from now on; null if it is nothing for which others could wait. */
    void works(Object thread, @Nullable Integer cause, long timeNanos) {
        Worker worker = workers.get(thread);
        if (worker != null) {
            advance(timeNanos);
            give(worker);
        }
        if (cause == null) {
            workers.remove(thread);
        } else if (worker != null) {
            worker.cause = cause;
        } else {
            advance(timeNanos);
            workers.put(thread, begun(cause));
        }
    }

    private Worker begun(int cause) {
        Worker worker = new Worker(cause, rows.size());
        for (int i = 0; i < rows.size(); i++) {
            worker.since[i] = rows.get(i).clock;
        }
        return worker;
    }

    /** More threads wait from now on, or fewer. */
    void waits(WaitPlace place, int more, long timeNanos) {
        advance(timeNanos);
        row(place).waiting += more;
    }

    private Row row(WaitPlace place) {
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).place.equals(place)) {
                return rows.get(i);
            }
        }
        Row row = new Row(place, mostCauses);
        rows.add(row);
        return row;
    }

    private void advance(long timeNanos) {
        long unknown = Math.min(timeNanos, missingUntilNanos) - lastNanos;
        if (unknown > 0) {
            rows.forEach(each -> each.parts.add(Causes.UNKNOWN, each.waiting * unknown));
            lastNanos += unknown;
        }
        divide(timeNanos - lastNanos);
        lastNanos = Math.max(lastNanos, timeNanos);
    }

    private void divide(long nanos) {
        if (nanos <= 0) {
            return;
        }
        for (int i = 0; i < rows.size(); i++) {
            Row each = rows.get(i);
            if (each.waiting > 0 && workers.isEmpty()) {
                each.parts.add(Causes.NOBODY, each.waiting * nanos);
            } else if (each.waiting > 0) {
                long whole = each.waiting * nanos + each.undivided;
                each.clock += whole / workers.size();
                each.undivided = whole % workers.size();
            }
        }
    }

    private void give(Worker worker) {
        if (worker.since.length < rows.size()) {
            worker.since = Arrays.copyOf(worker.since, rows.size());
        }
        for (int i = 0; i < rows.size(); i++) {
            Row each = rows.get(i);
            each.parts.add(worker.cause, each.clock - worker.since[i]);
            worker.since[i] = each.clock;
        }
    }

    /** Ends the division and reports everything. */
    void settle(long timeNanos, Share share) {
        advance(timeNanos);
        workers.values().forEach(this::give);
        for (Row each : rows) {
            if (each.undivided > 0) {
                each.parts.add(largest(each.parts), each.undivided);
                each.undivided = 0;
            }
            for (int i = 0; i < each.parts.size(); i++) {
                share.of(each.place, each.parts.cause(i), each.parts.nanos(i));
            }
        }
        rows.clear();
        workers.clear();
    }

    /* A few nanoseconds, fewer than there are workers. */
    private static int largest(CauseTimes parts) {
        int largest = Causes.NOBODY;
        long most = 0;
        for (int i = 0; i < parts.size(); i++) {
            boolean isFirst = parts.nanos(i) == most && parts.cause(i) < largest;
            if (parts.nanos(i) > most || isFirst) {
                largest = parts.cause(i);
                most = parts.nanos(i);
            }
        }
        return largest;
    }
}
