package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.tools.model.PoolWorkers.Running;
import org.ompt4j.tools.model.QueuedTasks.Awaited;
import org.ompt4j.tools.model.QueuedTasks.Queued;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Finds pools that wait for themselves: at the end of the trace all their workers were in waits for tasks that had not begun, or that such workers had
 * begun. Thread safety: none.
 */
final class StarvedPools {
    /**
     * A worker that was, at the end of the trace, in a wait for a task.
     *
     * @param begin the event with which the wait began
     * @param running the tasks that it had begun
     */
    record Stuck(PoolQueue pool, long threadId, TraceEvent begin, Awaited awaited, List<Running> running) {
        boolean isForQueued() {
            return awaited.queued() != null;
        }
    }

    /** Who has begun a task. */
    private record Begun(Stuck by, Running task) {}

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
        return stuck.stream().anyMatch(each -> each.isForQueued() && !hasBegunHere(each.pool))
                || stuckOutside.stream().anyMatch(isWorker::test);
    }

    /** Whether the pool has begun since recording went on, so that all its workers are known. */
    private boolean hasBegunHere(PoolQueue pool) {
        PoolModel begin = pool.pool();
        return begin != null && begin.begin().timeNanos() >= resumedNanos;
    }

    /** The pools that wait for themselves, or together for themselves. Call after the last event. */
    List<StarvedPool> among(Collection<PoolQueue> pools) {
        if (stuck.stream().noneMatch(Stuck::isForQueued)) {
            return List.of();
        }
        Map<Long, Begun> begun = begun();
        List<PoolQueue> full = pools.stream().filter(this::isWithoutFreeWorker).toList();
        Set<PoolQueue> starved =
                pools.stream().filter(this::isWholeStuck).collect(Collectors.toCollection(LinkedHashSet::new));
        while (starved.removeIf(pool -> !needsOnly(starved, pool, begun, full))) {
            // Others may have needed what was removed.
        }
        List<StarvedPool> found = new ArrayList<>();
        while (!starved.isEmpty()) {
            Set<PoolQueue> group = takeGroup(starved, begun, full);
            if (stuckOf(group).anyMatch(Stuck::isForQueued)) {
                found.add(starved(List.copyOf(group), begun));
            }
        }
        return found;
    }

    /** The tasks that stuck workers have begun, by their ids. */
    private Map<Long, Begun> begun() {
        Map<Long, Begun> begun = new HashMap<>();
        for (Stuck each : stuck) {
            each.running.forEach(task -> begun.put(task.taskId(), new Begun(each, task)));
        }
        return begun;
    }

    private Stream<Stuck> stuckOf(Collection<PoolQueue> pools) {
        return stuck.stream().filter(each -> pools.contains(each.pool));
    }

    /** Whether all workers of the pool are known and stuck, and the pool may not have more. */
    private boolean isWholeStuck(PoolQueue pool) {
        int waiting = (int) stuckOf(List.of(pool)).count();
        return waiting > 0 && hasBegunHere(pool) && isWhole(pool, waiting);
    }

    /** Whether the workers of the pool can go on only if one of these pools does. */
    private boolean needsOnly(Set<PoolQueue> starved, PoolQueue pool, Map<Long, Begun> begun, List<PoolQueue> full) {
        return stuckOf(List.of(pool)).allMatch(each -> {
            Collection<PoolQueue> needed = neededBy(each, begun, full);
            return !needed.isEmpty() && starved.containsAll(needed);
        });
    }

    /**
     * The pools of which one has to go on first: that of the worker that has begun the awaited task, or those that can have it in their queues. A pool
     * with a free worker would have begun it. Empty if this is not known, or if the worker helps or is compensated.
     */
    private static Collection<PoolQueue> neededBy(Stuck worker, Map<Long, Begun> begun, List<PoolQueue> full) {
        Queued queued = worker.awaited.queued();
        if (queued != null) {
            Construct awaited = queued.create.construct();
            return starves(worker.pool, awaited)
                    ? full.stream().filter(each -> isFor(each, awaited)).toList()
                    : List.of();
        }
        Begun runs = begun.get(worker.awaited.taskId());
        boolean isBlocked = !worker.pool.isForkJoin() || worker.begin.construct() == Construct.FUTURE_TASK;
        return runs == null || !isBlocked ? List.of() : List.of(runs.by.pool);
    }

    /** Takes the first pool, and all that it needs, directly or not, or that need it. */
    private Set<PoolQueue> takeGroup(Set<PoolQueue> starved, Map<Long, Begun> begun, List<PoolQueue> full) {
        Set<PoolQueue> group = new LinkedHashSet<>(List.of(starved.iterator().next()));
        boolean grows = true;
        while (grows) {
            Set<PoolQueue> near = new LinkedHashSet<>();
            for (Stuck each : stuck) {
                Collection<PoolQueue> needed = starved.contains(each.pool) ? neededBy(each, begun, full) : List.of();
                if (group.contains(each.pool)) {
                    near.addAll(needed);
                } else if (needed.stream().anyMatch(group::contains)) {
                    near.add(each.pool);
                }
            }
            grows = group.addAll(near);
        }
        starved.removeAll(group);
        return group;
    }

    private StarvedPool starved(List<PoolQueue> group, Map<Long, Begun> begun) {
        List<StarvedPool.Worker> workers = stuckOf(group)
                .map(each -> worker(each, begun.get(each.awaited.taskId())))
                .sorted(Comparator.comparing(StarvedPool.Worker::threadId))
                .toList();
        return new StarvedPool(group.get(0), group.subList(1, group.size()), workers);
    }

    private static StarvedPool.Worker worker(Stuck stuck, @Nullable Begun runs) {
        Queued queued = stuck.awaited.queued();
        PoolQueue.Kind kind = runs == null ? null : runs.task.kind();
        int createdAt = queued != null ? queued.create.codeptrRa() : kind == null ? 0 : kind.submittedAt();
        return new StarvedPool.Worker(
                stuck.threadId,
                stuck.begin.codeptrRa(),
                stuck.begin.timeNanos(),
                createdAt,
                queued != null || runs == null ? 0 : runs.by.threadId);
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

    /** Whether a worker that waits for the task neither helps nor is compensated, as in fork/join pools for a future. */
    private static boolean starves(PoolQueue pool, Construct awaited) {
        return !(awaited == Construct.COMPLETABLE_FUTURE && pool.isForkJoin());
    }
}
