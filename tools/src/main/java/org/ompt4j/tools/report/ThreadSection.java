package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;

/** How each thread's time is shared between the states, from events or from samples. */
final class ThreadSection implements Section, RunReader.EventListener, RunReader.StateListener {
    private static final State[] STATES = State.values();
    private static final int LONGEST_SHARE = "100.0".length();

    /* The first column, with the indent before it. */
    private static final int ROOM_FOR_TIME = 13;

    private static final int THREADS = 10_000;

    private final Names names;
    private final Rows<Long, Shares> threads = new Rows<>(THREADS, Shares::new, each -> each.busy, this::isNotKept);
    /** The thread that was looked up last: it is often the next one too. */
    private @Nullable Shares latest;

    private boolean sampled;
    private long notKept;
    private long amountNotKept;

    ThreadSection(Names names) {
        this.names = names;
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        ThreadModel platformThread = thread.platformThread();
        if (platformThread != null) {
            shares(platformThread.id());
        }
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        ThreadModel platformThread = thread.platformThread();
        if (platformThread != null) {
            shares(platformThread.id()).add(state, nanos);
        }
    }

    private Shares shares(long threadId) {
        Shares known = latest;
        if (known == null || known.threadId != threadId) {
            known = threads.at(threadId);
            latest = known;
        }
        return known;
    }

    private void isNotKept(Shares shares) {
        latest = null;
        notKept++;
        amountNotKept += shares.total;
    }

    @Override
    public void sample(TraceEvent sample) {
        sampled = true;
        State state = sample.state();
        if (state != null) {
            shares(sample.threadId()).add(state, 1);
        }
    }

    @Override
    public List<Table<?>> tables() {
        List<Shares> rows = threads.all();
        rows.sort(Comparator.comparing((Shares each) -> -each.busy)
                .thenComparing(each -> names.thread(each.threadId))
                .thenComparing(each -> each.threadId));
        Table<Shares> table = Table.of(
                        "Threads", "share of each state in %, busiest first", rows, columns(seen(weights(rows))))
                .choosing((shown, width) -> columns(fitting(weights(shown), width - ROOM_FOR_TIME)))
                .under(ThreadSection::lines);
        return List.of(notKept == 0 ? table : table.note(notKept()));
    }

    private Note notKept() {
        String amount = sampled ? Units.plural(amountNotKept, "sample") : Units.time(amountNotKept);
        return new Note(
                Units.plural(notKept, "thread") + " more that did little, " + amount
                        + " in all, are in no row: there were too many.",
                Map.of("threads_in_no_row", notKept, sampled ? "samples_in_no_row" : "in_no_row_ns", amountNotKept));
    }

    /* The time of each state that any of these threads was in. */
    private static Map<State, Double> weights(List<Shares> rows) {
        Map<State, Double> weights = new EnumMap<>(State.class);
        for (Shares each : rows) {
            each.amounts().forEach((state, amount) -> weights.merge(state, (double) amount / each.total, Double::sum));
        }
        return weights;
    }

    /* The states in the order of their numbers. */
    private static List<State> seen(Map<State, Double> weights) {
        List<State> sorted = new ArrayList<>(weights.keySet());
        sorted.sort(Comparator.comparingInt(State::value));
        return sorted;
    }

    /* The same, without the states of least weight if there is no room for all. */
    private static List<State> fitting(Map<State, Double> weights, int room) {
        List<State> sorted = new ArrayList<>(weights.keySet());
        sorted.sort(Comparator.comparing((State each) -> -weights.getOrDefault(each, 0.0)));
        while (widthOf(sorted) > room) {
            sorted.remove(sorted.size() - 1);
        }
        sorted.sort(Comparator.comparingInt(State::value));
        return sorted;
    }

    private static int widthOf(List<State> columns) {
        return columns.stream()
                .mapToInt(each -> Math.max(LONGEST_SHARE, Names.state(each).length()) + 2)
                .sum();
    }

    private List<Column<Shares>> columns(List<State> states) {
        List<Column<Shares>> columns = new ArrayList<>();
        columns.add(
                sampled
                        ? Column.count("samples", "samples of the thread", each -> each.total)
                        : Column.time("time", "the thread's time in all", each -> each.total));
        states.forEach(each -> columns.add(Column.state(each, Names.state(each), row -> row.share(each))));
        columns.add(Column.<Shares>of(
                        Unit.ID,
                        "thread_id",
                        "its number in the trace; several threads can have one name",
                        each -> each.threadId)
                .notOnPage());
        columns.add(Column.of(Unit.THREAD, "thread", "its name", each -> names.thread(each.threadId)));
        return columns;
    }

    /* The states that there was no room for, each with its share. */
    private static List<RowLine> lines(Shares shares, List<Column<Shares>> columns) {
        List<String> shown = columns.stream().map(Column::head).toList();
        String others = shares.amounts().entrySet().stream()
                .filter(each -> !shown.contains(Names.state(each.getKey())))
                .sorted(Map.Entry.<State, Long>comparingByValue().reversed())
                .map(each -> Names.state(each.getKey()) + " " + Units.barePercent(shares.share(each.getKey())))
                .collect(Collectors.joining(", "));
        return others.isEmpty() ? List.of() : List.of(new RowLine("also " + others));
    }

    private static final class Shares {
        final long threadId;
        /** By the state. */
        private final long[] amounts = new long[STATES.length];

        long total;
        long busy;

        Shares(long threadId) {
            this.threadId = threadId;
        }

        void add(State state, long amount) {
            amounts[state.ordinal()] += amount;
            total += amount;
            busy += state.isWork() ? amount : 0;
        }

        double share(State state) {
            return amounts[state.ordinal()] / (double) Math.max(1, total);
        }

        /** The amounts of the states that the thread was in. */
        Map<State, Long> amounts() {
            Map<State, Long> seen = new EnumMap<>(State.class);
            for (State each : STATES) {
                if (amounts[each.ordinal()] > 0) {
                    seen.put(each, amounts[each.ordinal()]);
                }
            }
            return seen;
        }
    }
}
