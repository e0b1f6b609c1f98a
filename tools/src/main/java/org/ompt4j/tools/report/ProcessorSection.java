package org.ompt4j.tools.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.profile.JvmPauses;
import org.ompt4j.tools.profile.Sample;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.profile.UserStacks;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;

/**
 * The time that threads were on a processor, of the time that they worked according to events. The section is absent if no samples of processor
 * time were taken. The time is an estimate: each sample stands for the time on a processor since the previous sample.
 */
final class ProcessorSection implements Section, RunReader.StateListener, UserStacks.Listener {
    private static final int THREADS = 10_000;

    /** The time that a sample stands for if no sample was taken: at most twice the configured period. */
    private static final long USUAL_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Names names;
    private final Samples samples;
    private final JvmPauses pauses;
    private final Rows<Long, Work> threads = new Rows<>(THREADS, Work::new, each -> each.nanos, this::isNotKept);
    /** The longest time that a sample stands for. */
    private long periodNanos;

    private long notKept;
    private long nanosNotKept;

    ProcessorSection(Names names, Samples samples) {
        this.names = names;
        this.samples = samples;
        this.pauses = samples.pauses();
    }

    /** The work of one thread, and its parts, which add up to the work. */
    private static final class Work {
        final long threadId;
        long nanos;
        long pausedNanos;
        long sampledNanos;

        Work(long threadId) {
            this.threadId = threadId;
        }

        long processorNanos() {
            return Math.min(sampledNanos, nanos - pausedNanos);
        }

        long withoutNanos() {
            return nanos - pausedNanos - processorNanos();
        }
    }

    @Override
    public void taken(Sample sample, ThreadModel thread, State state) {
        periodNanos = Math.max(periodNanos, sample.processorNanos());
        if (state.isWork() && sample.timeNanos() >= pauses.sinceNanos()) {
            of(thread).sampledNanos += sample.processorNanos();
        }
    }

    @Override
    public void placed(Sample sample, List<String> stack) {
        // The stack does not matter for processor time.
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        TraceEvent last = thread.lastEvent();
        if (!samples.tellsProcessorTime() || last == null || !state.isWork()) {
            return;
        }
        long until = last.timeNanos() + nanos;
        long from = Math.max(last.timeNanos(), pauses.sinceNanos());
        if (from < until) {
            Work work = of(thread);
            work.nanos += until - from;
            work.pausedNanos += pauses.nanosBetween(from, until);
        }
    }

    /* A thread that works is a platform thread, or a virtual one on its carrier. */
    private Work of(ThreadModel thread) {
        ThreadModel platformThread = thread.platformThread();
        return threads.at(platformThread == null ? thread.id() : platformThread.id());
    }

    private void isNotKept(Work work) {
        notKept++;
        nanosNotKept += work.nanos;
    }

    @Override
    public List<Table<?>> tables() {
        if (!samples.tellsProcessorTime()) {
            return List.of();
        }
        List<Work> rows = threads.all();
        long least = periodNanos == 0 ? USUAL_PERIOD_NANOS : periodNanos;
        rows.removeIf(each -> each.nanos < least); // These threads worked too shortly for a sample.
        rows.sort(Comparator.comparing((Work each) -> -each.withoutNanos())
                .thenComparing(each -> names.thread(each.threadId))
                .thenComparing(each -> each.threadId));
        List<Column<Work>> columns = List.of(
                Column.time("worked", "how long events show it at work", each -> each.nanos),
                Column.time("on processor", "of that on a processor, by samples", Work::processorNanos),
                Column.time("in pauses", "of that in pauses of the JVM", each -> each.pausedNanos),
                Column.time("without", "the rest: no processor, or blocked where no event tells", Work::withoutNanos),
                Column.of(Unit.THREAD, "thread", "its name", each -> names.thread(each.threadId)));
        Table<Work> table = Table.of(
                "Work without a processor",
                "estimated by samples of processor time, longest without first",
                rows,
                columns);
        if (notKept > 0) {
            table = table.note(new Note(
                    Units.plural(notKept, "thread") + " more that worked little, " + Units.time(nanosNotKept)
                            + " in all, are in no row: there were too many.",
                    Map.of("threads_in_no_row", notKept, "worked_in_no_row_ns", nanosNotKept)));
        }
        return List.of(samples.lost() == 0 ? table : table.note(lost()));
    }

    private Note lost() {
        return new Note(
                Units.plural(samples.lost(), "sample")
                        + " of processor time could not be kept: what "
                        + (samples.lost() == 1 ? "it stands" : "they stand")
                        + " for counts as without.",
                Map.of("lost_samples", samples.lost()));
    }
}
