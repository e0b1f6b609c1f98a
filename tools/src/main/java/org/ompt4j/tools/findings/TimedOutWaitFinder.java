package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.findings.TimedOutPlace.Key;
import org.ompt4j.tools.findings.TimedOutPlace.Timeout;
import org.ompt4j.tools.findings.TimedOutWaits.Because;
import org.ompt4j.tools.model.OpenSync;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Finds waits that timed out before the thread got what it waited for. Memory is bounded. Thread safety: none.
 *
 * <p>A timeout is normal for a thread that polls for work, or does something at intervals; such a thread returns to the same place. So an attempt to
 * acquire a mutex always counts. A wait for a task, a latch and the like counts unless the same task waits there for the same object again. A wait
 * for an item of a queue, or a condition, counts only if the thread did something that a polling thread does not do.
 */
final class TimedOutWaitFinder {
    static final EnumSet<Event> KINDS = EnumSet.of(
            Event.WAIT, Event.SYNC_REGION_WAIT, Event.TASK_CREATE, Event.TASK_SCHEDULE, Event.ERROR, Event.THREAD_END);

    private static final int PLACES = 20_000;
    private static final int THREADS = 100_000;

    /** How many waits of one thread are kept of which it is not known yet whether the thread returns. */
    private static final int OPEN = 100;

    /** How many places are kept where tasks of a thread have waited before. */
    private static final int BEFORE = 1_000;

    /** Tasks that were waited for and had not begun. */
    private static final int TASKS = 10_000;

    /** How many threads, in total, are searched for an awaited task. */
    private static final int LOOKS = 20_000_000;

    /** Constructs whose tasks run at intervals, or are the thread's own task. */
    private static final EnumSet<Construct> NO_REQUESTS =
            EnumSet.of(Construct.THREAD, Construct.SCHEDULED_EXECUTOR, Construct.TIMER);

    private final RunModel run;
    private final LongPredicate isDropped;
    private final Rows<Key, TimedOutPlace> places =
            new Rows<>(PLACES, TimedOutPlace::new, TimedOutPlace::nanos, each -> {});
    private final Map<Long, Waiter> waiters = new HashMap<>();
    /** Workers that wait for a task that had not begun when their wait began, with the begins of these waits. */
    private final Map<Long, OpenWait> stuck = new LinkedHashMap<>();

    private final Map<Long, Timeout> notBegun = new HashMap<>();
    private final LastErrors errors;
    private int looks;

    private record OpenWait(long poolId, TraceEvent begin) {}

    /** A place, and the object for which a task waits there. */
    private record Wait(Key key, long waitId, long taskId) {}

    private static final class Waiter {
        /** The task in which the thread of a {@link java.util.Timer} waits until its next task is due; 0 for other threads. */
        long timerTaskId;

        final Map<Wait, Timeout> open = new LinkedHashMap<>();
        /** Where tasks have waited before. */
        final Set<Wait> before = new HashSet<>();
        /** Whether it has made a task since its last wait for an item or a condition. */
        boolean hasAsked;

        boolean isAsking;
        boolean hasThrown;
        boolean hasThrownTimeout;

        void waitedBefore(Wait wait) {
            if (before.size() < BEFORE) {
                before.add(wait);
            }
        }

        void over(long taskId, @Nullable Construct construct) {
            for (Iterator<Map.Entry<Wait, Timeout>> all = open.entrySet().iterator(); all.hasNext(); ) {
                Map.Entry<Wait, Timeout> each = all.next();
                if (each.getKey().taskId == taskId) {
                    over(each.getKey(), each.getValue(), construct);
                    all.remove();
                }
            }
            before.removeIf(each -> each.taskId == taskId);
            hasThrown = false;
            hasThrownTimeout = false;
        }

