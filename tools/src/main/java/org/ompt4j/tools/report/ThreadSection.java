package org.ompt4j.tools.report;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.TraceEvent;

/** How each thread's time is shared between the states, from events or from samples. */
final class ThreadSection implements Section {
    private static final int COLUMNS = 8;

    private final Names names;
    private final int top;
    private final Map<Long, Shares> threads = new HashMap<>();
    private boolean sampled;

    ThreadSection(Names names, int top) {
        this.names = names;
        this.top = top;
    }

    @Override
    public void event(TraceEvent event, ThreadTimeline thread) {
        threads.computeIfAbsent(event.threadId(), Shares::new);
    }

    @Override
    public void interval(ThreadTimeline thread, State state, long nanos) {
        threads.computeIfAbsent(thread.id, Shares::new).add(state, nanos);
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
    public void write(Writer out) throws IOException {
        List<Shares> rows = new ArrayList<>(threads.values());
        rows.sort(Comparator.comparing((Shares each) -> -each.busy())
                .thenComparing(each -> names.thread(each.threadId))
                .thenComparing(each -> each.threadId));
        Page.section(
                out, "Threads", "share of each state in %, busiest first", rows.size(), table(rows, columns(rows)));
    }

    /* The states that threads were in most, in the order of their numbers; work and idleness stay apart from waits. */
    private static List<State> columns(List<Shares> rows) {
        Map<State, Double> weights = new EnumMap<>(State.class);
        for (Shares each : rows) {
            each.amounts.forEach((state, amount) -> weights.merge(state, (double) amount / each.total, Double::sum));
        }
        return weights.entrySet().stream()
                .sorted(Map.Entry.<State, Double>comparingByValue().reversed())
                .limit(COLUMNS)
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparingInt(State::value))
                .toList();
    }

    private Table table(List<Shares> rows, List<State> states) {
        List<String> heads = new ArrayList<>();
        heads.add(sampled ? "samples" : "time");
        states.forEach(each -> heads.add(head(each)));
        heads.add("others");
        heads.add("thread");
        Table table = new Table(heads);
        rows.stream().limit(top).forEach(each -> table.row(cells(each, states)));
        return table;
    }

    private List<String> cells(Shares shares, List<State> states) {
        List<String> cells = new ArrayList<>();
        cells.add(sampled ? Units.count(shares.total) : Units.time(shares.total));
        long shown = 0;
        for (State each : states) {
            long amount = shares.amounts.getOrDefault(each, 0L);
            cells.add(Units.share(amount, shares.total));
            shown += amount;
        }
        cells.add(Units.share(shares.total - shown, shares.total));
        cells.add(names.thread(shares.threadId));
        return cells;
    }

    /* The states' names without what the heading says already, so that they fit side by side. */
    private static String head(State state) {
        return switch (state) {
            case WORK_SERIAL -> "serial";
            case WORK_PARALLEL -> "parallel";
            case WORK_REDUCTION -> "reduce";
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
