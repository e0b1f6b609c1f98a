package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.profile.UserStacks;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;
import org.ompt4j.tools.trace.FlightNames;

/** Where the program spent its time, by call stacks as the program was written. The section is absent if no samples were to be taken. */
final class ProfileSection implements Section, RunReader.EventListener, RunReader.StateListener {
    /** How many running threads the Flight Recorder samples in one period at most. */
    private static final int MOST_THREADS_AT_A_TIME = 5;

    /** If fewer samples than this are due, some may be missing by chance. */
    private static final int FEWEST_DUE = 20;

    private static final double LEAST_OF_DUE = 0.25;

    private final Samples samples;
    private final UserStacks stacks;
    private long workedNanos;
    private long latestNanos;

    ProfileSection(Samples samples, UserStacks stacks) {
        this.samples = samples;
        this.stacks = stacks;
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        stacks.event(event, thread);
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        stacks.interval(thread, state, nanos);
        TraceEvent last = thread.lastEvent();
        if (last != null && state.isWork()) {
            long until = last.timeNanos() + nanos;
            workedNanos += Math.max(
                    0, until - Math.max(last.timeNanos(), samples.pauses().sinceNanos()));
            latestNanos = Math.max(latestNanos, until);
        }
    }

    @Override
    public List<Table<?>> tables() {
        stacks.end();
        List<Row> rows = new ArrayList<>();
        stacks.counts().forEach((stack, count) -> rows.add(new Row(stack, count, running())));
        rows.sort(Comparator.comparing((Row each) -> -each.count).thenComparing(each -> String.join(";", each.stack)));
        List<Column<Row>> columns = List.of(
                Column.count("samples", "how many samples have this stack", Row::count),
                Column.of(Unit.SHARE, "share", "of all samples", Row::share),
                Column.of(Unit.TEXT, "stack", "call sites and methods, the outermost first", Row::text)
                        .notOnPage(),
                Column.of(Unit.CALL_SITE, "code", "the innermost method of the stack", Row::innermost));
        Table<Row> table = Table.of(
                        "Profile", "call stacks as the program was written, by " + samples.metric(), rows, columns)
                .under(Row::callers);
        if (!samples.problem().isEmpty()) {
            table = table.note(new Note(samples.problem(), Map.of()));
        }
        if (samples.pauses().isOfFlightRecorder() && samples.pauses().sinceNanos() > 0) {
            table = table.note(begin(samples.pauses().sinceNanos()));
        }
        if (isMissingMany()) {
            table = table.note(missing());
        }
        if (stacks.waiting() > 0) {
            table = table.note(waiting());
        }
        for (Map.Entry<String, Long> each : stacks.reasons().entrySet()) {
            table = table.note(new Note(
                    Units.plural(each.getValue(), "sample") + " without a stack: " + each.getKey() + ".",
                    Map.of("samples_without_a_stack", each.getValue())));
        }
        if (stacks.waits().waitedNanos() > 0) {
            table = table.note(waits());
        }
        return stacks.ofOtherThreads().isEmpty() ? List.of(table) : List.of(table, ofOtherThreads());
    }

    /** The number of samples but for those of threads that waited. */
    private long running() {
        return samples.count() - stacks.waiting();
    }

    private static Note begin(long sinceNanos) {
        return new Note(
                "Samples are of the run from " + Units.time(sinceNanos) + " on, when the Flight Recorder began.",
                Map.of("since_ns", sinceNanos));
    }

    /**
     * How many samples are expected: one for each period and each thread that works, up to the number of threads that are sampled at a
     * time.
     */
    private long due() {
        long most = MOST_THREADS_AT_A_TIME
                * Math.max(0, latestNanos - samples.pauses().sinceNanos());
        return Math.min(workedNanos, most) / (FlightNames.PERIOD_MILLIS * 1_000_000);
    }

    /** Whether many samples are missing. If samples are of processor time, the table of work without a processor says so instead. */
    private boolean isMissingMany() {
        return samples.pauses().isOfFlightRecorder()
                && !samples.tellsProcessorTime()
                && due() >= FEWEST_DUE
                && running() < LEAST_OF_DUE * due();
    }

    private Note missing() {
        return new Note(
                "Since the Flight Recorder began threads worked for " + Units.time(workedNanos)
                        + ", as far as events tell, for which some "
                        + Units.count(due()) + " samples were due: there are " + Units.count(running())
                        + ". The Flight Recorder leaves out who is blocked where no event tells, and stacks that it cannot"
                        + " read, as JDK 17 those of System.nanoTime; or it had no processor itself.",
                Map.of("worked_ns", workedNanos, "samples_due", due()));
    }

    private Note waiting() {
        return new Note(
                "Without " + Units.plural(stacks.waiting(), "sample")
                        + " of threads that waited in native code, as events tell.",
                Map.of("samples_of_waiting_threads", stacks.waiting()));
    }

    private Note waits() {
        long waited = stacks.waits().waitedNanos();
        long withStack = stacks.waits().withStackNanos();
        return new Note(
                "Of " + Units.time(waited) + " that threads waited, " + Units.percent((double) withStack / waited)
                        + " were in waits of which a stack was taken.",
                Map.of("waited_ns", waited, "waited_with_a_stack_ns", withStack));
    }

    /**
     * How many samples of workers and other threads are placed under code of the program; the other samples by what they are placed under.
     */
    private Table<Placed> ofOtherThreads() {
        long all = stacks.ofOtherThreads().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        List<Placed> rows = new ArrayList<>();
        stacks.ofOtherThreads().forEach((under, count) -> rows.add(new Placed(under, count, all)));
        rows.sort(Comparator.comparing((Placed each) -> !each.under.equals(UserStacks.UNDER_PROGRAM))
                .thenComparing(each -> -each.count)
                .thenComparing(Placed::under));
        List<Column<Placed>> columns = List.of(
                Column.count("samples", "how many samples stand there", Placed::count),
                Column.of(Unit.SHARE, "share", "of all samples in this table", Placed::share),
                Column.of(Unit.TEXT, "under", "what the outermost of their tasks stands under", Placed::under));
        return Table.of(
                "Samples of other threads",
                "of all but the main one, those in code of the program, by what they stand under",
                rows,
                columns);
    }

    /**
     * @param under what the samples are placed under
     * @param all how many samples there are in all
     */
    private record Placed(String under, long count, long all) {
        Double share() {
            return (double) count / all;
        }
    }

    /**
     * @param stack the outermost frame first
     * @param all how many samples there are
     */
    private record Row(List<String> stack, long count, long all) {
        private static final int MOST_CALLERS = 12;

        Double share() {
            return (double) count / Math.max(1, all);
        }

        String text() {
            return String.join(";", stack);
        }

        String innermost() {
            return stack.get(stack.size() - 1);
        }

        /** The callers, the innermost first. */
        List<RowLine> callers() {
            List<RowLine> lines = new ArrayList<>();
            for (int i = stack.size() - 2; i >= 0 && lines.size() < MOST_CALLERS; i--) {
                lines.add(new RowLine("called by ", stack.get(i)));
            }
            if (stack.size() - 1 > MOST_CALLERS) {
                lines.add(new RowLine("and " + (stack.size() - 1 - MOST_CALLERS) + " more"));
            }
            return lines;
        }
    }
}
