package org.ompt4j.tools.report;

import java.util.List;
import java.util.Map;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.profile.JvmPauses;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;

/**
 * The pauses in which the JVM stopped all threads: when, what for, and their share of the threads' time. The section is absent if no pause was
 * recorded. Pauses come from the Flight Recorder or, for garbage collections, from the native library that comes with the agent.
 */
final class PauseSection implements Section, RunReader.StateListener {
    private final JvmPauses pauses;
    private final long runNanos;
    private long workNanos;
    private long idleNanos;
    private long restNanos;

    /** @param runNanos the length of the recording in nanoseconds */
    PauseSection(JvmPauses pauses, long runNanos) {
        this.pauses = pauses;
        this.runNanos = runNanos;
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        TraceEvent last = thread.lastEvent();
        if (pauses.isEmpty() || last == null || thread.platformThread() == null) {
            return;
        }
        long inside = pauses.nanosBetween(last.timeNanos(), last.timeNanos() + nanos);
        if (state.isWork()) {
            workNanos += inside;
        } else if (state == State.IDLE) {
            idleNanos += inside;
        } else {
            restNanos += inside;
        }
    }

    @Override
    public List<Table<?>> tables() {
        if (pauses.isEmpty()) {
            return List.of();
        }
        List<Column<JvmPauses.Cause>> columns = List.of(
                Column.count("count", "how many", JvmPauses.Cause::count),
                Column.time("total", "how long they took in all", JvmPauses.Cause::nanos),
                Column.of(Unit.SHARE, "share", "of the run", each -> each.nanos() / (double) Math.max(1, runNanos)),
                Column.time("mean", "how long they took on average", each -> each.nanos() / each.count()),
                Column.time("max", "the longest of them", JvmPauses.Cause::longestNanos),
                Column.of(Unit.TEXT, "for", "what all threads were stopped for", each -> what(each)),
                Column.of(
                        Unit.TEXT,
                        "cause",
                        "as the JVM names it",
                        each -> each.cause().isEmpty() ? null : each.cause()));
        Table<JvmPauses.Cause> table = Table.of(
                "Pauses of the JVM", "all threads stopped, by cause, most time first", pauses.byCause(), columns);
        return List.of(table.note(inside()).note(told()));
    }

    /** The cause of a pause, in one word. */
    static String what(JvmPauses.Cause cause) {
        return cause.isCollection() ? "collection" : "safepoint";
    }

    private Note inside() {
        return new Note(
                "The other tables have them as what threads did meanwhile: work for " + Units.time(workNanos)
                        + ", idleness for " + Units.time(idleNanos) + ", waits and the rest for "
                        + Units.time(restNanos) + ", all threads together.",
                Map.of("in_work_ns", workNanos, "in_idleness_ns", idleNanos, "in_the_rest_ns", restNanos));
    }

    private Note told() {
        if (!pauses.isOfFlightRecorder()) {
            return new Note(
                    "Only collections were told, from when all threads stood until they could go on.", Map.of());
        }
        return new Note(
                "What was before " + Units.time(pauses.sinceNanos()) + ", when the Flight Recorder began, is "
                        + (pauses.hasCollections() ? "known of collections only." : "not known."),
                Map.of("since_ns", pauses.sinceNanos()));
    }
}
