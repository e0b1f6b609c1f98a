package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.tools.model.MutexHold;
import org.ompt4j.tools.model.MutexWait;

/** Finds cycles of threads each of which waits for a mutex that the next one holds or, if holders are not traced, held when the wait began. */
final class DeadlockFinder {
    private final Map<Long, List<MutexWait>> waits = new HashMap<>();
    private final Set<Long> done = new HashSet<>();
    private final boolean isSure;
    private final long endNanos;

    /**
     * @param stuck attempts that were open at the end
     * @param looksAt the constructs whose mutexes are considered
     * @param isSure whether holders are traced; else only the holder at the begin of a wait may be known
     */
    DeadlockFinder(List<MutexWait> stuck, Predicate<Construct> looksAt, boolean isSure, long endNanos) {
        this.isSure = isSure;
        this.endNanos = endNanos;
        for (MutexWait each : stuck) {
            if (!each.canFail() && looksAt.test(each.acquire().construct())) {
                waits.computeIfAbsent(each.acquire().threadId(), any -> new ArrayList<>(1))
                        .add(each);
            }
        }
    }

    List<Deadlock> find() {
        List<Deadlock> found = new ArrayList<>();
        for (Long each : waits.keySet().stream().sorted().toList()) {
            Deadlock deadlock = circleFrom(each);
            if (deadlock != null) {
                found.add(deadlock);
            }
        }
        return found;
    }

    /** A wait for a mutex that another thread holds, and the call site that acquired it; 0 if that is not known. */
    private record Step(MutexWait attempt, long holder, int heldAt) {}

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
            if (!isSure) {
                addFirstHolder(each, steps);
                continue;
            }
            for (MutexHold hold : each.holds()) {
                if ((hold.isExclusive() || hold.isShared())
                        && hold.excludes(each.asksForShare())
                        && !reenters(each, hold)) {
                    steps.add(new Step(each, hold.threadId(), hold.acquired().codeptrRa()));
                }
            }
        }
        return steps;
    }

    private static void addFirstHolder(MutexWait wait, List<Step> steps) {
        long owner = wait.acquire().owner();
        if (owner != 0 && owner != wait.acquire().threadId()) {
            steps.add(new Step(wait, owner, 0));
        }
    }

    /** A thread never waits for a mutex that it holds exclusively. */
    private static boolean reenters(MutexWait wait, MutexHold hold) {
        return hold.isExclusive() && hold.threadId() == wait.acquire().threadId();
    }

    private Deadlock deadlock(List<Place> circle) {
        List<Deadlock.Link> links = new ArrayList<>();
        long cost = 0;
        for (Place each : circle) {
            Step step = each.taken();
            long nanos = endNanos - step.attempt.acquire().timeNanos();
            cost += nanos;
            links.add(new Deadlock.Link(
                    new Interval(each.threadId, endNanos - nanos, endNanos),
                    step.attempt.acquire().waitId(),
                    step.attempt.acquire().codeptrRa(),
                    step.heldAt));
        }
        return new Deadlock(List.copyOf(links), isSure, cost);
    }
}
