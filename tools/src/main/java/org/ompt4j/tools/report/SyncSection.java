package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.tools.model.OpenSync;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;

/** Barriers and waits for tasks: explicit barriers by object, all others by call site. */
final class SyncSection implements Section, RunReader.EventListener, RunReader.StateListener {
    private static final int LINES_PER_ROW = 2;
    private static final int ROWS = 20_000;

    private final Names names;
    private final Rows<Key, WaitStatistics> rows =
            new Rows<>(ROWS, key -> new WaitStatistics(), each -> each.waits.totalNanos(), this::isNotKept);
    private final RunModel run;
    private final StillWaiting stillWaiting = new StillWaiting();
    private long usesNotKept;
    private long waitedNanosNotKept;
    /* By begin event: each barrier that a thread is in has its own begin event object. */
    private final Map<TraceEvent, Long> waited = new IdentityHashMap<>();
    /** Threads for which the end of the run ends what they are in. */
    private final Set<Long> endedByTheRun = new HashSet<>();

    SyncSection(Names names, RunModel run) {
        this.names = names;
        this.run = run;
    }

    @Override
    public Set<Event> kinds() {
        return EnumSet.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT);
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        TraceEvent begin = event.endpoint() == ScopeEndpoint.END ? innermost(thread) : null;
        if (begin == null || begin.syncKind() != event.syncKind()) {
            return;
        }
        if (event.event() == Event.SYNC_REGION) {
            addWaits(begin);
            if (!endedByTheRun.contains(thread.id())) {
                row(begin).uses++;
            }
        } else if (event.outcome().isOpen()) {
            endedByTheRun.add(thread.id());
            stillWaiting.in(row(begin));
        }
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        TaskFrame top = thread.top();
        TraceEvent begin = innermost(thread);
        if (begin != null && top != null && top.isWaitingInSync()) {
            waited.merge(begin, nanos, Long::sum);
        }
    }

    @Override
    public void pause() {
        waited.clear();
        stillWaiting.isNotKnown();
    }

    @Override
    public void end(ThreadModel thread, long timeNanos) {
        for (TaskFrame each : thread.frames()) {
            each.syncs().forEach(sync -> addWaits(sync.begin()));
        }
        TaskFrame top = thread.top();
        TraceEvent begin = innermost(thread);
        if (begin != null && top != null && top.isWaitingInSync()) {
            stillWaiting.in(row(begin));
        }
    }

    private static @Nullable TraceEvent innermost(ThreadModel thread) {
        TaskFrame top = thread.top();
        OpenSync sync = top == null ? null : top.innermostSync();
        return sync == null ? null : sync.begin();
    }

    private WaitStatistics row(TraceEvent begin) {
        return rows.at(key(begin));
    }

    private void addWaits(TraceEvent begin) {
        Long nanos = waited.remove(begin);
        if (nanos != null) {
            row(begin).add(nanos, names.callSite(run.callSiteOf(begin)));
        }
    }

    private void isNotKept(WaitStatistics row) {
        usesNotKept += row.uses;
        waitedNanosNotKept += row.waits.totalNanos();
    }

    private Key key(TraceEvent begin) {
        SyncRegionKind kind = begin.syncKind() == null ? SyncRegionKind.BARRIER_IMPLEMENTATION : begin.syncKind();
        boolean byObject = kind == SyncRegionKind.BARRIER_EXPLICIT && begin.waitId() != 0;
        String what = byObject ? names.object(begin.waitId()) : names.callSite(run.callSiteOf(begin));
        return new Key(kind, what, byObject);
    }

    @Override
    public List<Table<?>> tables() {
        List<Map.Entry<Key, WaitStatistics>> sorted =
                new ArrayList<>(rows.kept().entrySet());
        sorted.sort(Comparator.comparing((Map.Entry<Key, WaitStatistics> each) ->
                        -each.getValue().waits.totalNanos())
                .thenComparing(each -> each.getKey().kind)
                .thenComparing(each -> each.getKey().what));
        List<Column<Map.Entry<Key, WaitStatistics>>> columns = new ArrayList<>(
                WaitStatistics.columns("passed", "how often a thread went through", Map.Entry::getValue));
        columns.add(Column.<Map.Entry<Key, WaitStatistics>>of(
                        Unit.TEXT, "kind", "kind of barrier or wait", each -> name(each.getKey().kind))
                .notOnPage());
        columns.add(Column.<Map.Entry<Key, WaitStatistics>>of(
                        Unit.CALL_SITE, "what", "the barrier, or the call site", each -> each.getKey().what)
                .as(each -> each.getKey().what + " [" + name(each.getKey().kind) + "]"));
        Table<Map.Entry<Key, WaitStatistics>> table = Table.of(
                        "Barriers and joins", "by object or call site, longest waited for first", sorted, columns)
                .under(each -> each.getValue().lines(each.getKey().byObject ? LINES_PER_ROW : 0))
                .portions(each -> each.getKey().byObject ? each.getValue().portions() : List.of());
        return List.of(
                rows.given() == 0
                        ? table
                        : table.note(new Note(
                                "Too many objects to keep all apart: those that were waited for least were passed "
                                        + Units.plural(usesNotKept, "time") + ", waited for "
                                        + Units.time(waitedNanosNotKept) + " in all, in no row.",
                                Map.of("passed_in_no_row", usesNotKept, "waited_in_no_row_ns", waitedNanosNotKept))));
    }

    private static String name(SyncRegionKind kind) {
        return switch (kind) {
            case BARRIER_EXPLICIT -> "barrier";
            case BARRIER_IMPLICIT_PARALLEL -> "end of region";
            case BARRIER_IMPLICIT_WORKSHARE -> "end of stage";
            case BARRIER_IMPLEMENTATION -> "JDK";
            default -> kind.specName();
        };
    }

    private record Key(SyncRegionKind kind, String what, boolean byObject) {}
}
