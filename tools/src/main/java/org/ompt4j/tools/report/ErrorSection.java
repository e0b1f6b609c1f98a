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

    private final Map<String, Long> counts = new TreeMap<>();

    @Override
    public Set<Event> kinds() {
        return EnumSet.of(Event.ERROR, Event.CANCEL);
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        if (event.event() == Event.ERROR) {
            String ended = event.severity() == Severity.FATAL ? "ended a thread: " : "ended a task: ";
            count(ended + (event.message() == null ? "" : event.message()));
        } else if ((event.flags() & CancelFlag.ACTIVATED) != 0) {
            count("cancelled a " + String.join(", ", CancelFlag.names(event.flags() & ~CancelFlag.ACTIVATED)));
        } else if (event.discardsTask()) {
            count("discarded a task that had not run");
        }
    }

    private void count(String whatHappened) {
        boolean kept = counts.size() < DIFFERENT_MESSAGES || counts.containsKey(whatHappened);
        counts.merge(kept ? whatHappened : "(others)", 1L, Long::sum);
    }

    @Override
    public List<Table<?>> tables() {
        if (counts.isEmpty()) {
            return List.of();
        }
        List<Map.Entry<String, Long>> rows = new ArrayList<>(counts.entrySet());
        rows.sort(Comparator.comparing((Map.Entry<String, Long> each) -> -each.getValue())
                .thenComparing(Map.Entry::getKey));
        return List.of(Table.of("Exceptions and cancellations", "most frequent first", rows, columns()));
    }

    private static List<Column<Map.Entry<String, Long>>> columns() {
        return List.of(
                Column.count("count", "how often", Map.Entry::getValue),
                Column.of(
                        Unit.MESSAGE,
                        "what happened",
                        "what ended and the message of the error, or what was cancelled or discarded",
                        Map.Entry::getKey));
    }
}
