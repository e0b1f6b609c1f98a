package org.ompt4j.tools.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.ompt4j.tools.model.MountedTasks;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code print}: the events of a trace as JSON, one per line. */
@Command(
        name = "print",
        description = {
            "Print the events of a trace in time order, one JSON object per line.",
            "",
            "Every line has time (ns since the trace began), thread, task_id (the task current on that thread), event and"
                    + " construct; then come the members of the event's OpenMP 5.1 trace record by their names in the"
                    + " specification. Members without a value are left out.",
            ""
        })
final class PrintCommand extends TraceCommand {

    @Mixin
    private EventSelection selection = new EventSelection();

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            description = "Print at most this many lines.")
    private long limit = Long.MAX_VALUE;

    @Override
    int read(OmptCommand command, Path file) throws IOException {
        requireAtLeast("--limit", 1, limit);
        try (Trace trace = command.open(file)) {
            try (BufferedOutputStream out = new BufferedOutputStream(command.out(), 1 << 16)) {
                remark(command, file, trace, print(trace, out));
            }
            return command.exitCode(trace, file, 0);
        }
    }

    /** Writes one line for each choice that matches nothing in the trace. */
    private void remark(OmptCommand command, Path file, Trace trace, boolean any) throws IOException {
        List<String> missing = selection.threadsThatAreMissing(trace);
        for (String each : missing) {
            command.remark(file + ": no thread is '" + each + "'; there are " + EventSelection.namesOf(trace));
        }
        if (!any && missing.isEmpty() && selection.isNarrowed()) {
            boolean empty = !trace.events().hasNext();
            command.remark(file + ": " + (empty ? "the trace has no events" : "no event is chosen by " + selection));
        }
    }

    /** Prints the events; returns whether there was anything to print. */
    private boolean print(Trace trace, BufferedOutputStream out) throws IOException {
        Predicate<TraceEvent> chosen = selection.predicate(trace);
        Iterator<TraceEvent> events = trace.events();
        Deque<Remark> remarks = remarks(trace);
        MountedTasks tasks = new MountedTasks(trace);
        long left = limit;
        try (JsonLines lines = new JsonLines(trace, out)) {
            while (left > 0 && events.hasNext()) {
                TraceEvent event = tasks.inItsTask(events.next());
                left -= writeRemarks(lines, remarks, left, event.timeNanos());
                if (selection.isPast(event)) {
                    return lines.any();
                }
                if (left > 0 && chosen.test(event)) {
                    lines.write(event);
                    left--;
                }
            }
            writeRemarks(lines, remarks, left, Long.MAX_VALUE);
            return lines.any();
        }
    }

    /** A line that is not an event: its time, and how to write it. */
    private record Remark(long timeNanos, Line line) {}

    private interface Line {
        void write(JsonLines lines) throws IOException;
    }

    private Deque<Remark> remarks(Trace trace) {
        List<Remark> remarks = new ArrayList<>();
        for (Pause each : trace.pauses()) {
            if (selection.includes(each)) {
                remarks.add(new Remark(each.fromNanos(), lines -> lines.write(each)));
            }
        }
        for (Pause each : trace.collections()) {
            if (selection.includesCollection(each)) {
                remarks.add(new Remark(each.fromNanos(), lines -> lines.writeCollection(each)));
            }
        }
        for (CountedEvents each : trace.counted()) {
            if (selection.includes(trace, each)) {
                remarks.add(new Remark(each.fromNanos(), lines -> lines.write(each)));
            }
        }
        remarks.sort(Comparator.comparingLong(Remark::timeNanos));
        return new ArrayDeque<>(remarks);
    }

    /** Writes the remarks before this time; returns how many there were. */
    private static int writeRemarks(JsonLines lines, Deque<Remark> remarks, long most, long beforeNanos)
            throws IOException {
        int written = 0;
        while (written < most && !remarks.isEmpty() && remarks.getFirst().timeNanos() < beforeNanos) {
            remarks.removeFirst().line().write(lines);
            written++;
        }
        return written;
    }
}
