package org.ompt4j.tools.report;

import java.io.IOException;
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
            Tasks tasks = codes.computeIfAbsent(code, key -> new Tasks());
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
    public void write(Page page) throws IOException {
        List<Map.Entry<String, Tasks>> rows = new ArrayList<>(codes.entrySet());
        rows.sort(Comparator.comparing(
                        (Map.Entry<String, Tasks> each) -> -each.getValue().busy.totalNanos())
                .thenComparing(Map.Entry::getKey));
        Table table = Distribution.table("created", "run", "total", "code");
        page.section(
                "Tasks",
                "by the code they run, busy time without what they wait for",
                rows,
                table,
                each -> each.getValue().busy.row(table, each.getValue().created, each.getKey()));
    }

    private static final class Tasks {
        final Distribution busy = new Distribution();
        long created;
    }
}