        private void over(Wait wait, Timeout timeout, @Nullable Construct construct) {
            if (!canBePoll(wait.key.state())) {
                timeout.counts(Because.NOT_GOT);
            } else if (wait.key.state() == State.WAIT_PARK ? hasThrownTimeout : hasThrown) {
                timeout.counts(Because.FAILED);
            } else if (wait.key.state() != State.WAIT_PARK
                    && !before.contains(wait)
                    && construct != null
                    && !NO_REQUESTS.contains(construct)) {
                timeout.counts(Because.GAVE_UP);
            }
        }

        /** All tasks of the thread are over. */
        void end() {
            open.forEach((wait, timeout) -> {
                if (!canBePoll(wait.key.state())) {
                    timeout.counts(Because.NOT_GOT);
                }
            });
            open.clear();
        }
    }

    /**
     * @param run the run model, which knows the thread that runs a task
     * @param isDropped whether the policy of a pool dropped the task with this id
     * @param errors the exceptions up to the present event
     */
    TimedOutWaitFinder(RunModel run, LongPredicate isDropped, LastErrors errors) {
        this.errors = errors;
        this.isDropped = isDropped;
        this.run = run;
    }

    /** Whether a wait of this kind may be polling or a pause. */
    private static boolean canBePoll(State state) {
        return state == State.WAIT_QUEUE || state == State.WAIT_CONDITION || state == State.WAIT_PARK;
    }

    /** Whether a timeout of this kind of wait means anything. */
    private static boolean isOfInterest(State state) {
        return state != State.WAIT_SLEEP && state != State.WAIT_IO && state != State.IDLE && !state.isWork();
    }

    /** Before the run takes it into account. */
    void event(TraceEvent event, ThreadModel thread, QueueModel queues) {
        Event kind = event.event();
        if (kind == null) {
            return;
        }
        switch (kind) {
            case TASK_CREATE -> {
                Waiter waiter = waiters.get(thread.id());
                if (waiter != null && !isNextRun(event)) {
                    waiter.hasAsked = true;
                }
            }
            case WAIT, SYNC_REGION_WAIT -> wait(event, thread, queues);
            case TASK_SCHEDULE -> schedule(event, thread);
            case ERROR -> {
                Waiter waiter = waiters.get(thread.id());
                if (waiter != null) {
                    String message = event.message();
                    waiter.hasThrown = true;
                    waiter.hasThrownTimeout = message != null && message.split(":", 2)[0].contains("Timeout");
                }
            }
            case THREAD_END -> {
                Waiter waiter = waiters.remove(thread.id());
                if (waiter != null) {
                    waiter.end();
                }
                stuck.remove(thread.id());
            }
            default -> {}
        }
    }

    /** Whether the task is the next run of a periodic one, which nobody asked for in this run. */
    private static boolean isNextRun(TraceEvent event) {
        boolean canBePeriodic =
                event.construct() == Construct.TIMER || event.construct() == Construct.SCHEDULED_EXECUTOR;
        return canBePeriodic && event.codeptrRa() == 0;
    }

    private void schedule(TraceEvent event, ThreadModel thread) {
        long prior = event.priorTaskId();
        if (event.construct() == Construct.TIMER && !event.endsBody()) {
            Waiter timer = waiter(thread);
            if (timer != null) {
                timer.timerTaskId = prior;
            }
        }
        Waiter waiter = prior == 0 || !event.endsBody() ? null : waiters.get(thread.id());
        if (waiter != null) {
            waiter.over(prior, event.construct());
            if (prior == thread.id()) {
                waiters.remove(thread.id());
            }
        }
        Timeout waited = event.nextTaskId() == 0 ? null : notBegun.remove(event.nextTaskId());
        if (waited != null && waited.poolId == thread.poolId()) {
            waited.beganInOwnPool();
        }
    }

