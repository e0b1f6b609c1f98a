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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.tools.model.MutexHold;
import org.ompt4j.tools.model.MutexListener;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Finds pairs of mutexes that two threads acquire in opposite orders, so that each can have to wait for the other: during each other's lifetime, and
 * without a common outer mutex that excludes this.
 *
 * <p>Memory is bounded: kept are the first ordered pairs of mutexes, up to a limit, and for each the latest ways to acquire them. A way is a thread
 * with the other mutexes that it holds.
 */
final class LockInversionFinder implements MutexListener {
    /** At some 500 bytes each with two ways. */
    private static final int PAIRS_KEPT = 100_000;

    private static final int WAYS_KEPT = 8;

    /** If a thread holds so many mutexes, most of their releases were probably not seen. */
    private static final int MOST_HELD = 32;

    /** Threads that have been started and have not begun; of others the begin counts. */
    private static final int STARTED_KEPT = 10_000;

    private final Predicate<Construct> tellsHolders;
    private final Map<Pair, List<Way>> pairs = new HashMap<>();
    /** What was found of each pair, by {@link Pair#forward}. */
    private final Map<Pair, LockInversion> found = new HashMap<>();

    private final Map<Long, Life> threads = new HashMap<>();
    /** When threads that have not begun were started, by their tasks. */
    private final Map<Long, Long> started = new HashMap<>();

    private long dropped;
    /** Pairs whose first ways are no longer kept. */
    private final Set<Pair> cut = new HashSet<>();

    private record Pair(long heldId, long askedId) {
        Pair inverse() {
            return new Pair(askedId, heldId);
        }

        /** Of this pair and its inverse the one whose mutex with the smaller id is held. */
        Pair forward() {
            return heldId < askedId ? this : inverse();
        }
    }

    private static final class Life {
        long beginNanos = Long.MIN_VALUE;
        long endNanos = Long.MAX_VALUE;
    }

    /** A way in which a thread acquired the second mutex of a pair while it held the first. */
    private static final class Way {
        final MutexHold held;
        final TraceEvent acquire;
        final boolean asksForShare;
        final List<MutexHold> besides;
        final Life life;
        long lastNanos;

        Way(MutexHold held, TraceEvent acquire, boolean asksForShare, List<MutexHold> besides, Life life) {
            this.held = held;
            this.acquire = acquire;
            this.asksForShare = asksForShare;
            this.besides = besides;
            this.life = life;
            this.lastNanos = acquire.timeNanos();
        }

        boolean isGoneAgain(MutexHold hold, boolean share, TraceEvent ask, Collection<MutexHold> all) {
            return acquire.threadId() == ask.threadId()
                    && asksForShare == share
                    && held.isShared() == hold.isShared()
                    && isBesides(hold, all);
        }

        private boolean isBesides(MutexHold hold, Collection<MutexHold> all) {
            int at = 0;
            for (MutexHold each : all) {
                if (each.waitId() != hold.waitId()) {
                    if (at == besides.size() || !isAlike(besides.get(at), each)) {
                        return false;
                    }
                    at++;
                }
            }
            return at == besides.size();
        }

        private static boolean isAlike(MutexHold one, MutexHold other) {
            return one.waitId() == other.waitId() && one.isShared() == other.isShared();
        }

        /** Whether two threads can wait for each other in these two ways. Call it as this way is gone. */
        boolean canMeet(Way other) {
            return acquire.threadId() != other.acquire.threadId()
                    && held.excludes(other.asksForShare)
                    && other.held.excludes(asksForShare)
                    && isWhileBothLive(other)
                    && !isKeptApartFrom(other);
        }

        /** Whether the other thread lives, and has gone its way since this one began. */
        private boolean isWhileBothLive(Way other) {
            return lastNanos <= other.life.endNanos && other.lastNanos >= life.beginNanos;
        }

        private boolean isKeptApartFrom(Way other) {
            for (MutexHold each : besides) {
                for (MutexHold its : other.besides) {
                    if (each.waitId() == its.waitId() && each.excludes(its.isShared())) {
                        return true;
                    }
                }
            }
            return false;
        }

        LockInversion.Order order() {
            return new LockInversion.Order(
                    new Interval(acquire.threadId(), held.acquired().timeNanos(), acquire.timeNanos()),
                    held.waitId(),
                    held.acquired().codeptrRa(),
                    acquire.waitId(),
                    acquire.codeptrRa());
        }
    }

    /**
     * @param tellsHolders the constructs whose holders are known for certain
     */
    LockInversionFinder(Predicate<Construct> tellsHolders) {
        this.tellsHolders = tellsHolders;
    }

