package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
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
    private long usesNotKept;
    private long waitedNanosNotKept;
    /* By begin event: each barrier that a thread is in has its own begin event object. */
    private final Map<TraceEvent, Long> waited = new IdentityHashMap<>();
    private final Map<Long, Integer> callSiteOfRegion = new HashMap<>();

    SyncSection(Names names) {
        this.names = names;
    }

    @Override
    public Set<Event> kinds() {
        return EnumSet.of(Event.PARALLEL_BEGIN, Event.PARALLEL_END, Event.SYNC_REGION);
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        if (event.event() == Event.PARALLEL_BEGIN) {
            callSiteOfRegion.put(event.parallelId(), event.codeptrRa());
        } else if (event.event() == Event.PARALLEL_END) {
            callSiteOfRegion.remove(event.parallelId());
        } else if (event.event() == Event.SYNC_REGION && event.endpoint() == ScopeEndpoint.END) {
            TraceEvent begin = innermost(thread);
            if (begin != null && begin.syncKind() == event.syncKind()) {
                add(begin);
            }
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
    }

    @Override
    public void end(ThreadModel thread, long timeNanos) {
        TaskFrame top = thread.top();
        TraceEvent begin = innermost(thread);
        if (begin != null && top != null && top.isWaitingInSync()) {
            add(begin).stillWaiting++;
        }
    }

    private static @Nullable TraceEvent innermost(ThreadModel thread) {
        TaskFrame top = thread.top();
        OpenSync sync = top == null ? null : top.innermostSync();
        return sync == null ? null : sync.begin();
    }

    private WaitStatistics add(TraceEvent begin) {
        WaitStatistics statistics = rows.at(key(begin));
        statistics.uses++;
        Long nanos = waited.remove(begin);
        if (nanos != null) {
            statistics.add(nanos, names.callSite(callSite(begin)));
        }
        return statistics;
    }

    private void isNotKept(WaitStatistics row) {
        usesNotKept += row.uses;
        waitedNanosNotKept += row.waits.totalNanos();
    }

    private int callSite(TraceEvent begin) {
        return begin.codeptrRa() != 0 ? begin.codeptrRa() : callSiteOfRegion.getOrDefault(begin.parallelId(), 0);
    }

    private Key key(TraceEvent begin) {
        SyncRegionKind kind = begin.syncKind() == null ? SyncRegionKind.BARRIER_IMPLEMENTATION : begin.syncKind();
        boolean byObject = kind == SyncRegionKind.BARRIER_EXPLICIT && begin.waitId() != 0;
        String what = byObject ? names.object(begin.waitId()) : names.callSite(callSite(begin));
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
