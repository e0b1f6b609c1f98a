package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.TraceEvent;

/** Tasks that were submitted to one pool and that its workers have begun, all together. */
public final class PoolQueue {
    /** Points in time that are known for the length of the queue. */
    private static final int TIMES = 20_000;

    /** Kinds of tasks that are told apart in a pool, the first ones: of others only their sum is known. */
    private static final int KINDS = 200;

    private final long poolId;
    private final Map<Long, Kind> kinds = new LinkedHashMap<>();
    private final Map<Long, Long> waits = new HashMap<>();
    private final Map<Long, Long> blocked = new HashMap<>();
    private final CoveredTime covered = CoveredTime.atLeast();
    private final QueueLength length = new QueueLength(TIMES);
    private @Nullable PoolModel pool;
    private int mostWorkers;
    private long tasks;
    private long queuedNanos;
    private long longestNanos;
    private long longestBegunNanos;
    private long longestThread;
    private long fullWhileQueuedNanos;
    private long ranNanos;
    private @Nullable TraceEvent longestBlocked;
    private long longestBlockedNanos;

    private int workers;
    private int freeWorkers;
    private FullTime full = new FullTime();

    /** Since when it is there, as far as that is recorded; -1 if it is not. */
    private long thereSinceNanos = -1;

    private long thereNanos;

    PoolQueue(long poolId) {
        this.poolId = poolId;
    }

    /**
     * What tasks waited in while they ran.
     *
     * @param waitsAt call site, 0 if it is not known
     */
    public record Wait(State state, int waitsAt, long nanos) {}

    /** Tasks of a pool that run the same code and were submitted at the same place. */
    public static final class Kind {
        private final int body;
        private final int submittedAt;
        private long tasks;
        private long queuedNanos;
        private long ranNanos;

        private Kind(int body, int submittedAt) {
            this.body = body;
            this.submittedAt = submittedAt;
        }

        /** Body id, 0 if it is not known. */
        public int body() {
            return body;
        }

        /** Call site, 0 if it is not known. */
        public int submittedAt() {
            return submittedAt;
        }

        /** How many of them workers began. */
        public long tasks() {
            return tasks;
        }

        /** As {@link PoolQueue#queuedNanos}. */
        public long queuedNanos() {
            return queuedNanos;
        }

        /** As {@link PoolQueue#ranNanos}. */
        public long ranNanos() {
            return ranNanos;
        }

        void ran(long nanos) {
            ranNanos += nanos;
        }
    }

    public long poolId() {
        return poolId;
    }

    /** The kinds of tasks that it had, as far as they are told apart, those first that waited and ran the longest in sum. */
    public List<Kind> kinds() {
        List<Kind> all = new ArrayList<>(kinds.values());
        all.sort(Comparator.comparingLong((Kind each) -> -each.queuedNanos - each.ranNanos)
                .thenComparing(Kind::body)
                .thenComparing(Kind::submittedAt));
        return all;
    }

    /** The pool; null if the trace does not have its begin. */
    public @Nullable PoolModel pool() {
        return pool;
    }

    /** How many workers it had at most at one time. */
    public int mostWorkers() {
        return mostWorkers;
    }

    /** How many tasks workers began. */
    public long tasks() {
        return tasks;
    }

    /** How long these tasks waited, from when a worker could begin them until one did, in sum. */
    public long queuedNanos() {
        return queuedNanos;
    }

    /** The longest time that one of them waited. */
    public long longestNanos() {
        return longestNanos;
    }

    /** When that task began. */
    public long longestBegunNanos() {
        return longestBegunNanos;
    }

    /** The worker that it began on. */
    public long longestThread() {
        return longestThread;
    }

    /** How many of these tasks waited at the same time at most, or at least that many. */
    public int mostQueued() {
        return length.most();
    }

    /** Whether there were not more than {@link #mostQueued}. */
    public boolean isMostQueuedExact() {
        return length.isExact();
    }

    /** How many of these tasks waited on average over the time in which the pool was there. */
    public double meanQueued() {
        return thereNanos == 0 ? 0 : (double) queuedNanos / thereNanos;
    }

    /** How much of {@link #queuedNanos} passed while the pool had workers and all of them were busy. */
    public long fullWhileQueuedNanos() {
        return fullWhileQueuedNanos;
    }

    /** How long at least one of these tasks waited: time on the clock. */
    public long coveredNanos() {
        return covered.nanos();
    }

    /** How long these tasks ran, in sum, with what they waited for, without other submitted tasks that ran inside of them. */
    public long ranNanos() {
        return ranNanos;
    }