    /**
     * How much was not examined because of the limits. For a pair that is acquired in one order only, or that is already known to be a finding,
     * further ways do not matter.
     */
    long dropped() {
        return dropped
                + cut.stream()
                        .filter(each -> pairs.containsKey(each.inverse()) && !found.containsKey(each.forward()))
                        .count();
    }

    /** Threads are started, begin and end. */
    void event(TraceEvent event) {
        if (event.event() == Event.THREAD_BEGIN) {
            life(event.threadId()).beginNanos = event.timeNanos();
        } else if (event.event() == Event.THREAD_END) {
            life(event.threadId()).endNanos = event.timeNanos();
            threads.remove(event.threadId());
        } else if (event.construct() == Construct.THREAD) {
            taskOfThread(event);
        }
    }

    /** A started thread can run at once. When it does begin is chance. */
    private void taskOfThread(TraceEvent event) {
        if (event.event() == Event.TASK_CREATE && started.size() < STARTED_KEPT) {
            started.put(event.newTaskId(), event.timeNanos());
        } else if (event.event() == Event.TASK_SCHEDULE) {
            Long start = started.remove(event.nextTaskId());
            if (start != null) {
                life(event.threadId()).beginNanos = start;
            }
        }
    }

    private Life life(long threadId) {
        return threads.computeIfAbsent(threadId, any -> new Life());
    }

    @Override
    public void asks(TraceEvent acquire, Collection<MutexHold> held) {
        MutexImpl impl = acquire.impl();
        if (impl == null || !isFollowed(acquire, impl)) {
            return;
        }
        if (held.size() > MOST_HELD) {
            dropped++;
            return;
        }
        for (MutexHold each : held) {
            if (tellsHolders.test(each.acquired().construct())) {
                goes(each, acquire, impl.isShared(), held);
            }
        }
    }

    /** An attempt that may give up cannot wait for ever. */
    private boolean isFollowed(TraceEvent acquire, MutexImpl impl) {
        MutexKind kind = acquire.mutexKind();
        return (impl.isExclusive() || impl.isShared())
                && kind != null
                && kind == kind.withoutTest()
                && tellsHolders.test(acquire.construct());
    }

    private void goes(MutexHold hold, TraceEvent acquire, boolean share, Collection<MutexHold> held) {
        Pair pair = new Pair(hold.waitId(), acquire.waitId());
        List<Way> ways = ways(pair);
        if (ways == null) {
            dropped++;
            return;
        }
        for (int i = ways.size() - 1; i >= 0; i--) {
            Way each = ways.get(i);
            if (each.isGoneAgain(hold, share, acquire, held)) {
                each.lastNanos = acquire.timeNanos();
                compare(pair, each);
                return;
            }
        }
        if (ways.size() == WAYS_KEPT) {
            ways.remove(0);
            cut.add(pair);
        }
        List<MutexHold> besides =
                held.stream().filter(each -> each.waitId() != hold.waitId()).toList();
        Way way = new Way(hold, acquire, share, besides, life(acquire.threadId()));
        ways.add(way);
        compare(pair, way);
    }

    /** Compares a way with those in the opposite order each time it is gone: a thread can live between two of these times. */
    private void compare(Pair pair, Way way) {
        List<Way> opposite = pairs.get(pair.inverse());
        Pair forward = pair.forward();
        if (opposite == null || found.containsKey(forward)) {
            return;
        }
        for (Way each : opposite) {
            if (way.canMeet(each)) {
                boolean isForward = pair.equals(forward);
                Way one = isForward ? way : each;
                Way other = isForward ? each : way;
                found.put(forward, new LockInversion(one.order(), other.order(), 1));
                return;
            }
        }
    }

    private @Nullable List<Way> ways(Pair pair) {
        List<Way> ways = pairs.get(pair);
        if (ways == null && pairs.size() < PAIRS_KEPT) {
            ways = new ArrayList<>(1);
            pairs.put(pair, ways);
        }
        return ways;
    }

    /** Merges inversions with the same four call sites. */
    List<LockInversion> find() {
        Map<List<Integer>, LockInversion> merged = new LinkedHashMap<>();
        found.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(
                        Comparator.comparingLong(Pair::heldId).thenComparingLong(Pair::askedId)))
                .map(Map.Entry::getValue)
                .forEach(each -> merged.merge(each.callSites(), each, (first, next) -> first.withOneMore()));
        return List.copyOf(merged.values());
    }
}
