package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.LastUsed;
import org.ompt4j.tools.model.PoolQueue.Wait;
import org.ompt4j.tools.model.StackOfWait;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Finds threads that poll a selector and wait for something else between two polls, while no other thread polls it. Memory grows with threads and
 * selectors, up to limits. Thread safety: none.
 */
final class BlockedLoopFinder {
    /** A thread that polls less often may serve nothing. */
    static final int FEWEST_LOOKS = 10;

    private static final int MOST_THREADS = 10_000;

    /** Of so many selectors, those that were polled last, it is known by whom. */
    private static final int MOST_SELECTORS = 10_000;

    /** The package of the JDK's selectors. */
    private static final String SELECTORS = "sun.nio.ch.";

    /** How many kinds of waits of one thread are kept; further ones have no call site. */
    private static final int MOST_PLACES = 100;

    private final Map<Long, Loop> loops = new HashMap<>();

    /** Which thread polled each selector last. */
    private final Map<Long, Long> polledBy = new LastUsed<>(MOST_SELECTORS);

    private final StackOfWait stacks;

    private final IntFunction<@Nullable String> callSites;

    /** @param callSites the text of a call site; null if that is not known */
    BlockedLoopFinder(StackOfWait stacks, IntFunction<@Nullable String> callSites) {
        this.stacks = stacks;
        this.callSites = callSites;
    }

    private record Place(State state, int waitsAt, int code) {}

    /** A thread that has polled a selector. */
    private static final class Loop {
        final Map<Place, Long> places = new HashMap<>(2);

        /** The waits since the last poll. If the thread never polls again it no longer serves anything, and these waits do not count. */
        final Map<Place, Long> sinceLook = new HashMap<>(2);

        @Nullable
        Interval longestSinceLook;

        @Nullable
        Interval longest;

        long looks;

        /** Which selector it polled last. */
        long selector;

        /** @param isBack whether only this thread has polled the selector since it did so before */
        void looks(boolean isBack) {
            looks++;
            if (isBack && longestSinceLook != null) {
                sinceLook.forEach((place, nanos) -> add(places, place, nanos));
                longest = longer(longest, longestSinceLook);
            }
            sinceLook.clear();
            longestSinceLook = null;
        }

        void waits(Place place, Interval interval) {
            add(sinceLook, place, interval.nanos());
            longestSinceLook = longer(longestSinceLook, interval);
        }

        private static Interval longer(@Nullable Interval known, Interval other) {
            return known == null || other.nanos() > known.nanos() ? other : known;
        }

        private static void add(Map<Place, Long> places, Place place, long nanos) {
            boolean isKept = places.size() < MOST_PLACES || places.containsKey(place);
            places.merge(isKept ? place : new Place(place.state, 0, 0), nanos, Long::sum);
        }
    }

    /** A stretch of time in which the thread was in one state. */
    void interval(ThreadModel thread, State state, long nanos) {
        if (state.isWork() || state == State.IDLE || state == State.OVERHEAD || state == State.UNDEFINED) {
            return;
        }
        TraceEvent wait = thread.innermostWait();
        if (wait == null) {
            return;
        }
        Loop loop = loops.get(thread.id());
        // Of waits for input and output only those of selectors and event loops have a wait id.
        if (wait.construct() == Construct.IO && wait.waitId() != 0) {
            polls(loop == null ? begun(thread) : loop, thread.id(), wait.waitId());
        } else if (loop != null && !isOfSelector(wait)) {
            long from = wait.timeNanos();
            Place place = new Place(state, wait.codeptrRa(), stacks.codeUnlessSiteIsKnown(thread, wait));
            loop.waits(place, new Interval(thread.id(), from, from + nanos));
        }
    }

    /** Whether the JDK's selector itself waits, for its own locks: that is a part of polling. */
    private boolean isOfSelector(TraceEvent wait) {
        String site = wait.codeptrRa() == 0 ? null : callSites.apply(wait.codeptrRa());
        return site != null && site.startsWith(SELECTORS);
    }

    /** Where threads take turns at a selector, as in Jetty, what one of them does meanwhile keeps nobody waiting. */
    private void polls(Loop loop, long threadId, long selector) {
        Long before = polledBy.put(selector, threadId);
        loop.looks(loop.selector == selector && before != null && before == threadId);
        loop.selector = selector;
    }

    private Loop begun(ThreadModel thread) {
        Loop loop = new Loop();
        if (loops.size() < MOST_THREADS) {
            loops.put(thread.id(), loop);
        }
        return loop;
    }

    List<BlockedLoops> find(long leastNanos) {
        Map<Place, Long> places = new HashMap<>();
        Interval longest = null;
        int threads = 0;
        long looks = 0;
        for (Loop each : loops.values()) {
            if (each.looks >= FEWEST_LOOKS && each.longest != null) {
                each.places.forEach((place, nanos) -> places.merge(place, nanos, Long::sum));
                longest = Loop.longer(longest, each.longest);
                looks += each.looks;
                threads++;
            }
        }
        long nanos = places.values().stream().mapToLong(each -> each).sum();
        return longest == null || nanos <= leastNanos
                ? List.of()
                : List.of(new BlockedLoops(threads, looks, waits(places), nanos, longest));
    }

    private static List<Wait> waits(Map<Place, Long> places) {
        List<Wait> waits = new ArrayList<>();
        places.forEach((place, nanos) -> waits.add(new Wait(place.state, place.waitsAt, place.code, nanos)));
        waits.sort(Comparator.comparingLong((Wait each) -> -each.nanos())
                .thenComparing(Wait::state)
                .thenComparing(Wait::waitsAt)
                .thenComparing(Wait::code));
        return List.copyOf(waits);
    }
}
