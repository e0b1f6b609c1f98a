package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.blame.BlameListener;
import org.ompt4j.tools.blame.Cause;
import org.ompt4j.tools.blame.WaitPlace;
import org.ompt4j.tools.model.CoveredTime;
import org.ompt4j.tools.model.QueueLength;
import org.ompt4j.tools.model.Rows;

/**
 * Finds places at which threads wait in a queue, for a condition or in a park until another one of these threads is done. Threads may wait there for
 * one object, or each for one of its own, as in pools that make a future for each request. Memory grows with the objects and the waiting threads, up
 * to limits: then objects with the shortest waits are dropped.
 *
 * <p>Where threads wait for several objects at one place, they may be the stages of a pipeline, each of which wakes the next one. Such threads wake one
 * another in no circle, and wait for the same objects again and again.
 *
 * <p>Idle workers also wait for one another, if their tasks make other tasks. They are left out if at some time all of them wait at once: threads
 * that wait for something that one of them has never do so. Workers of which some always have work are not left out.
 */
final class MutualWaitFinder implements BlameListener {
    /** From fewer waits it is not known who waits for whom. */
    static final int FEWEST_WAITS = 10;

    static final double MOSTLY = 0.5;
    private static final int ANYWHERE = 0;
    private static final long ANY_OBJECT = 0;
    private static final int OBJECTS = 10_000;
    /** How many points in time are kept for each place to count waiting threads; more threads hardly share one object. */
    private static final int TIMES = 1_000;
    /** How many waiting threads, and what they wait for, are kept, of all objects together; further ones are not recognized. */
    private static final int THREADS = 200_000;

    private final Rows<Key, Waits> objects = new Rows<>(OBJECTS, Waits::new, each -> each.nanos, this::leaves);

    private int kept;

    /** What was asked for last: it often is the next one too. */
    private @Nullable WaitPlace latestPlace;

    private int evictions;
    private long latestWaitId;
    private List<Waits> latest = List.of();

    /**
     * @param waitsAt the call site; {@link #ANYWHERE} for all call sites, and for an unknown one
     * @param waitId the object; {@link #ANY_OBJECT} for all objects for which threads waited at the call site
     */
    private record Key(State state, int waitsAt, long waitId) {}

    /** A place at which threads wait, whatever they wait for. */
    private record Site(State state, int waitsAt) {}

    private static final class Waits {
        final boolean isOfSeveral;
        final Set<Long> waiters = new HashSet<>(4);
        /** How often each thread ended a wait. */
        final Map<Long, Long> wakers = new HashMap<>(4);

        /** Whom each thread woke; only of several objects. */
        final Map<Long, Set<Long>> woken = new HashMap<>(0);

        /** What was waited for; only of several objects. */
        final Set<Long> awaited = new HashSet<>(0);

        private int pairs;

        /** Whether some threads were left out because there were too many. */
        private boolean isIncomplete;

        final Map<Cause, Long> causes = new HashMap<>(4);
        final CoveredTime covered = CoveredTime.atMost();
        /** A woken thread no longer waits, even if it does not run yet. */
        final QueueLength waiting = new QueueLength(TIMES);

        int open;
        long count;
        long nanos;
        /** A wakeup that ended several waits counts once. */
        long wakeups;

        long latestWakeupNanos;

        private @Nullable Waited longest;

        Interval longest() {
            return longest == null ? new Interval(0, 0, 0) : Interval.of(longest);
        }

        /** The largest number of threads that waited at one time, including waits that did not end. */
        int mostAtOnce() {
            return Math.max(waiting.most(), open);
        }

        int kept() {
            return waiters.size() + wakers.size() + awaited.size() + pairs;
        }

        Waits(Key key) {
            isOfSeveral = key.waitId == ANY_OBJECT;
        }

        void woke(long waker, long waiter) {
            pairs += woken.computeIfAbsent(waker, any -> new HashSet<>(4)).add(waiter) ? 1 : 0;
        }

