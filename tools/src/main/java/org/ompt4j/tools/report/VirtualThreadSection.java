package org.ompt4j.tools.report;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;

/** Virtual threads by the code that they run: how long carriers ran them, and how long they waited. Absent if there were none. */
final class VirtualThreadSection implements Section, RunReader.EventListener, RunReader.StateListener {
    private static final int CODES = 20_000;

    private final Names names;
    private final RunModel run;
    private final TaskPlaces places;
    private final Rows<String, Threads> codes =
            new Rows<>(CODES, Threads::new, each -> each.mountedNanos, this::isNotKept);
    private long startedNotKept;
    private long mountedNanosNotKept;

    VirtualThreadSection(Names names, RunModel run, TaskPlaces places) {
        this.names = names;
        this.run = run;
        this.places = places;
    }

    @Override
    public Set<Event> kinds() {
        return EnumSet.of(Event.TASK_CREATE, Event.TASK_SCHEDULE, Event.TASK_LATE);
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        if (event.event() == Event.TASK_CREATE && TraceEvent.isVirtualThread(event.newTaskId())) {
            codes.at(names.code(event.body(), event.codeptrRa())); // Creates a row, even if the thread never runs.
        } else if (event.isMount()) {
            Threads mounted = threads(event.nextTaskId());
            mounted.mounts++;
            mounted.started += run.switchedBy(event) == null ? 1 : 0;
        } else if (event.isLateMount()) {
            threads(event.taskId()).lateNanos += event.value(Member.LATENESS);
        }
    }

    private Threads threads(long id) {
        long place = places.of(id);
        return codes.at(
                place == TaskPlaces.NOT_KNOWN
                        ? names.callSite(0)
                        : names.code(EventShape.body(place), EventShape.codeptrRa(place)));
    }

    private void isNotKept(Threads threads) {
        startedNotKept += threads.started;
        mountedNanosNotKept += threads.mountedNanos;
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        if (thread.isVirtual()) {
            threads(thread.id()).add(state, nanos, thread.carrier() != null);
        }
    }

    @Override
    public List<Table<?>> tables() {
        List<Threads> rows = codes.all();
        if (rows.isEmpty()) {
            return List.of();
        }
        rows.sort(Comparator.comparing((Threads each) -> -each.mountedNanos).thenComparing(each -> each.code));
        Table<Threads> table = Table.of(
                        "Virtual threads",
                        "by the code they run, longest mounted first; mounted includes waits that pin the carrier",
                        rows,
                        columns())
                .under(Threads::lines)
                .portions(Threads::portions);
        return List.of(codes.given() == 0 ? table : table.note(notKept()));
    }

    private static List<Column<Threads>> columns() {
        return List.of(
                Column.count("started", "virtual threads that ran", each -> each.started),
                Column.count("mounts", "how often carriers mounted them", each -> each.mounts),
                Column.time("mounted", "how long they were mounted", each -> each.mountedNanos),
                Column.<Threads>time("waiting", "how long they waited, mounted or not", Threads::waitedNanos)
                        .withoutZero(),
                Column.<Threads>time(
                                "late", "how long of that they could go on and had no carrier", each -> each.lateNanos)
                        .withoutZero(),
                Column.<Threads>time("pinned", "how long they waited while mounted", each -> each.pinnedNanos)
                        .notOnPage(),
                Column.<Threads>time("unmounted", "time off the carriers without a wait", each -> each.unmountedNanos)
                        .withoutZero(),
                Column.of(Unit.CALL_SITE, "code", "what they run, or where they were created", each -> each.code));
    }

    private Note notKept() {
        return new Note(
                "Too much different code to keep all of it apart: " + Units.plural(startedNotKept, "virtual thread")
                        + ", mounted for " + Units.time(mountedNanosNotKept) + ", are in no row.",
                Map.of("threads_in_no_row", startedNotKept, "mounted_in_no_row_ns", mountedNanosNotKept));
    }

    /** All virtual threads that run the same code. */
    private static final class Threads {
        final String code;
        final Map<State, Long> waits = new EnumMap<>(State.class);
        long started;
        long mounts;
        long mountedNanos;
        long pinnedNanos;
        /** Nanoseconds from when the threads could resume to the next mount. */
        long lateNanos;
        /** Nanoseconds unmounted without an observed wait. */
        long unmountedNanos;

        Threads(String code) {
            this.code = code;
        }

        void add(State state, long nanos, boolean isMounted) {
            boolean waits = state.name().startsWith("WAIT_");
            if (waits) {
                this.waits.merge(state, nanos, Long::sum);
            }
            if (isMounted) {
                mountedNanos += nanos;
                pinnedNanos += waits ? nanos : 0;
            } else if (!waits) {
                unmountedNanos += nanos;
            }
        }

        long waitedNanos() {
            return waits.values().stream().mapToLong(each -> each).sum();
        }

        List<RowLine> lines() {
            if (waits.isEmpty()) {
                return List.of();
            }
            String states = longestFirst()
                    .map(each -> Names.state(each.getKey()) + " " + Units.time(each.getValue()))
                    .collect(Collectors.joining(", "));
            return List.of(new RowLine(
                    "waiting: " + states + (pinnedNanos == 0 ? "" : "; of it mounted " + Units.time(pinnedNanos))));
        }

        List<Portion> portions() {
            return longestFirst()
                    .map(each -> new Portion("waiting", each.getKey().specName(), each.getValue()))
                    .toList();
        }

        private Stream<Map.Entry<State, Long>> longestFirst() {
            return waits.entrySet().stream()
                    .sorted(Map.Entry.<State, Long>comparingByValue().reversed());
        }
    }
}
