package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Locks and monitors by object: who waited for them how long, where, and who held them meanwhile. */
final class MutexSection implements Section {
    private static final int OBJECTS_KEPT_APART = 20_000;
    private static final int LINES_PER_OBJECT = 2;

    private final Names names;
    private final boolean everyOperation;
    private final boolean monitorsTellWaits;
    private final Map<Long, WaitStatistics> objects = new HashMap<>();
    /** Acquisitions by those that hold a mutex, in that order: several where it is shared. */
    private final Map<Long, List<TraceEvent>> holders = new HashMap<>();

    private final Map<Long, TraceEvent> holderAtAcquire = new HashMap<>();
    private final Map<Long, TraceEvent> lastRelease = new HashMap<>();
    private final Map<Long, Integer> waiters = new HashMap<>();
    /** Threads that acquire a mutex once more after they have waited for a condition of it. */
    private final Set<Long> comingBack = new HashSet<>();

    private long acquired;
    private long gaveUp;
    private long maybeWaits;
    private long maybeWaitedNanos;
    private long notKeptApart;

    /**
     * @param everyOperation whether mutexes that no thread waits for are in the trace too
     * @param monitorsTellWaits whether the JVM has told which threads wait for monitors
     */
    MutexSection(Names names, boolean everyOperation, boolean monitorsTellWaits) {
        this.names = names;
        this.everyOperation = everyOperation;
        this.monitorsTellWaits = monitorsTellWaits;
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        TraceEvent answered = thread.acquireAnsweredBy(event);
        TraceEvent acquire = answered != null ? answered : thread.acquireGivenUpBefore(event);
        if (acquire != null) {
            answer(event, acquire, answered != null);
        } else if (endsTask(event)) {
            // On behalf of a thread that is stuck in it.
            end(thread, event.timeNanos());
        }
        if (event.event() == Event.MUTEX_ACQUIRE) {
            waiters.merge(event.waitId(), 1, Integer::sum);
            if (followsCondition(event, thread.lastEvent())) {
                comingBack.add(event.threadId());
            }
            TraceEvent holder = lastHolder(event.waitId(), event.threadId());
            if (holder != null) {
                holderAtAcquire.put(event.threadId(), holder);
            }
        } else if (event.event() == Event.MUTEX_ACQUIRED && tellsWhoHolds(event)) {
            holds(event, acquire);
        } else if (event.event() == Event.MUTEX_RELEASED) {
            released(event);
        }
    }

    /** Elsewhere a release could go unnoticed, or be that of another thread. */
    private boolean tellsWhoHolds(TraceEvent acquired) {
        return everyOperation && !acquired.construct().has(Trait.RELEASED_BY_ANYONE);
    }

    private static boolean followsCondition(TraceEvent acquire, @Nullable TraceEvent last) {
        return last != null
                && last.event() == Event.WAIT
                && last.state() == State.WAIT_CONDITION
                && last.waitId() == acquire.waitId();
    }

    private static boolean endsTask(TraceEvent event) {
        return event.event() == Event.IMPLICIT_TASK && event.endpoint() == ScopeEndpoint.END
                || event.event() == Event.TASK_SCHEDULE && event.priorTaskStatus() == TaskStatus.CANCEL;
    }

    @Override
    public void pause() {
        holders.clear();
        holderAtAcquire.clear();
        comingBack.clear();
        lastRelease.clear();
        waiters.clear();
    }