        private Set<Long> wokenBy(long waker) {
            return woken.getOrDefault(waker, Set.of());
        }

        /** Threads of which each woke another one of them, and was woken by one. */
        private Set<Long> inCircles() {
            Set<Long> left = new HashSet<>(woken.keySet());
            int before = -1;
            while (left.size() != before) {
                before = left.size();
                Set<Long> theirs = new HashSet<>();
                left.forEach(each -> theirs.addAll(wokenBy(each)));
                left.retainAll(theirs);
                left.removeIf(each -> wokenBy(each).stream().noneMatch(left::contains));
            }
            return left;
        }

        /** Whether each object was mostly waited for once: not so queues between the stages of a pipeline. */
        private boolean isForNewObjects() {
            return awaited.size() > MOSTLY * count;
        }

        /** How many of the threads that waited ended no wait of another one; 0 if not all threads are known. */
        int endedNone() {
            return isIncomplete
                    ? 0
                    : (int) waiters.stream()
                            .filter(each -> !wakers.containsKey(each))
                            .count();
        }

        /** How many wakeups came from threads that also waited there, as far as these are known. */
        private long mutual() {
            Set<Long> sharing = isOfSeveral && !isForNewObjects() ? inCircles() : waiters;
            return wakers.entrySet().stream()
                    .filter(each -> sharing.contains(each.getKey()))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
        }

        /** Whether these are waits for one another, and at least one of the threads waited for longer than this. */
        boolean isLongerThan(long leastNanos) {
            return covered.nanos() > leastNanos
                    && count >= FEWEST_WAITS
                    && mostAtOnce() < waiters.size()
                    && wakeups > MOSTLY * count
                    && mutual() > MOSTLY * count;
        }
    }

    @Override
    public void begins(WaitPlace place, long waitId) {
        waits(place, waitId).forEach(each -> each.open++);
    }

    @Override
    public void ends(WaitPlace place, long waitId) {
        // The begin is not known if the entry was dropped meanwhile.
        waits(place, waitId).forEach(each -> each.open = Math.max(0, each.open - 1));
    }

    @Override
    public void waited(Waited wait) {
        waits(wait.place(), wait.waitId()).forEach(each -> waited(each, wait));
    }

    private void waited(Waits waits, Waited wait) {
        waits.count++;
        waits.nanos += wait.nanos();
        waits.covered.add(wait.fromNanos(), wait.fromNanos() + wait.nanos());
        boolean isWoken = wait.wakerId() != 0;
        waits.waiting.leaves(wait.fromNanos(), isWoken ? wait.wokenNanos() : wait.fromNanos() + wait.nanos());
        waits.longest = waits.longest == null || wait.nanos() > waits.longest.nanos() ? wait : waits.longest;
        int before = waits.kept();
        if (kept < THREADS) {
            waits.waiters.add(wait.threadId());
        }
        if (isWoken) {
            woken(waits, wait);
        }
        if (waits.isOfSeveral && kept < THREADS) {
            waits.awaited.add(wait.waitId());
            if (isWoken) {
                waits.woke(wait.wakerId(), wait.threadId());
            }
        }
        kept += waits.kept() - before;
    }

    private void woken(Waits waits, Waited wait) {
        if (wait.wokenNanos() != waits.latestWakeupNanos) {
            waits.wakeups++;
            waits.latestWakeupNanos = wait.wokenNanos();
        }
        if (kept < THREADS || waits.wakers.containsKey(wait.wakerId())) {
            waits.wakers.merge(wait.wakerId(), 1L, Long::sum);
        } else {
            waits.isIncomplete = true;
        }
    }

    @Override
    public void blames(WaitPlace place, long waitId, Cause cause, long nanos) {
        waits(place, waitId).forEach(each -> each.causes.merge(cause, nanos, Long::sum));
    }

    private void leaves(Waits waits) {
        kept -= waits.kept();
        evictions++;
        latestPlace = null;
    }

