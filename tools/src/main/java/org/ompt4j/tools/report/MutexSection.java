package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.TraceEvent;

/** Locks and monitors by object: who waited for them how long, where, and who held them meanwhile. */
final class MutexSection implements Section {
    /* Where uncontended mutexes are reported too, the bookkeeping of both events lies between them. */
    private static final long LONGEST_WITHOUT_WAITING_NANOS = 10_000;
    private static final int OBJECTS_KEPT_APART = 20_000;
    private static final int LINES_PER_OBJECT = 2;

    private final Names names;
    private final int top;
    private final boolean everyOperation;
    private final Map<Long, WaitStatistics> objects = new HashMap<>();
    private final Map<Long, TraceEvent> holders = new HashMap<>();
    private final Map<Long, TraceEvent> holderAtAcquire = new HashMap<>();
    private final Map<Long, TraceEvent> lastRelease = new HashMap<>();
    private final Map<Long, Integer> waiters = new HashMap<>();
    private long acquired;
    private long gaveUp;
    private long notKeptApart;

    /** @param everyOperation whether mutexes that nobody waits for are in the trace too */
    MutexSection(Names names, int top, boolean everyOperation) {
        this.names = names;
        this.top = top;
        this.everyOperation = everyOperation;
    }

    @Override
    public void event(TraceEvent event, ThreadTimeline thread) {
        TraceEvent acquire = thread.openAcquire();
        if (acquire != null) {
            answer(event, acquire);
        }
        if (event.event() == Event.MUTEX_ACQUIRE) {
            waiters.merge(event.waitId(), 1, Integer::sum);
            TraceEvent holder = holders.get(event.waitId());
            if (holder != null && holder.threadId() != event.threadId()) {
                holderAtAcquire.put(event.threadId(), holder);
            }
        } else if (event.event() == Event.MUTEX_ACQUIRED && everyOperation) {
            holders.put(event.waitId(), event); // Otherwise a release that nobody waited for would go unnoticed.
        } else if (event.event() == Event.MUTEX_RELEASED) {
            released(event);
        }
    }

    @Override
    public void pause() {
        holders.clear();
        holderAtAcquire.clear();
        lastRelease.clear();
        waiters.clear();
    }

    private void released(TraceEvent event) {
        holders.remove(event.waitId());
        if (waiters.containsKey(event.waitId())) {
            lastRelease.put(event.waitId(), event);
        }
    }

    private void answer(TraceEvent event, TraceEvent acquire) {
        boolean succeeded = event.waitId() == acquire.waitId()
                && (event.event() == Event.MUTEX_ACQUIRED || event.event() == Event.NEST_LOCK);
        TraceEvent holder = holderAtAcquire.remove(acquire.threadId());
        TraceEvent release = lastRelease.get(acquire.waitId());
        if (waiters.merge(acquire.waitId(), -1, Integer::sum) <= 0) {
            waiters.remove(acquire.waitId());
            lastRelease.remove(acquire.waitId());
        }
        if (!succeeded) {
            gaveUp++;
        } else if (event.event() == Event.MUTEX_ACQUIRED) {
            acquired++;
            acquired(acquire, event.timeNanos(), holder, release);
        }
    }

    private void acquired(
            TraceEvent acquire, long timeNanos, @Nullable TraceEvent holder, @Nullable TraceEvent release) {
        WaitStatistics statistics = statistics(acquire.waitId());
        if (statistics == null) {
            notKeptApart++;
            return;
        }
        statistics.uses++;
        long nanos = timeNanos - acquire.timeNanos();
        TraceEvent blamed = holder != null ? holder : releasedDuring(acquire, release);
        if (!everyOperation || blamed != null || nanos > LONGEST_WITHOUT_WAITING_NANOS) {
            wait(statistics, acquire, nanos, blamed);
        }
    }

    private static @Nullable TraceEvent releasedDuring(TraceEvent acquire, @Nullable TraceEvent release) {
        boolean during = release != null
                && release.timeNanos() >= acquire.timeNanos()
                && release.threadId() != acquire.threadId();
        return during ? release : null;
    }

    private void wait(WaitStatistics statistics, TraceEvent acquire, long nanos, @Nullable TraceEvent holder) {
        statistics.add(nanos, names.callSite(acquire.codeptrRa()));
        if (holder != null) {
            String how = holder.event() == Event.MUTEX_ACQUIRED ? "while held from" : "until released at";
            statistics.blame(how, names.callSite(holder.codeptrRa()), nanos);
        }
    }

    private @Nullable WaitStatistics statistics(long waitId) {
        WaitStatistics known = objects.get(waitId);
        if (known == null && objects.size() < OBJECTS_KEPT_APART) {
            known = new WaitStatistics();
            objects.put(waitId, known);
        }
        return known;
    }

    @Override
    public void end(ThreadTimeline thread, long timeNanos) {
        TraceEvent acquire = thread.openAcquire();
        WaitStatistics statistics = acquire == null ? null : statistics(acquire.waitId());
        if (acquire != null && statistics != null) {
            statistics.stillWaiting++;
            wait(statistics, acquire, timeNanos - acquire.timeNanos(), holders.get(acquire.waitId()));
        }
    }

    @Override
    public void write(Page page) throws IOException {
        List<Map.Entry<Long, WaitStatistics>> rows = new ArrayList<>(objects.entrySet());
        rows.removeIf(each -> each.getValue().waits.count() == 0);
        rows.sort(Comparator.comparing((Map.Entry<Long, WaitStatistics> each) ->
                        -each.getValue().waits.totalNanos())
                .thenComparing(Map.Entry::getKey));
        Table table = new Table("acquired", "waits", "waited", "mean", "p50", "p90", "p99", "max", "object");
        rows.stream().limit(top).forEach(each -> row(table, names.object(each.getKey()), each.getValue()));
        page.section("Locks and monitors", "by object, longest waited for first", rows.size(), table);
        page.sentence(Units.plural(acquired, "acquisition") + " reported, " + Units.plural(gaveUp, "attempt")
                + " without success.");
        if (notKeptApart > 0) {
            page.sentence(Units.count(notKeptApart) + " of them of objects beyond the first "
                    + Units.count(OBJECTS_KEPT_APART) + ", which are not listed.");
        }
    }

    private static void row(Table table, String object, WaitStatistics statistics) {
        Distribution waits = statistics.waits;
        table.row(
                Units.count(statistics.uses),
                Units.count(waits.count()),
                Units.time(waits.totalNanos()),
                Units.time(waits.meanNanos()),
                Units.time(waits.percentile(50)),
                Units.time(waits.percentile(90)),
                Units.time(waits.percentile(99)),
                Units.time(waits.maxNanos()),
                object);
        statistics.explain(table, LINES_PER_OBJECT);
    }
}