    /** The last one of another thread to acquire a mutex that holds it still, or null. */
    private @Nullable TraceEvent lastHolder(long waitId, long threadId) {
        List<TraceEvent> all = holders.getOrDefault(waitId, List.of());
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).threadId() != threadId) {
                return all.get(i);
            }
        }
        return null;
    }

    private void holds(TraceEvent event, @Nullable TraceEvent acquire) {
        List<TraceEvent> all = holders.computeIfAbsent(event.waitId(), any -> new ArrayList<>(1));
        boolean shared =
                acquire != null && acquire.impl() != null && acquire.impl().isShared();
        if (!shared) {
            // Whose release was not seen.
            all.clear();
        }
        all.add(event);
    }

    private void releases(TraceEvent event) {
        List<TraceEvent> all = holders.getOrDefault(event.waitId(), List.of());
        for (int i = all.size() - 1; i >= 0; i--) {
            TraceEvent held = all.get(i);
            if (held.threadId() == event.threadId() && isOfKind(held, event)) {
                all.remove(i);
                break;
            }
        }
        if (all.isEmpty()) {
            holders.remove(event.waitId());
        }
    }

    private static boolean isOfKind(TraceEvent acquired, TraceEvent released) {
        MutexKind kind = acquired.mutexKind();
        return kind != null && kind.withoutTest() == released.mutexKind();
    }

    private void released(TraceEvent event) {
        releases(event);
        if (waiters.containsKey(event.waitId())) {
            lastRelease.put(event.waitId(), event);
        }
    }

    private void answer(TraceEvent event, TraceEvent acquire, boolean answered) {
        boolean succeeded = answered && !event.endsAttempt();
        boolean comesBack = comingBack.remove(acquire.threadId());
        TraceEvent holder = holderAtAcquire.remove(acquire.threadId());
        TraceEvent release = lastRelease.get(acquire.waitId());
        if (waiters.merge(acquire.waitId(), -1, Integer::sum) <= 0) {
            waiters.remove(acquire.waitId());
            lastRelease.remove(acquire.waitId());
        }
        if (!succeeded) {
            gaveUp(event, acquire);
        } else if (event.event() == Event.MUTEX_ACQUIRED) {
            acquired++;
            acquired(acquire, event.timeNanos(), holder, release, comesBack);
        }
    }

    private void gaveUp(TraceEvent event, TraceEvent acquire) {
        gaveUp++;
        WaitStatistics statistics = event.endsAttempt() ? statistics(acquire.waitId()) : null;
        long nanos = event.timeNanos() - acquire.timeNanos();
        if (statistics != null && nanos > 0 && knowsWhenItWaits(acquire)) {
            wait(statistics, acquire, nanos, null);
        }
    }

    private void acquired(
            TraceEvent acquire,
            long timeNanos,
            @Nullable TraceEvent holder,
            @Nullable TraceEvent release,
            boolean comesBack) {
        WaitStatistics statistics = statistics(acquire.waitId());
        if (statistics == null) {
            notKeptApart++;
            return;
        }
        statistics.uses++;
        long nanos = timeNanos - acquire.timeNanos();
        TraceEvent blamed = holder != null ? holder : releasedDuring(acquire, release);
        if (blamed != null || nanos > 0 && (comesBack || knowsWhenItWaits(acquire))) {
            wait(statistics, acquire, nanos, blamed);
        } else if (nanos > 0) {
            maybeWaits++;
            maybeWaitedNanos += nanos;
        }
    }

    /**
     * Whether the lock itself was asked if one has to wait, or the JVM has said so of a monitor. A monitor cannot be asked, nor can a lock of
     * the user's: only a holder that is seen meanwhile says that the thread waited, and not only that the machine was slow.
     */
    private boolean knowsWhenItWaits(TraceEvent acquire) {
        return !acquire.construct().has(Trait.CANNOT_BE_ASKED)
                || monitorsTellWaits && acquire.construct() == Construct.SYNCHRONIZED;
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
    public void end(ThreadModel thread, long timeNanos) {
        TraceEvent acquire = thread.openAcquire();
        WaitStatistics statistics = acquire == null ? null : statistics(acquire.waitId());
        if (acquire != null && statistics != null) {
            statistics.stillWaiting++;
            wait(
                    statistics,
                    acquire,
                    timeNanos - acquire.timeNanos(),
                    lastHolder(acquire.waitId(), acquire.threadId()));
        }
    }

    @Override
    public void write(Page page) throws IOException {
        List<Map.Entry<Long, WaitStatistics>> rows = new ArrayList<>(objects.entrySet());
        rows.removeIf(each -> each.getValue().waits.count() == 0);
        rows.sort(Comparator.comparing((Map.Entry<Long, WaitStatistics> each) ->
                        -each.getValue().waits.totalNanos())
                .thenComparing(Map.Entry::getKey));
        Table table = WaitStatistics.table("acquired", "object");
        page.section(
                "Locks and monitors",
                "by object, longest waited for first",
                rows,
                table,
                each -> each.getValue().row(table, names.object(each.getKey()), LINES_PER_OBJECT));
        page.sentence(Units.plural(acquired, "acquisition") + " reported, " + Units.plural(gaveUp, "attempt")
                + " without success.");
        if (maybeWaits > 0) {
            page.sentence(Units.plural(maybeWaits, "attempt") + " took " + Units.time(maybeWaitedNanos)
                    + " in all, of which it is unknown whether they waited: nobody was seen to hold the object.");
        }
        if (notKeptApart > 0) {
            page.sentence(Units.count(notKeptApart) + " of them of objects beyond the first "
                    + Units.count(OBJECTS_KEPT_APART) + ", which are not listed.");
        }
    }
}
