package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.ompt4j.ompt.Construct;

/** Which pools wait for themselves: all their workers were in waits for tasks that had not begun as the trace ended. Thread safety: none. */
final class StarvedPools {
    /** A worker that was in a wait for a task which had not begun as the trace ended. */
    record Stuck(PoolQueue pool, StarvedPool.Worker worker, Construct awaited) {}

    /** The workers of a pool as it ended, or the run did. */
    private record Ending(int workers, int freeWorkers) {}

    private final List<Stuck> stuck = new ArrayList<>();
    /** Threads of which no pool is known, and that were in a wait for a task of a pool which had not begun as the trace ended. */
    private final List<Long> stuckOutside = new ArrayList<>();

    private final Map<PoolQueue, Ending> endings = new HashMap<>();
    /** When recording went on last: of pools that began before, it is not known what their workers are in. */
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

    /** Recording goes on after a pause: what workers were in is not known. */
    void resumes(long timeNanos) {
        stuck.clear();
        resumedNanos = timeNanos;
    }

    /**
     * Whether a pool may wait for itself of which that cannot be told, since it began before the recording, or before a pause.
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

    /** Those of all pools, once all events have passed by. */
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

    /** Whether these are all workers that the pool has, and may have. */
    private boolean isWhole(PoolQueue pool, int waiting) {
        PoolModel begin = pool.pool();
        int requested = begin == null ? 0 : begin.begin().requestedParallelism();
        return requested > 0 && waiting >= requested && waiting == ending(pool).workers();
    }

    /** A task that another pool has could begin only where a worker is free, or becomes free some time. */
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
        // Of a pool that worked before the recording began no worker may be told.
        return ending.freeWorkers == 0 && (ending.workers > 0 || pool.mostWorkers() == 0);
    }

    /** Whether the pool may have a task of that construct. */
    private static boolean isFor(PoolQueue pool, Construct awaited) {
        PoolModel begin = pool.pool();
        return begin == null || begin.begin().construct() == awaited || awaited == Construct.COMPLETABLE_FUTURE;
    }

    /** Whether the pool may have the task, and none of its workers helps, or is made up for, while it waits for that, as in fork/join pools for a future. */
    private static boolean starves(PoolQueue pool, Construct awaited) {
        return isFor(pool, awaited) && !(awaited == Construct.COMPLETABLE_FUTURE && pool.isForkJoin());
    }
}
