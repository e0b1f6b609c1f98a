package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Severity;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Exceptions that ended tasks or threads, and cancellations; written only if there were any. */
final class ErrorSection implements Section {
    private static final int DIFFERENT_MESSAGES = 10_000;

    private final Map<String, Long> messages = new TreeMap<>();
    private long cancelsActivated;
    private long tasksDiscarded;

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
    public void write(Page page) throws IOException {
        if (messages.isEmpty() && cancelsActivated == 0 && tasksDiscarded == 0) {
            return;
        }
        List<Map.Entry<String, Long>> rows = new ArrayList<>(messages.entrySet());
        rows.sort(Comparator.comparing((Map.Entry<String, Long> each) -> -each.getValue())
                .thenComparing(Map.Entry::getKey));
        Table table = new Table("count", "what happened");
        page.section(
                "Exceptions and cancellations",
                "most frequent first",
                rows,
                table,
                each -> table.row(Units.count(each.getValue()), oneLine(each.getKey())));
        if (cancelsActivated > 0 || tasksDiscarded > 0) {
            page.sentence(Units.plural(cancelsActivated, "cancellation") + ", " + Units.plural(tasksDiscarded, "task")
                    + " discarded.");
        }
    }

    /* The beginning of a message says more than its end. */
    private static String oneLine(String message) {
        String line = message.replaceAll("\\s+", " ");
        return line.length() <= 100 ? line : line.substring(0, 98) + "..";
    }
}
