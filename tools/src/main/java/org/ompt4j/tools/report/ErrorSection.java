package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Severity;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Exceptions that ended tasks or threads, or rejected tasks, and cancellations; written only if there were any. */
final class ErrorSection implements Section, RunReader.EventListener {
    private static final int ROWS = 10_000;

    /** The parts in which messages of one kind differ: hashes, addresses and numbers. */
    private static final Pattern DIFFERS = Pattern.compile("(?<=@)[0-9a-f]+|\\b0x[0-9a-f]+|\\b\\d+");

    private static final String SOMETHING = "..";

    private final Names names;
    private final Map<Row, Messages> rows = new HashMap<>();

    /** The last event of each thread that threw an exception. If the thread's next event discards a task, that task was rejected. */
    private final Map<Long, TraceEvent> thrown = new HashMap<>();

    /** What happened or was ended by an error, with the class of the error and its call site. */
    private record Row(String what, String errorClass, int codeptrRa) {}

    private static final class Messages {
        long count;
        private String message;
        private boolean differ;

        Messages(String first) {
            message = first;
        }

        void add(String another) {
            count++;
            if (!another.equals(message)) {
                // The first message represents all of them, without the parts in which they may differ.
                message = differ ? message : DIFFERS.matcher(message).replaceAll(SOMETHING);
                differ = true;
            }
        }
    }

    ErrorSection(Names names) {
        this.names = names;
    }

    @Override
    public Set<Event> kinds() {
        return EnumSet.of(Event.ERROR, Event.CANCEL, Event.TASK_SCHEDULE);
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        TraceEvent error = thrown.isEmpty() ? null : thrown.remove(thread.id());
        if (error != null) {
            count(event.discardsTask() ? "rejected a task: " : "ended a task: ", error);
        }
        if (event.event() == Event.ERROR) {
            error(event, thread);
        } else if (event.event() == Event.TASK_SCHEDULE) {
            return;
        } else if ((event.flags() & CancelFlag.ACTIVATED) != 0) {
            count(new Row(cancelled(event), "", event.codeptrRa()), "");
        } else if (event.discardsTask() && error == null) {
            count("discarded a task that had not run");
        }
    }

    /** What the program cancelled, in terms of the program's API. */
    private static String cancelled(TraceEvent event) {
        int what = event.flags() & ~CancelFlag.ACTIVATED;
        return switch (what) {
            case CancelFlag.PARALLEL -> event.construct() == Construct.PHASER ? "ended a phaser" : "broke a barrier";
            case CancelFlag.SECTIONS -> "ended what is left of an invokeAny";
            case CancelFlag.LOOP -> "ended a bulk operation early";
            case CancelFlag.TASKGROUP ->
                event.construct() == Construct.PARALLEL_STREAM ? "ended a stream early" : "cancelled a task";
            default -> "cancelled " + String.join(", ", CancelFlag.names(what));
        };
    }

    private void error(TraceEvent event, ThreadModel thread) {
        if (event.severity() == Severity.FATAL) {
            count("ended a thread: ", event);
        } else if (event.isRejection()) {
            thrown.put(thread.id(), event);
        } else {
            count("ended a task: ", event);
        }
    }

    private void count(String what, TraceEvent error) {
        String message = error.message() == null ? "" : error.message();
        String errorClass = error.errorClass();
        count(new Row(what, errorClass, error.codeptrRa()), message.substring(errorClass.length()));
    }

    private void count(String whatHappened) {
        count(new Row(whatHappened, "", 0), "");
    }

    private void count(Row row, String message) {
        boolean isKept = rows.size() < ROWS || rows.containsKey(row);
        rows.computeIfAbsent(isKept ? row : new Row("(others)", "", 0), any -> new Messages(isKept ? message : ""))
                .add(isKept ? message : "");
    }

    private String text(Row row, Messages messages) {
        String place = row.codeptrRa == 0 ? "" : " at " + Names.withoutPackages(names.callSite(row.codeptrRa));
        return row.what + row.errorClass + place + messages.message;
    }

    @Override
    public List<Table<?>> tables() {
        thrown.values().forEach(each -> count("ended a task: ", each));
        thrown.clear();
        if (rows.isEmpty()) {
            return List.of();
        }
        List<Map.Entry<String, Long>> sorted = new ArrayList<>();
        rows.forEach((row, messages) -> sorted.add(Map.entry(text(row, messages), messages.count)));
        sorted.sort(Comparator.comparing((Map.Entry<String, Long> each) -> -each.getValue())
                .thenComparing(Map.Entry::getKey));
        return List.of(Table.of("Exceptions and cancellations", "most frequent first", sorted, columns()));
    }

    private static List<Column<Map.Entry<String, Long>>> columns() {
        return List.of(
                Column.count("count", "how often", Map.Entry::getValue),
                Column.of(
                        Unit.MESSAGE,
                        "what happened",
                        "what ended, or was rejected, and the class, place and message of the error, of messages that differ what they are like; or what was cancelled or discarded",
                        Map.Entry::getKey));
    }
}