    /** The entries of the object, of the object at the call site, and of the call site, as far as these are known. */
    private List<Waits> waits(WaitPlace place, long waitId) {
        if (waitId == 0) {
            return List.of();
        }
        if (waitId != latestWaitId || !place.equals(latestPlace)) {
            int before = evictions;
            latest = keys(place, waitId).stream().map(objects::at).toList();
            latestWaitId = waitId;
            // Adding one entry may have dropped another.
            latestPlace = evictions == before ? place : null;
        }
        return latest;
    }

    private static List<Key> keys(WaitPlace place, long waitId) {
        State state = place.state();
        boolean isShared = state.isForQueue() || state == State.WAIT_CONDITION;
        List<Key> keys = new ArrayList<>(3);
        if (isShared) {
            keys.add(new Key(state, ANYWHERE, waitId));
        }
        if (isShared && place.waitsAt() != ANYWHERE) {
            keys.add(new Key(state, place.waitsAt(), waitId));
        }
        if (hasOfSeveral(place)) {
            keys.add(new Key(state, place.waitsAt(), ANY_OBJECT));
        }
        return keys;
    }

    /** Whether waits at the place are also summed up for all objects. What a thread parks for is its own. */
    private static boolean hasOfSeveral(WaitPlace place) {
        boolean canBe = place.state() == State.WAIT_CONDITION || place.state() == State.WAIT_PARK;
        return canBe && place.waitsAt() != ANYWHERE;
    }

    /** Whether some objects were dropped because there were too many. */
    boolean hasForgotten() {
        return objects.given() > 0;
    }

    List<MutualWaits> find(long leastNanos) {
        List<MutualWaits> found = ofOneObject(leastNanos);
        Set<Site> known = new HashSet<>();
        found.forEach(each -> known.add(new Site(each.state(), each.waitsAt())));
        objects.kept().forEach((key, waits) -> {
            boolean isNew = waits.isOfSeveral && !known.contains(new Site(key.state, key.waitsAt));
            if (isNew && waits.isLongerThan(leastNanos)) {
                found.add(found(key, key.waitsAt, waits));
            }
        });
        found.sort(Comparator.comparing((MutualWaits each) -> -each.costNanos())
                .thenComparing(MutualWaits::waitId)
                .thenComparing(MutualWaits::waitsAt));
        return found;
    }

    /*
     * The call sites of most waits in queues are not known. If only one is known, all waits are assigned to it; producers and consumers wait at
     * different call sites.
     */
    private List<MutualWaits> ofOneObject(long leastNanos) {
        Map<Key, Set<Integer>> sites = new HashMap<>();
        objects.kept()
                .keySet()
                .forEach(key -> sites.computeIfAbsent(anywhere(key), any -> new TreeSet<>())
                        .add(key.waitsAt));
        List<MutualWaits> found = new ArrayList<>();
        objects.kept().forEach((key, waits) -> {
            List<Integer> known = sites.getOrDefault(anywhere(key), Set.of()).stream()
                    .filter(each -> each != ANYWHERE)
                    .toList();
            boolean isWhole = key.waitsAt == ANYWHERE ? known.size() < 2 : known.size() > 1;
            if (!waits.isOfSeveral && isWhole && waits.isLongerThan(leastNanos)) {
                found.add(found(key, known.size() == 1 ? known.get(0) : key.waitsAt, waits));
            }
        });
        return found;
    }

    private static Key anywhere(Key key) {
        return new Key(key.state, ANYWHERE, key.waitId);
    }

    private static MutualWaits found(Key key, int waitsAt, Waits waits) {
        return new MutualWaits(
                key.state,
                waitsAt,
                key.waitId,
                waits.waiters.size(),
                waits.endedNone(),
                waits.mostAtOnce(),
                waits.count,
                waits.nanos,
                waits.covered.nanos(),
                waits.longest(),
                CauseShare.of(waits.causes));
    }
}