    /** How long these tasks waited and ran, in sum. */
    long tasksNanos() {
        return queuedNanos + ranNanos;
    }

    /** What these tasks waited for while they ran, the longest first. */
    public List<Wait> waits() {
        return sorted(waits);
    }

    /** What its workers were blocked in, in whatever task, the longest first; empty for pools that are no fork/join pools. */
    public List<Wait> blocked() {
        return sorted(blocked);
    }

    /** The longest of these waits. */
    public @Nullable TraceEvent longestBlocked() {
        return longestBlocked;
    }

    public long longestBlockedNanos() {
        return longestBlockedNanos;
    }

    private static List<Wait> sorted(Map<Long, Long> sums) {
        List<Wait> all = new ArrayList<>();
        sums.forEach((key, nanos) -> all.add(new Wait(State.of((int) (key >>> 32)), key.intValue(), nanos)));
        all.sort(Comparator.comparingLong((Wait each) -> -each.nanos())
                .thenComparing(Wait::state)
                .thenComparing(Wait::waitsAt));
        return all;
    }

    void begins(TraceEvent begin) {
        pool = new PoolModel(begin);
    }

    /** It is there from then on, if it was not before. */
    void isThere(long timeNanos) {
        if (thereSinceNanos < 0) {
            thereSinceNanos = timeNanos;
        }
    }

    /** What is recorded of it ends here. Returns whether it was there. */
    boolean isThereNoMore(long timeNanos) {
        boolean wasThere = thereSinceNanos >= 0;
        thereNanos += wasThere ? timeNanos - thereSinceNanos : 0;
        thereSinceNanos = -1;
        return wasThere;
    }

    /** No task comes any more. */
    void isOver() {
        length.close();
        full = new FullTime();
    }

    /** Whether it is a fork/join pool, as far as the trace has its begin. */
    boolean isForkJoin() {
        return pool != null && pool.begin().construct() == Construct.FORK_JOIN_POOL;
    }

    /** The workers that it has now. */
    int workers() {
        return workers;
    }

    /** Those that have no task. */
    int freeWorkers() {
        return freeWorkers;
    }

    void changesWorkers(int more, int moreFree, long timeNanos) {
        workers += more;
        freeWorkers += moreFree;
        full.isFull(workers > 0 && freeWorkers == 0, timeNanos);
        mostWorkers = Math.max(mostWorkers, workers);
    }

    /**
     * A worker begins a task.
     *
     * @param dueNanos since when one could
     * @return what it is one of; null if that is not told apart
     */
    @Nullable
    Kind begins(TraceEvent create, long dueNanos, TraceEvent begin) {
        long timeNanos = begin.timeNanos();
        long nanos = Math.max(0, timeNanos - dueNanos);
        tasks++;
        queuedNanos += nanos;
        if (nanos >= longestNanos) {
            longestNanos = nanos;
            longestBegunNanos = timeNanos;
            longestThread = begin.threadId();
        }
        covered.add(dueNanos, timeNanos);
        length.leaves(dueNanos, timeNanos);
        // The first task is there before the worker that is made for it.
        thereSinceNanos = thereSinceNanos < 0 ? dueNanos : Math.min(thereSinceNanos, dueNanos);
        fullWhileQueuedNanos += full.until(timeNanos) - full.until(dueNanos);
        Kind kind = kind(create);
        if (kind != null) {
            kind.tasks++;
            kind.queuedNanos += nanos;
        }
        return kind;
    }

    private @Nullable Kind kind(TraceEvent create) {
        long key = (long) create.body() << 32 | create.codeptrRa() & 0xFFFF_FFFFL;
        Kind known = kinds.get(key);
        if (known == null && kinds.size() < KINDS) {
            known = new Kind(create.body(), create.codeptrRa());
            kinds.put(key, known);
        }
        return known;
    }

    void ran(State state, @Nullable TraceEvent wait, long nanos) {
        ranNanos += nanos;
        if (wait != null) {
            waits.merge(key(state, wait), nanos, Long::sum);
        }
    }

    private static long key(State state, TraceEvent wait) {
        return (long) state.value() << 32 | wait.codeptrRa() & 0xFFFF_FFFFL;
    }

    /** A worker was in a wait for so long, of which the JDK tells the pool nothing by itself. */
    void blocks(State state, TraceEvent wait, long nanos) {
        blocked.merge(key(state, wait), nanos, Long::sum);
        if (nanos > longestBlockedNanos) {
            longestBlocked = wait;
            longestBlockedNanos = nanos;
        }
    }
}
