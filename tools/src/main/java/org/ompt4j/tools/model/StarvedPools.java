package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.ompt4j.ompt.Construct;

/**
 * Finds pools that wait for themselves: at the end of the trace all their workers were in waits for tasks that had not begun. Thread safety: none.
 */
final class StarvedPools {
    /** A worker that was, at the end of the trace, in a wait for a task that had not begun. */
    record Stuck(PoolQueue pool, StarvedPool.Worker worker, Construct awaited) {}

    /** The workers of a pool as it ended, or the run did. */
    private record Ending(int workers, int freeWorkers) {}

    private final List<Stuck> stuck = new ArrayList<>();
    /** Threads without a known pool that were, at the end of the trace, in a wait for a pool's task that had not begun. */
    private final List<Long> stuckOutside = new ArrayList<>();

    private final Map<PoolQueue, Ending> endings = new HashMap<>();
    /** The end of the last pause: for pools that began before, it is not known what their workers do. */
    private long resumedNanos = Long.MIN_VALUE;

    void isStuck(Stuck worker) {
        stuck.add(worker);
    }

    void isStuckOutside(long threadId) {
        stuckOutside.add(threadId);
    }

    void poolEnds(PoolQueue pool) {
        endings.put(pool, new Ending(pool.workers(), pool.freeWorkers()));
    }

    boolean hasEnded(PoolQueue pool) {
        return endings.containsKey(pool);
    }

    void forget(PoolQueue pool) {
        endings.remove(pool);
    }

    /** Recording goes on after a pause: it is not known what workers do. */
    void resumes(long timeNanos) {
        stuck.clear();
        resumedNanos = timeNanos;
    }

    /**
     * Whether there is a pool that may wait for itself, but for which this is not known, since it began before the recording or before a pause.
     *
     * @param isWorker of the id of a thread
     */
    boolean mayBeUnseen(LongPredicate isWorker) {
        return stuck.stream().anyMatch(each -> !hasBegunHere(each.pool))
                || stuckOutside.stream().anyMatch(isWorker::test);
    }

    /** Whether the pool has begun since recording went on, so that all its workers are known. */
    private boolean hasBegunHere(PoolQueue pool) {
        PoolModel begin = pool.pool();
        return begin != null && begin.begin().timeNanos() >= resumedNanos;
    }

    /** The pools that wait for themselves. Call after the last event. */
    List<StarvedPool> among(Collection<PoolQueue> pools) {
        List<StarvedPool> starved = new ArrayList<>();
        for (PoolQueue each : stuck.isEmpty() ? List.<PoolQueue>of() : pools) {
            List<Stuck> waiting = stuck.stream().filter(one -> one.pool == each).toList();
            if (!waiting.isEmpty()
                    && hasBegunHere(each)
                    && waiting.stream().allMatch(one -> starves(each, one.awaited))
                    && isWhole(each, waiting.size())
                    && isOfNoOther(each, waiting, pools)) {
                starved.add(new StarvedPool(
                        each,
                        waiting.stream()
                                .map(Stuck::worker)
                                .sorted(Comparator.comparing(StarvedPool.Worker::threadId))
                                .toList()));
            }
        }
        return starved;
    }

    private Ending ending(PoolQueue pool) {
        return endings.getOrDefault(pool, new Ending(pool.workers(), pool.freeWorkers()));
    }

    /** Whether these are all present workers of the pool, and the pool may not have more. */
    private boolean isWhole(PoolQueue pool, int waiting) {
        PoolModel begin = pool.pool();
        int requested = begin == null ? 0 : begin.begin().requestedParallelism();
        return requested > 0 && waiting >= requested && waiting == ending(pool).workers();
    }

    /** Whether no other pool can have these tasks in its queue: a pool with a free worker would have begun them. */
    private boolean isOfNoOther(PoolQueue pool, List<Stuck> waiting, Collection<PoolQueue> pools) {
        for (PoolQueue each : pools) {
            boolean couldHaveIt = each != pool && isWithoutFreeWorker(each);
            if (couldHaveIt && waiting.stream().anyMatch(one -> isFor(each, one.awaited))) {
                return false;
            }
        }
        return true;
    }

    private boolean isWithoutFreeWorker(PoolQueue pool) {
        Ending ending = ending(pool);
        // For a pool that worked before the recording began, no worker may be known.
        return ending.freeWorkers == 0 && (ending.workers > 0 || pool.mostWorkers() == 0);
    }

    /** Whether the pool may have a task of that construct. */
    private static boolean isFor(PoolQueue pool, Construct awaited) {
        PoolModel begin = pool.pool();
        return begin == null || begin.begin().construct() == awaited || awaited == Construct.COMPLETABLE_FUTURE;
    }

    /** Whether the pool may have the task, and a waiting worker neither helps nor is compensated, as in fork/join pools for a future. */
    private static boolean starves(PoolQueue pool, Construct awaited) {
        return isFor(pool, awaited) && !(awaited == Construct.COMPLETABLE_FUTURE && pool.isForkJoin());
    }
}
