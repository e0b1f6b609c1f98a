package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** How each thread's time is shared between the states, from events or from samples. */
final class ThreadSection implements Section {
    private static final int LONGEST_SHARE = "100.0".length();

    /* The first column with what is before it. */
    private static final int ROOM_FOR_TIME = 13;

    private final Names names;
    private final Map<Long, Shares> threads = new HashMap<>();
    private boolean sampled;

    ThreadSection(Names names) {
        this.names = names;
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        ThreadModel platformThread = thread.platformThread();
        if (platformThread != null) {
            threads.computeIfAbsent(platformThread.id(), Shares::new);
        }
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        ThreadModel platformThread = thread.platformThread();
        if (platformThread != null) {
            threads.computeIfAbsent(platformThread.id(), Shares::new).add(state, nanos);
        }
    }

    @Override
    public void sample(TraceEvent sample) {
        sampled = true;
        State state = sample.state();
        if (state != null) {
            threads.computeIfAbsent(sample.threadId(), Shares::new).add(state, 1);
        }
    }

    @Override
    public void write(Page page) throws IOException {
        List<Shares> rows = new ArrayList<>(threads.values());
        rows.sort(Comparator.comparing((Shares each) -> -each.busy())
                .thenComparing(each -> names.thread(each.threadId))
                .thenComparing(each -> each.threadId));
        List<State> columns = columns(page.top(rows), page.width() - ROOM_FOR_TIME);
        Table table = new Table(heads(columns));
        page.section(
                "Threads", "share of each state in %, busiest first", rows, table, each -> row(table, each, columns));
    }

    /* The states that any thread shown was in, in the order of their numbers; those of most weight if there is no room for all. */
    private List<State> columns(List<Shares> rows, int room) {
        Map<State, Double> weights = new EnumMap<>(State.class);
        for (Shares each : rows) {
            each.amounts.forEach((state, amount) -> weights.merge(state, (double) amount / each.total, Double::sum));
        }
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
                .mapToInt(each -> Math.max(LONGEST_SHARE, head(each).length()) + 2)
                .sum();
    }

    private List<String> heads(List<State> states) {
        List<String> heads = new ArrayList<>();
        heads.add(sampled ? "samples" : "time");
        states.forEach(each -> heads.add(head(each)));
        heads.add("thread");
        return heads;
    }

    private void row(Table table, Shares shares, List<State> states) {
        table.row(cells(shares, states));
        String others = others(shares, states);
        if (!others.isEmpty()) {
            table.continuation("also " + others);
        }
    }

    private List<String> cells(Shares shares, List<State> states) {
        List<String> cells = new ArrayList<>();
        cells.add(sampled ? Units.count(shares.total) : Units.time(shares.total));
        for (State each : states) {
            cells.add(Units.share(shares.amounts.getOrDefault(each, 0L), shares.total));
        }
        cells.add(names.thread(shares.threadId));
        return cells;
    }

    /* The states that there was no room for, each with its share; the empty string if there are none. */
    private static String others(Shares shares, List<State> columns) {
        return shares.amounts.entrySet().stream()
                .filter(each -> !columns.contains(each.getKey()))
                .sorted(Map.Entry.<State, Long>comparingByValue().reversed())
                .map(each -> head(each.getKey()) + " " + Units.share(each.getValue(), shares.total))
                .collect(Collectors.joining(", "));
    }

    /* The states' names without what the heading says already, so that they fit side by side. */
    static String head(State state) {
        return switch (state) {
            case WORK_SERIAL -> "serial";
            case WORK_PARALLEL -> "parallel";
            case WORK_REDUCTION -> "reduce";
            case WORK_FREE_AGENT -> "agent";
            case WAIT_BARRIER_IMPLICIT_PARALLEL -> "end";
            case WAIT_BARRIER_IMPLICIT_WORKSHARE -> "stage";
            case WAIT_BARRIER_EXPLICIT -> "barrier";
            case WAIT_BARRIER_IMPLEMENTATION -> "JDK";
            case WAIT_TASKGROUP -> "group";
            case WAIT_CRITICAL -> "monitor";
            default -> state.specName().replaceFirst("^(work|wait)_", "").replace('_', ' ');
        };
    }

    private static final class Shares {
        final long threadId;
        final Map<State, Long> amounts = new EnumMap<>(State.class);
        long total;

        Shares(long threadId) {
            this.threadId = threadId;
        }

        void add(State state, long amount) {
            amounts.merge(state, amount, Long::sum);
            total += amount;
        }

        long busy() {
            return amounts.entrySet().stream()
                    .filter(each -> Report.isBusy(each.getKey()))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
        }
    }
}
