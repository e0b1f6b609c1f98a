package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.findings.StuckTaskWaits.StuckWait;
import org.ompt4j.tools.model.Culprit;
import org.ompt4j.tools.model.MutexHold;
import org.ompt4j.tools.model.MutexWait;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Finds cycles of threads each of which waits for a mutex that the next one holds or, if holders are not traced, was last seen to hold; or for a task
 * that the next one runs, or for its end.
 */
final class DeadlockFinder {
    private final Map<Long, List<MutexWait>> waits = new HashMap<>();
    private final Map<Long, StuckWait> taskWaits = new HashMap<>();
    private final Set<Long> done = new HashSet<>();
    private final boolean holdersAreTold;
    private final long endNanos;

    /**
     * @param stuck attempts that were open at the end
     * @param ofTasks waits for tasks that were not over at the end
     * @param looksAt the constructs whose mutexes are considered
     * @param holdersAreTold whether holders are traced; else only who was last seen to hold a mutex may be known
     */
    DeadlockFinder(
            List<MutexWait> stuck,
            List<StuckWait> ofTasks,
            Predicate<Construct> looksAt,
            boolean holdersAreTold,
            long endNanos) {
        this.holdersAreTold = holdersAreTold;
        this.endNanos = endNanos;
        ofTasks.forEach(each -> taskWaits.put(each.threadId(), each));
        for (MutexWait each : stuck) {
            if (!each.canFail() && looksAt.test(each.acquire().construct())) {
                waits.computeIfAbsent(each.acquire().threadId(), any -> new ArrayList<>(1))
                        .add(each);
            }
        }
    }

    List<Deadlock> find() {
        List<Deadlock> found = new ArrayList<>();
        for (Long each : Stream.concat(waits.keySet().stream(), taskWaits.keySet().stream())
                .sorted()
                .toList()) {
            Deadlock deadlock = circleFrom(each);
            if (deadlock != null) {
                found.add(deadlock);
            }
        }
        return found;
    }

    /**
     * A wait for another thread.
     *
     * @param begin the mutex_acquire, or the begin of the wait for a task
     * @param holder who holds the mutex, or runs the task
     * @param heldAt the call site that acquired the mutex; 0 if that is not known, or for a task
     * @param isWithoutTimeout whether it is known that the wait has no timeout
     */
    private record Step(TraceEvent begin, long holder, int heldAt, boolean isWithoutTimeout) {
        Deadlock.Awaited awaited() {
            if (begin.event() == Event.MUTEX_ACQUIRE) {
                return Deadlock.Awaited.MUTEX;
            }
            return begin.construct() == Construct.THREAD ? Deadlock.Awaited.THREAD : Deadlock.Awaited.TASK;
        }
    }

    /** One step of a path, with the alternatives from the same thread. */
    private static final class Place {
        final long threadId;
        final List<Step> steps;
        int next;

        Place(long threadId, List<Step> steps) {
            this.threadId = threadId;
            this.steps = steps;
        }

        Step taken() {
            return steps.get(next - 1);
        }
    }

    /* Depth-first search, without recursion: a cycle can contain all threads. */
    private @Nullable Deadlock circleFrom(long first) {
        List<Place> way = new ArrayList<>();
        Map<Long, Integer> onWay = new HashMap<>();
        enter(first, way, onWay);
        while (!way.isEmpty()) {
            Place last = way.get(way.size() - 1);
            if (last.next == last.steps.size()) {
                way.remove(way.size() - 1);
                onWay.remove(last.threadId);
                continue;
            }
            long next = last.steps.get(last.next++).holder;
            Integer at = onWay.get(next);
            if (at != null) {
                return deadlock(way.subList(at, way.size()));
            }
            enter(next, way, onWay);
        }
        return null;
    }

    private void enter(long threadId, List<Place> way, Map<Long, Integer> onWay) {
        if (done.add(threadId)) {
            onWay.put(threadId, way.size());
            way.add(new Place(threadId, steps(threadId)));
        }
    }

    private List<Step> steps(long threadId) {
        List<Step> steps = new ArrayList<>(1);
        for (MutexWait each : waits.getOrDefault(threadId, List.of())) {
            if (!holdersAreTold) {
                addSeenHolder(each, steps);
                continue;
            }
            for (MutexHold hold : each.holds()) {
                if ((hold.isExclusive() || hold.isShared())
                        && hold.excludes(each.asksForShare())
                        && !reenters(each, hold)) {
                    steps.add(new Step(
                            each.acquire(), hold.threadId(), hold.acquired().codeptrRa(), true));
                }
            }
        }
        StuckWait ofTask = taskWaits.get(threadId);
        if (ofTask != null) {
            steps.add(new Step(ofTask.begin(), ofTask.runner(), 0, ofTask.isWithoutTimeout()));
        }
        return steps;
    }

    private static void addSeenHolder(MutexWait wait, List<Step> steps) {
        Culprit seen = wait.seenHolder();
        if (seen != null && seen.threadId() != wait.acquire().threadId()) {
            steps.add(new Step(wait.acquire(), seen.threadId(), seen.codeptrRa(), true));
        }
    }

    /** A thread never waits for a mutex that it holds exclusively. */
    private static boolean reenters(MutexWait wait, MutexHold hold) {
        return hold.isExclusive() && hold.threadId() == wait.acquire().threadId();
    }

    private Deadlock deadlock(List<Place> circle) {
        List<Deadlock.Link> links = new ArrayList<>();
        long cost = 0;
        boolean timeoutsAreTold = true;
        for (Place each : circle) {
            Step step = each.taken();
            long nanos = endNanos - step.begin.timeNanos();
            cost += nanos;
            timeoutsAreTold &= step.isWithoutTimeout;
            Deadlock.Awaited awaited = step.awaited();
            links.add(new Deadlock.Link(
                    new Interval(each.threadId, endNanos - nanos, endNanos),
                    awaited,
                    awaited == Deadlock.Awaited.MUTEX ? step.begin.waitId() : 0,
                    step.begin.codeptrRa(),
                    step.heldAt));
        }
        return new Deadlock(List.copyOf(links), holdersAreTold, timeoutsAreTold, cost);
    }
}
