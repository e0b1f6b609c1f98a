package org.ompt4j.tools.findings;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.findings.TimedOutWaits.Because;

/** Statistics of the waits at one place that timed out. Thread safety: none. */
final class TimedOutPlace {
    /** How many threads and objects are distinguished; further ones count as one. */
    private static final int MOST = 10_000;

    final Key key;
    private final Map<Because, Sum> sums = new EnumMap<>(Because.class);
    private final Sum all = new Sum();
    private final Set<Long> asking = new HashSet<>();
    private long asked;

    /** How many waits there ended otherwise. */
    long gotten;

    /**
     * @param waitId 0 if the object does not distinguish places
     */
    record Key(State state, Construct construct, int waitsAt, long waitId) {}

    /** One wait. */
    static final class Timeout {
        final TimedOutPlace place;
        final long waitId;
        final Interval interval;

        /** Whether the task that was waited for had been handed to a pool, and not begun. */
        boolean isNotBegun;

        /** Whether it began later in the pool for which the waiting thread worked. */
        boolean isOfOwnPool;

        /** The pool for which the waiting thread worked; 0 if there is none. */
        long poolId;

        /** Whether all workers of that pool waited for such tasks. */
        boolean isOfWholePool;

        /** Whether the policy of a pool had dropped the task. */
        boolean isDropped;

        /** The thread that had the task on its stack; null if there is none. */
        TimedOutWaits.@Nullable Runner runner;

        /** What other threads threw meanwhile. */
        TimedOutWaits.Thrown thrown = TimedOutWaits.Thrown.NONE;

        private @Nullable Sum sum;

        Timeout(TimedOutPlace place, long waitId, Interval interval) {
            this.place = place;
            this.waitId = waitId;
            this.interval = interval;
            place.all.add(this);
        }

        void counts(Because because) {
            if (sum == null) {
                sum = place.sums.computeIfAbsent(because, any -> new Sum());
                sum.add(this);
            }
        }

        void beganInOwnPool() {
            isOfOwnPool = true;
            if (sum != null) {
                sum.ownPool(this);
            }
        }
    }

    /** A sum of several waits. */
    static final class Sum {
        long timeouts;
        long nanos;
        final Set<Long> objects = new HashSet<>();
        long waitId;
        long notBegun;
        long ownPool;
        long poolId;
        boolean isOfSeveralPools;
        boolean isOfWholePool;
        long running;

        TimedOutWaits.@Nullable Runner runner;

        long dropped;
        final Set<Long> threads = new HashSet<>();

        @Nullable
        Timeout longest;

        private void add(Timeout wait) {
            addTo(objects, wait.waitId);
            waitId = timeouts == 0 ? wait.waitId : waitId;
            timeouts++;
            nanos += wait.interval.nanos();
            addTo(threads, wait.interval.threadId());
            longest(wait);
            notBegun += wait.isNotBegun ? 1 : 0;
            dropped += wait.isDropped ? 1 : 0;
            isOfWholePool |= wait.isOfWholePool;
            if (wait.isOfOwnPool) {
                ownPool(wait);
            }
            running += wait.runner == null ? 0 : 1;
            runner = wait.runner == null ? runner : wait.runner;
        }

        private void longest(@Nullable Timeout wait) {
            boolean isLonger = wait != null && (longest == null || wait.interval.nanos() > longest.interval.nanos());
            longest = isLonger ? wait : longest;
        }

        private void ownPool(Timeout wait) {
            isOfSeveralPools |= poolId != 0 && poolId != wait.poolId;
            poolId = wait.poolId;
            ownPool++;
        }

        /** Adds the waits for another object at the same call site. */
        void add(Sum other) {
            if (other.timeouts == 0) {
                return;
            }
            waitId = timeouts == 0 ? other.waitId : waitId;
            other.objects.forEach(each -> addTo(objects, each));
            timeouts += other.timeouts;
            nanos += other.nanos;
            notBegun += other.notBegun;
            dropped += other.dropped;
            ownPool += other.ownPool;
            isOfSeveralPools |= other.isOfSeveralPools || poolId != 0 && other.poolId != 0 && poolId != other.poolId;
            poolId = other.poolId == 0 ? poolId : other.poolId;
            isOfWholePool |= other.isOfWholePool;
            running += other.running;
            runner = other.runner == null ? runner : other.runner;
            other.threads.forEach(each -> addTo(threads, each));
            longest(other.longest);
        }
    }

    private static void addTo(Set<Long> ids, long id) {
        ids.add(ids.size() < MOST ? id : 0);
    }

    TimedOutPlace(Key key) {
        this.key = key;
    }

    /** Notes that the thread had made a task before one of the waits that timed out. */
    void asked(long threadId) {
        asked++;
        addTo(asking, threadId);
    }

    long nanos() {
        return all.nanos;
    }

    private Sum sum(Because because) {
        return sums.getOrDefault(because, new Sum());
    }

    /** The evidence that these waits failed; null if there is none. */
    @Nullable
    Because because() {
        // A thread that passes on what it got has also made a task before the next wait, but it was successful each
        // time.
        if (asking.size() > 1 && asked > gotten + asking.size()) {
            return Because.ASKED;
        }
        Sum gaveUp = sum(Because.GAVE_UP);
        if (gaveUp.threads.size() > 1 && gaveUp.timeouts > gotten) {
            return Because.GAVE_UP;
        }
        return sums.containsKey(Because.NOT_GOT)
                ? Because.NOT_GOT
                : sums.containsKey(Because.FAILED) ? Because.FAILED : null;
    }

    /** The waits for which there is such evidence. */
    Sum failures(Because because) {
        Sum failures = new Sum();
        // The evidence for waits that follow one another applies to the first of them.
        failures.add(because == Because.ASKED ? all : sum(because));
        if (because == Because.GAVE_UP) {
            failures.add(sum(Because.FAILED));
        }
        return failures;
    }
}
