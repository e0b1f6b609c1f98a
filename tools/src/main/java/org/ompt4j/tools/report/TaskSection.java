package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.tools.findings.Finders;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.Steals;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;

/** Explicit tasks by the code that they run. */
final class TaskSection implements Section, RunReader.EventListener {
    private static final int CODES = 20_000;

    private final Names names;
    private final TaskPlaces places;
    private final Steals steals;
    private final Finders finders;
    private final Rows<String, Tasks> codes =
            new Rows<>(CODES, Tasks::new, each -> each.busy.totalNanos(), this::isNotKept);
    private long createdNotKept;
    private long busyNanosNotKept;

    TaskSection(Names names, TaskPlaces places, Steals steals, Finders finders) {
        this.names = names;
        this.places = places;
        this.steals = steals;
        this.finders = finders;
    }

    @Override
    public Set<Event> kinds() {
        return EnumSet.of(Event.TASK_CREATE, Event.TASK_SCHEDULE);
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        if (event.event() == Event.TASK_CREATE) {
            codes.at(names.code(event.body(), event.codeptrRa())).created++;
            return;
        }
        if (event.endsBody()) {
            ends(event, thread);
        }
        long place = steals.beginsOwn() ? places.of(event.nextTaskId()) : TaskPlaces.NOT_KNOWN;
        if (place != TaskPlaces.NOT_KNOWN) {
            codes.at(code(place)).steals.add(steals);
        }
    }

    private String code(long place) {
        return names.code(EventShape.body(place), EventShape.codeptrRa(place));
    }

    private void ends(TraceEvent event, ThreadModel thread) {
        long place = places.of(event.priorTaskId());
        TaskFrame frame = thread.find(event.priorTaskId());
        if (place != TaskPlaces.NOT_KNOWN && frame != null && !frame.isCutOff()) {
            codes.at(code(place)).busy.add(frame.busyNanos());
            finders.ran(place, frame.busyNanos(), event.timeNanos());
        }
    }

    private void isNotKept(Tasks tasks) {
        createdNotKept += tasks.created;
        busyNanosNotKept += tasks.busy.totalNanos();
    }

    @Override
    public List<Table<?>> tables() {
        List<Tasks> rows = codes.all();
        rows.sort(Comparator.comparing((Tasks each) -> -each.busy.totalNanos()).thenComparing(each -> each.code));
        List<Column<Tasks>> columns = new ArrayList<>();
        columns.add(Column.count("created", "tasks that were created", each -> each.created));
        columns.addAll(Distribution.columns(
                Column.count("run", "tasks that ended", each -> each.busy.count()),
                "total",
                "were busy",
                each -> each.busy));
        columns.addAll(StealCount.columns(each -> each.steals));
        columns.add(Column.of(Unit.CALL_SITE, "code", "what they run, or where they were created", each -> each.code));
        return List.of(withoutAll(
                Table.of("Tasks", "by the code they run, busy time without what they wait for", rows, columns)
                        .under(each -> each.steals.lines())));
    }

    private Table<Tasks> withoutAll(Table<Tasks> table) {
        Table<Tasks> with = table;
        if (codes.given() > 0) {
            with = with.note(new Note(
                    "Too much different code to keep all of it apart: " + Units.plural(createdNotKept, "task")
                            + ", busy for " + Units.time(busyNanosNotKept) + ", are in no row.",
                    Map.of("tasks_in_no_row", createdNotKept, "busy_in_no_row_ns", busyNanosNotKept)));
        }
        return places.notFollowed() == 0
                ? with
                : with.note(new Note(
                        "Of " + Units.plural(places.notFollowed(), "task")
                                + " it is not known how long they were busy: too many had been created and were not over.",
                        Map.of("not_followed", places.notFollowed())));
    }

    private static final class Tasks {
        final Distribution busy = new Distribution();
        final StealCount steals = new StealCount();
        final String code;
        long created;

        Tasks(String code) {
            this.code = code;
        }
    }
}
