package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Explicit tasks by the code that they run. */
final class TaskSection implements Section {
    private final Names names;
    private final Map<Long, Tasks> open = new HashMap<>();
    private final Map<String, Tasks> codes = new HashMap<>();

    TaskSection(Names names) {
        this.names = names;
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        if (event.event() == Event.TASK_CREATE) {
            String code = names.code(event.body(), event.codeptrRa());
            Tasks tasks = codes.computeIfAbsent(code, Tasks::new);
            tasks.created++;
            open.put(event.newTaskId(), tasks);
        } else if (event.event() == Event.TASK_SCHEDULE) {
            schedule(event, thread);
        }
    }

    private void schedule(TraceEvent event, ThreadModel thread) {
        if (event.endsBody()) {
            Tasks tasks = open.remove(event.priorTaskId());
            TaskFrame frame = thread.find(event.priorTaskId());
            if (tasks != null && frame != null) {
                tasks.busy.add(frame.busyNanos());
            }
        }
    }

    @Override
    public void pause() {
        open.clear();
    }

    @Override
    public List<Table<?>> tables() {
        List<Tasks> rows = new ArrayList<>(codes.values());
        rows.sort(Comparator.comparing((Tasks each) -> -each.busy.totalNanos()).thenComparing(each -> each.code));
        List<Column<Tasks>> columns = new ArrayList<>();
        columns.add(Column.count("created", "tasks that were created", each -> each.created));
        columns.addAll(Distribution.columns(
                Column.count("run", "tasks that ended", each -> each.busy.count()),
                "total",
                "were busy",
                each -> each.busy));
        columns.add(Column.of(Unit.CALL_SITE, "code", "what they run, or where they were created", each -> each.code));
        return List.of(Table.of("Tasks", "by the code they run, busy time without what they wait for", rows, columns));
    }

    private static final class Tasks {
        final Distribution busy = new Distribution();
        final String code;
        long created;

        Tasks(String code) {
            this.code = code;
        }
    }
}
