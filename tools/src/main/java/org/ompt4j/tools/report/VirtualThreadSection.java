package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Virtual threads by the code that they run: how long carriers ran them, and how long they waited. Absent if there were none. */
final class VirtualThreadSection implements Section {
    private final Names names;
    private final RunModel run;
    private final Map<Long, Threads> open = new HashMap<>();
    private final Map<String, Threads> codes = new HashMap<>();

    VirtualThreadSection(Names names, RunModel run) {
        this.names = names;
        this.run = run;
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        if (event.event() == Event.TASK_CREATE && TraceEvent.isVirtualThread(event.newTaskId())) {
            open.put(event.newTaskId(), threadsOf(names.code(event.body(), event.codeptrRa())));
        } else if (event.isMount()) {
            Threads mounted = threads(event.nextTaskId());
            mounted.mounts++;
            mounted.started += run.switchedBy(event) == null ? 1 : 0;
        } else if (event.isUnmount() && event.endsBody()) {
            open.remove(event.priorTaskId());
        }
    }

    private Threads threads(long id) {
        return open.computeIfAbsent(id, unseen -> threadsOf(names.callSite(0)));
    }

    private Threads threadsOf(String code) {
        return codes.computeIfAbsent(code, key -> new Threads(code));
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        if (thread.isVirtual()) {
            threads(thread.id()).add(state, nanos, thread.carrier() != null);
        }
    }

    @Override
    public void write(Page page) throws IOException {
        List<Threads> rows = new ArrayList<>(codes.values());
        if (rows.isEmpty()) {
            return;
        }
        rows.sort(Comparator.comparing((Threads each) -> -each.mountedNanos).thenComparing(each -> each.code));
        Table table = new Table("started", "mounts", "mounted", "waiting", "unmounted", "code");
        page.section(
                "Virtual threads",
                "by the code they run, longest mounted first; mounted includes waits that pin the carrier",
                rows,
                table,
                each -> each.row(table));
    }

    /** All virtual threads that run the same code. */
    private static final class Threads {
        final String code;
        final Map<State, Long> waits = new EnumMap<>(State.class);
        long started;
        long mounts;
        long mountedNanos;
        long pinnedNanos;
        /** Without a wait that was told. */
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

        void row(Table table) {
            long waited = waits.values().stream().mapToLong(each -> each).sum();
            table.row(
                    Units.count(started),
                    Units.count(mounts),
                    Units.time(mountedNanos),
                    time(waited),
                    time(unmountedNanos),
                    code);
            if (waited > 0) {
                table.continuation("waiting: " + states()
                        + (pinnedNanos == 0 ? "" : "; of it mounted " + Units.time(pinnedNanos)));
            }
        }

        private static String time(long nanos) {
            return nanos == 0 ? Table.NONE : Units.time(nanos);
        }

        private String states() {
            return waits.entrySet().stream()
                    .sorted(Map.Entry.<State, Long>comparingByValue().reversed())
                    .map(each -> ThreadSection.head(each.getKey()) + " " + Units.time(each.getValue()))
                    .collect(Collectors.joining(", "));
        }
    }
}