    private void wait(TraceEvent event, ThreadModel thread, QueueModel queues) {
        State state = event.waitState();
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            begins(event, state, thread, queues);
        } else if (event.endpoint() == ScopeEndpoint.END && isOfInterest(state)) {
            TraceEvent begin = event.endsAttempt() ? thread.acquireAnsweredBy(event) : thread.innermostWait();
            if (begin != null && begin.waitId() == event.waitId()) {
                ends(begin, event, state, thread, queues);
            }
            stuck.remove(thread.id());
        }
    }

    private void begins(TraceEvent event, State state, ThreadModel thread, QueueModel queues) {
        if (thread.poolId() != 0 && queues.isForQueued(event)) {
            stuck.put(thread.id(), new OpenWait(thread.poolId(), event));
        }
        Waiter waiter = waiters.get(thread.id());
        if (waiter == null) {
            return;
        }
        Wait wait = waitOf(event, event, state);
        if (waiter.open.remove(wait) != null) {
            waiter.waitedBefore(wait);
        }
        if (canBePoll(state)) {
            waiter.isAsking = waiter.hasAsked;
            waiter.hasAsked = false;
        }
        waiter.hasThrown = false;
        waiter.hasThrownTimeout = false;
    }

    private static Wait waitOf(TraceEvent begin, TraceEvent event, State state) {
        boolean isOfObject = state.isForMutex() || state.isForQueue() || canBePoll(state);
        long object = RecordSink.isPermit(begin.waitId()) ? 0 : begin.waitId();
        Key key = new Key(state, begin.construct(), begin.codeptrRa(), isOfObject ? object : 0);
        return new Wait(key, object, event.taskId());
    }

    private void ends(TraceEvent begin, TraceEvent event, State state, ThreadModel thread, QueueModel queues) {
        if (isOfTimer(event, thread)) {
            return;
        }
        boolean isTimeout = event.outcome() == WaitOutcome.TIMEOUT;
        Wait wait = waitOf(begin, event, state);
        if (!isTimeout) {
            if (canBePoll(state)) {
                got(wait, thread);
            }
            return;
        }
        TimedOutPlace place = places.at(wait.key);
        Timeout timeout = new Timeout(
                place, wait.waitId, new Interval(thread.id(), beganNanos(begin, thread), event.timeNanos()));
        timeout.thrown = errors.during(timeout.interval);
        task(timeout, begin, event.timeNanos(), thread, queues);
        Waiter waiter = waiter(thread);
        if (state.isForMutex() || waiter == null) {
            if (state.isForMutex()) {
                timeout.counts(Because.NOT_GOT);
            }
            return;
        }
        if (canBePoll(state)) {
            waiter.open.put(wait, timeout);
            if (waiter.isAsking && state != State.WAIT_PARK) {
                place.asked(thread.id());
            }
        } else if (!waiter.before.contains(wait)) {
            waiter.open.put(wait, timeout);
        }
        if (waiter.open.size() > OPEN) {
            Map.Entry<Wait, Timeout> eldest = waiter.open.entrySet().iterator().next();
            waiter.over(eldest.getKey(), eldest.getValue(), null);
            waiter.open.remove(eldest.getKey());
        }
    }

    /** Whether the thread of a timer has waited until its next task was due. */
    private boolean isOfTimer(TraceEvent event, ThreadModel thread) {
        Waiter waiter = waiters.get(thread.id());
        return waiter != null && waiter.timerTaskId != 0 && waiter.timerTaskId == event.taskId();
    }

    /** A wait for a group of tasks awaits one after the other, with one timeout for all of them: it begins with the group. */
    private static long beganNanos(TraceEvent begin, ThreadModel thread) {
        TaskFrame frame = begin.syncKind() == SyncRegionKind.TASKGROUP ? thread.frameOf(begin.taskId()) : null;
        OpenSync group = frame == null ? null : frame.innermostSync();
        return group == null || group.begin().syncKind() != SyncRegionKind.TASKGROUP
                ? begin.timeNanos()
                : group.begin().timeNanos();
    }

    /** A wait for an item or a condition ended without a timeout. */
    private void got(Wait wait, ThreadModel thread) {
        TimedOutPlace place = places.find(wait.key);
        if (place != null) {
            place.gotten++;
        }
        Waiter waiter = waiter(thread);
        if (waiter != null) {
            waiter.open.remove(wait);
            waiter.waitedBefore(wait);
        }
    }

    private @Nullable Waiter waiter(ThreadModel thread) {
        Waiter known = waiters.get(thread.id());
        if (known == null && waiters.size() < THREADS) {
            known = new Waiter();
            waiters.put(thread.id(), known);
        }
        return known;
    }

    /** Finds out what happened to the awaited task. */
    private void task(Timeout timeout, TraceEvent begin, long nowNanos, ThreadModel thread, QueueModel queues) {
        if (begin.event() == Event.SYNC_REGION_WAIT && isDropped.test(begin.waitId())) {
            timeout.isDropped = true;
            return;
        }
        if (begin.event() != Event.SYNC_REGION_WAIT || begin.syncKind() != SyncRegionKind.TASKWAIT) {
            return;
        }
        if (queues.isForQueued(begin)) {
            timeout.isNotBegun = true;
            timeout.poolId = thread.poolId();
            if (timeout.poolId != 0) {
                timeout.isOfWholePool = waitingWorkers(timeout.poolId, queues) == queues.workersOf(timeout.poolId);
                if (notBegun.size() < TASKS) {
                    notBegun.put(begin.waitId(), timeout);
                }
            }
        } else {
            ThreadModel runner = runner(begin.waitId());
            timeout.runner = runner == null ? null : TimedOutWaits.Runner.of(runner, nowNanos);
        }
    }

    /** The thread that has the task on its stack; null if there is none, or it is looked for too often. */
    private @Nullable ThreadModel runner(long taskId) {
        if (looks > LOOKS) {
            return null;
        }
        looks += run.threads().size();
        return run.runner(taskId);
    }

    private long waitingWorkers(long poolId, QueueModel queues) {
        return stuck.values().stream()
                .filter(each -> each.poolId == poolId && queues.isForQueued(each.begin))
                .count();
    }

    /**
     * @param isSignal whether a mutex is used as a signal
     */
    List<TimedOutWaits> find(long leastNanos, LongPredicate isSignal) {
        waiters.values().forEach(Waiter::end);
        Map<Merged, TimedOutPlace.Sum> sums = new LinkedHashMap<>();
        places.kept().forEach((key, place) -> {
            Because because = place.because();
            if (because != null && !(key.state().isForMutex() && isSignal.test(key.waitId()))) {
                Key site = key.waitsAt() == 0 ? key : new Key(key.state(), key.construct(), key.waitsAt(), 0);
                sums.computeIfAbsent(new Merged(site, because), any -> new TimedOutPlace.Sum())
                        .add(place.failures(because));
            }
        });
        List<TimedOutWaits> found = new ArrayList<>();
        sums.forEach((place, sum) -> {
            Timeout longest = sum.longest;
            if (longest != null && sum.nanos > leastNanos) {
                found.add(finding(place, sum, longest));
            }
        });
        found.sort(Comparator.comparingLong((TimedOutWaits each) -> -each.costNanos())
                .thenComparing(TimedOutWaits::waitsAt)
                .thenComparing(TimedOutWaits::waitId));
        return found;
    }

    private record Merged(Key place, Because because) {}

    private static TimedOutWaits finding(Merged place, TimedOutPlace.Sum sum, Timeout longest) {
        return new TimedOutWaits(
                place.place.state(),
                place.place.construct(),
                place.place.waitsAt(),
                sum.waitId,
                sum.objects.size(),
                sum.timeouts,
                sum.threads.size(),
                sum.nanos,
                place.because,
                new TimedOutWaits.Awaited(
                        sum.notBegun,
                        sum.ownPool,
                        sum.isOfSeveralPools ? 0 : sum.poolId,
                        sum.isOfWholePool && !sum.isOfSeveralPools && sum.ownPool > 0,
                        sum.running,
                        sum.runner,
                        sum.dropped),
                longest.thrown,
                longest.interval);
    }

    /** Whether some places were dropped because there were too many. */
    boolean hasForgotten() {
        return places.given() > 0;
    }
}
