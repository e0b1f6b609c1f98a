package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.tools.findings.Standstill.Holder;
import org.ompt4j.tools.findings.Standstill.Notified;
import org.ompt4j.tools.findings.Standstill.Waits;
import org.ompt4j.tools.model.Culprit;
import org.ompt4j.tools.model.MutexHold;
import org.ompt4j.tools.model.MutexWait;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.StackOfWait;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** What all threads waited for at the end of a standstill. */
final class StandstillWaits {
    private static final Comparator<Waiting> ORDER =
            Comparator.comparingLong((Waiting each) -> each.begin.timeNanos()).thenComparing(Waiting::threadId);

    private final List<Waiting> waiting = new ArrayList<>();
    private final Set<Long> alive = new HashSet<>();
    private final long toNanos;

    private record Waiting(
            long threadId,
            TraceEvent begin,
            int code,
            @Nullable TraceEvent notification,
            long runner) {
        @Nullable
        Notified notified() {
            return notification == null
                    ? null
                    : new Notified(
                            notification.threadId(),
                            notification.codeptrRa(),
                            begin.timeNanos() - notification.timeNanos());
        }
    }

    private record Same(State state, Construct construct, long waitId, int waitsAt, int code) {
        boolean hasPlace() {
            return waitsAt != 0 || code != 0;
        }

        static Same of(Waiting each) {
            TraceEvent begin = each.begin;
            return new Same(begin.waitState(), begin.construct(), begin.waitId(), begin.codeptrRa(), each.code);
        }
    }

    /**
     * @param threads that wait now
     * @param run the run at this time
     * @param notifications the last one of each monitor, by its wait id
     */
    StandstillWaits(
            List<ThreadModel> threads,
            RunModel run,
            StackOfWait stacks,
            Map<Long, TraceEvent> notifications,
            long toNanos) {
        this.toNanos = toNanos;
        for (ThreadModel each : threads) {
            TraceEvent begin = each.innermostWait();
            if (begin != null) {
                waiting.add(new Waiting(
                        each.id(),
                        begin,
                        stacks.codeUnlessSiteIsKnown(each, begin),
                        notification(begin, notifications),
                        runner(begin, run)));
            }
        }
        run.living().forEach(each -> alive.add(each.id()));
        waiting.sort(ORDER);
    }

    private static @Nullable TraceEvent notification(TraceEvent begin, Map<Long, TraceEvent> notifications) {
        boolean isForCondition = begin.waitState() == State.WAIT_CONDITION && begin.waitId() != 0;
        TraceEvent last = isForCondition ? notifications.get(begin.waitId()) : null;
        return last == null || last.timeNanos() > begin.timeNanos() ? null : last;
    }

    /** The thread that is awaited, or that runs the task that is; 0 if there is none. */
    private static long runner(TraceEvent begin, RunModel run) {
        if (begin.syncKind() != SyncRegionKind.TASKWAIT) {
            return 0;
        }
        ThreadModel runner = run.virtualThreadOrRunner(begin.waitId());
        return runner == null ? 0 : runner.id();
    }

    LongStream threads() {
        return waiting.stream().mapToLong(Waiting::threadId);
    }

    LongStream threadsNotForMutexes() {
        return waiting.stream()
                .filter(each -> !each.begin.waitState().isForMutex())
                .mapToLong(Waiting::threadId);
    }

    /**
     * The waits, the longest first.
     *
     * @param stuck the attempts to acquire mutexes that were open at the end
     */
    List<Waits> all(Collection<MutexWait> stuck) {
        Map<Long, MutexWait> attempts = new HashMap<>();
        stuck.forEach(each -> attempts.put(each.acquire().threadId(), each));
        Map<Same, List<Waiting>> all = new LinkedHashMap<>();
        waiting.forEach(each ->
                all.computeIfAbsent(Same.of(each), any -> new ArrayList<>(1)).add(each));
        joinThoseWithoutPlace(all);
        List<Waits> waits = new ArrayList<>();
        all.forEach((same, those) -> waits.add(waits(same, those, attempts)));
        return List.copyOf(waits);
    }

    /** The place is told of a part of the waits only: those for the same object that lack it are added to the first that have it. */
    private static void joinThoseWithoutPlace(Map<Same, List<Waiting>> all) {
        for (Same each : List.copyOf(all.keySet())) {
            Same other = each.hasPlace() || each.waitId == 0 ? null : withPlace(each, all.keySet());
            List<Waiting> those = other == null ? null : all.get(other);
            if (those != null) {
                those.addAll(all.remove(each));
                those.sort(ORDER);
            }
        }
    }

    private static @Nullable Same withPlace(Same one, Set<Same> all) {
        return all.stream()
                .filter(each -> each.hasPlace() && each.state == one.state && each.waitId == one.waitId)
                .findFirst()
                .orElse(null);
    }

    private Waits waits(Same same, List<Waiting> all, Map<Long, MutexWait> attempts) {
        Waiting first = all.get(0);
        MutexWait attempt = same.state.isForMutex() ? attempts.get(first.threadId) : null;
        return new Waits(
                same.state,
                same.construct,
                same.waitId,
                same.waitsAt,
                same.code,
                all.stream().map(Waiting::threadId).toList(),
                toNanos - first.begin.timeNanos(),
                attempt == null ? null : holder(attempt),
                first.notified(),
                first.runner);
    }

    private @Nullable Holder holder(MutexWait attempt) {
        for (MutexHold each : attempt.holds()) {
            if (each.isExclusive()) {
                return holder(each.threadId(), true, each.acquired().codeptrRa());
            }
        }
        Culprit seen = attempt.seenHolder();
        return seen == null ? null : holder(seen.threadId(), false, seen.codeptrRa());
    }

    private Holder holder(long threadId, boolean isTold, int at) {
        return new Holder(threadId, isTold, at, !alive.contains(threadId));
    }
}
