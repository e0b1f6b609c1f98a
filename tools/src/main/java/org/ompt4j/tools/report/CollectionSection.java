package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/** What garbage collections have stopped: how much of the time that threads were in each state; written only if there were any. */
final class CollectionSection implements Section {
    private final List<Pause> collections;
    private final Map<State, Stopped> states = new EnumMap<>(State.class);
    /** Of the run, without its pauses. */
    private long recordedNanos;

    /** One state of all threads. */
    private static final class Stopped {
        final State state;
        long nanos;
        long inCollections;

        Stopped(State state) {
            this.state = state;
        }
    }

    CollectionSection(Trace trace) {
        this.collections = trace.collections();
        this.recordedNanos = trace.losses().durationNanos()
                - trace.pauses().stream().mapToLong(Pause::nanos).sum();
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        TraceEvent last = thread.lastEvent();
        if (!collections.isEmpty() && last != null && thread.platformThread() != null) {
            Stopped stopped = states.computeIfAbsent(state, Stopped::new);
            stopped.nanos += nanos;
            stopped.inCollections += inCollections(last.timeNanos(), last.timeNanos() + nanos);
        }
    }

    private long inCollections(long from, long to) {
        long sum = 0;
        for (int i = firstEndingAfter(from);
                i < collections.size() && collections.get(i).fromNanos() < to;
                i++) {
            Pause each = collections.get(i);
            sum += Math.min(to, each.toNanos()) - Math.max(from, each.fromNanos());
        }
        return sum;
    }

    private int firstEndingAfter(long nanos) {
        int low = 0;
        int high = collections.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (collections.get(middle).toNanos() > nanos) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    @Override
    public List<Table<?>> tables() {
        if (collections.isEmpty()) {
            return List.of();
        }
        List<Stopped> rows = new ArrayList<>(states.values());
        rows.removeIf(each -> each.inCollections == 0);
        rows.sort(Comparator.comparing((Stopped each) -> -each.inCollections).thenComparing(each -> each.state));
        List<Column<Stopped>> columns = List.of(
                Column.time(
                        "stopped",
                        "time of threads in this state while a collection stopped them",
                        each -> each.inCollections),
                Column.time("of", "time of threads in this state", each -> each.nanos),
                Column.of(Unit.TEXT, "state", "what the threads were doing", each -> Names.state(each.state)));
        long total = collections.stream().mapToLong(Pause::nanos).sum();
        long longest = collections.stream().mapToLong(Pause::nanos).max().orElse(0);
        return List.of(Table.of("Garbage collections", "what they stopped, most time of threads first", rows, columns)
                .note(new Note(
                        Units.plural(collections.size(), "collection") + " stopped all threads for " + Units.time(total)
                                + " in all, " + Units.percent(total / (double) Math.max(1, recordedNanos))
                                + " of the run, " + Units.time(longest)
                                + " the longest. The other tables count that time as what the threads were doing.",
                        Map.of(
                                "collections", (long) collections.size(),
                                "stopped_ns", total,
                                "longest_ns", longest))));
    }
}
