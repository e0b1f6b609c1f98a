package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.TraceEvent;

/** Statistics of all tasks that were submitted to one pool and that its workers have begun. */
public final class PoolQueue {
    /** How many points in time are kept for the length of the queue. */
    private static final int TIMES = 20_000;

    /** How many kinds of tasks are distinguished in a pool; of further ones only the sum is known. */
    private static final int KINDS = 200;

    private final long poolId;
    private final Map<Long, Kind> kinds = new LinkedHashMap<>();
    private final WaitSums waits = new WaitSums();
    private final WaitSums blocked = new WaitSums();
    private final CoveredTime covered = CoveredTime.atLeast();
    private final QueueLength length = new QueueLength(TIMES);
    private @Nullable PoolModel pool;
    private int mostWorkers;
    private long workersMade;
    private long tasks;
    private long handed;
    private boolean replacesWorkers;
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
    private long freeSinceNanos;
    private FullTime full = new FullTime();

    /** Since when the pool has existed in the recording; -1 if it does not exist now. */
    private long thereSinceNanos = -1;

    private long thereNanos;

    PoolQueue(long poolId) {
        this.poolId = poolId;
    }

    /**
     * A kind of wait of tasks while they ran.
     *
     * @param waitsAt call site, 0 if it is not known
     * @param code a number of the code that waited, see {@link StackOfWait}; 0 if it is not known, or if the call site is
     */
    public record Wait(State state, int waitsAt, int code, long nanos) {}

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

    /** The kinds of tasks that are distinguished, those first that waited and ran the longest in sum. */
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

    /** How many workers began. */
    long workersMade() {
        return workersMade;
    }

    /** How many tasks workers began. */
    public long tasks() {
        return tasks;
    }

    /** How many of these were never queued, since a thread was made for each. */
    public long handed() {
        return handed;
    }

    /** How long these tasks waited in the queue, from when a worker could begin them until one did, in sum. */
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

    /** Whether {@link #mostQueued} is exact. */
    public boolean isMostQueuedExact() {
        return length.isExact();
    }

    /** The average number of waiting tasks over the time in which the pool existed. */
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

    /** For how much of {@link #coveredNanos} a number was 1 that was else 0. */
    public double coveredNanosWith(MeanOverTime.Integral number) {
        return covered.nanosWith(number);
    }

    /** How long these tasks ran, in sum, including their waits, but without other submitted tasks that ran inside them. */
    public long ranNanos() {
        return ranNanos;
    }

    /** How long these tasks waited and ran, in sum. */
    long tasksNanos() {
        return queuedNanos + ranNanos;
    }

    /** What these tasks waited for while they ran, the longest first. */
    public List<Wait> waits() {
        return waits.sorted();
    }

    /** The blocking waits of its workers, in any task, the longest first; empty for pools other than fork/join pools. */
    public List<Wait> blocked() {
        return blocked.sorted();
    }

    /** The longest of these waits. */
    public @Nullable TraceEvent longestBlocked() {
        return longestBlocked;
    }

    public long longestBlockedNanos() {
        return longestBlockedNanos;
    }

    void begins(TraceEvent begin) {
        pool = new PoolModel(begin);
    }

    /** The pool exists from this time on, if it did not before. */
    void isThere(long timeNanos) {
        if (thereSinceNanos < 0) {
            thereSinceNanos = timeNanos;
        }
    }

    /** The recording of the pool ends here. Returns whether it existed. */
    boolean isThereNoMore(long timeNanos) {
        boolean wasThere = thereSinceNanos >= 0;
        thereNanos += wasThere ? timeNanos - thereSinceNanos : 0;
        thereSinceNanos = -1;
        return wasThere;
    }

    /** Call when no further task will come. */
    void isOver() {
        length.close();
        full = new FullTime();
    }

    /** Whether it is a fork/join pool, as far as the trace has its begin. */
    boolean isForkJoin() {
        return pool != null && pool.begin().construct() == Construct.FORK_JOIN_POOL;
    }

    /** Whether a new worker is known to have been made for its first task, if the task was there before. */
    boolean handsFirstTasks() {
        return !replacesWorkers && pool != null && pool.begin().construct() == Construct.THREAD_POOL_EXECUTOR;
    }

    /** Whether it is a fork/join pool without another worker so far that could have begun the first task of its only one. */
    boolean hasMadeOneWorker() {
        return isForkJoin() && workersMade == 1;
    }

    /** A worker has ended after a task that threw: another one may be made to replace it. */
    void mayReplaceWorkers() {
        replacesWorkers = true;
    }

    /** The workers that it has now. */
    int workers() {
        return workers;
    }

    /** The number of workers without a task. */
    int freeWorkers() {
        return freeWorkers;
    }

    /** Since when none of its workers has had a task; valid only if none has one. */
    long freeSinceNanos() {
        return freeSinceNanos;
    }

    void changesWorkers(int more, int moreFree, long timeNanos) {
        boolean wasFree = freeWorkers == workers;
        workers += more;
        workersMade += Math.max(0, more);
        freeWorkers += moreFree;
        freeSinceNanos = wasFree ? freeSinceNanos : timeNanos;
        full.isFull(workers > 0 && freeWorkers == 0, timeNanos);
        mostWorkers = Math.max(mostWorkers, workers);
    }

    /**
     * A worker begins a task.
     *
     * @param dueNanos since when a worker could begin it
     * @param isHanded whether it was handed to the worker directly, without being queued
     * @return the kind of the task; null if it is not distinguished
     */
    @Nullable
    Kind begins(TraceEvent create, long dueNanos, TraceEvent begin, boolean isHanded) {
        tasks++;
        // The first task is there before the worker that is made for it.
        thereSinceNanos = thereSinceNanos < 0 ? dueNanos : Math.min(thereSinceNanos, dueNanos);
        Kind kind = kind(create);
        if (kind != null) {
            kind.tasks++;
        }
        if (isHanded) {
            handed++;
        } else {
            leavesTheQueue(kind, dueNanos, begin);
        }
        return kind;
    }

    private void leavesTheQueue(@Nullable Kind kind, long dueNanos, TraceEvent begin) {
        long timeNanos = begin.timeNanos();
        long nanos = Math.max(0, timeNanos - dueNanos);
        queuedNanos += nanos;
        if (nanos >= longestNanos) {
            longestNanos = nanos;
            longestBegunNanos = timeNanos;
            longestThread = begin.threadId();
        }
        covered.add(dueNanos, timeNanos);
        length.leaves(dueNanos, timeNanos);
        fullWhileQueuedNanos += full.until(timeNanos) - full.until(dueNanos);
        if (kind != null) {
            kind.queuedNanos += nanos;
        }
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

    void ran(long nanos) {
        ranNanos += nanos;
    }

    /** One of its tasks was in a wait for this time. */
    void waited(State state, TraceEvent wait, int code, long nanos) {
        waits.add(state, wait, code, nanos);
    }

    /** A worker was in a wait for this time that the JDK does not compensate by another worker. */
    void blocks(State state, TraceEvent wait, int code, long nanos) {
        blocked.add(state, wait, code, nanos);
        if (nanos > longestBlockedNanos) {
            longestBlocked = wait;
            longestBlockedNanos = nanos;
        }
    }
}
