package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Severity;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Exceptions that ended tasks or threads, and cancellations; written only if there were any. */
final class ErrorSection implements Section, RunReader.EventListener {
    private static final int DIFFERENT_MESSAGES = 10_000;

    private final Map<String, Long> messages = new TreeMap<>();
    private long cancelsActivated;
    private long tasksDiscarded;

    @Override
    public Set<Event> kinds() {
        return EnumSet.of(Event.ERROR, Event.CANCEL);
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        if (event.event() == Event.ERROR) {
            String message = (event.severity() == Severity.FATAL ? "ended a thread: " : "ended a task: ")
                    + (event.message() == null ? "" : event.message());
            boolean kept = messages.size() < DIFFERENT_MESSAGES || messages.containsKey(message);
            messages.merge(kept ? message : "(others)", 1L, Long::sum);
        } else if (event.event() == Event.CANCEL) {
            cancelsActivated += (event.flags() & CancelFlag.ACTIVATED) != 0 ? 1 : 0;
            tasksDiscarded += (event.flags() & CancelFlag.DISCARDED_TASK) != 0 ? 1 : 0;
        }
    }

    @Override
    public List<Table<?>> tables() {
        if (messages.isEmpty() && cancelsActivated == 0 && tasksDiscarded == 0) {
            return List.of();
        }
        List<Map.Entry<String, Long>> rows = new ArrayList<>(messages.entrySet());
        rows.sort(Comparator.comparing((Map.Entry<String, Long> each) -> -each.getValue())
                .thenComparing(Map.Entry::getKey));
        List<Column<Map.Entry<String, Long>>> columns = List.of(
                Column.count("count", "how often", Map.Entry::getValue),
                Column.of(
                        Unit.MESSAGE, "what happened", "what ended, and the message of the error", Map.Entry::getKey));
        Table<Map.Entry<String, Long>> table =
                Table.of("Exceptions and cancellations", "most frequent first", rows, columns);
        if (cancelsActivated > 0 || tasksDiscarded > 0) {
            table = table.note(new Note(
                    Units.plural(cancelsActivated, "cancellation") + ", " + Units.plural(tasksDiscarded, "task")
                            + " discarded.",
                    Map.of("cancellations", cancelsActivated, "discarded_tasks", tasksDiscarded)));
        }
        return List.of(table);
    }
}
