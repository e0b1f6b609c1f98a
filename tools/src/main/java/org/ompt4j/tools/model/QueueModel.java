package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.TraceEvent;

/**
 * How long tasks that were submitted to pools waited until a worker began them, how long they ran, and which pools wait for themselves.
 *
 * <p>A client of {@link RunModel}: it is told each event before and after the run takes it into account. Memory grows with pools and workers that are
 * there at one time, with tasks that are queued and with pools that have ended, up to limits. Thread safety: none.
 */
public final class QueueModel implements RunReader.EventListener, RunReader.AppliedListener, RunReader.StateListener {
    /*
     * Overview. No event says which pool a task is submitted to: that is known when a worker begins it.
     *
     * Most tasks can begin as soon as they are created. A task that is forked is for its own worker, and begun by others as they like; it is not
     * followed. Of a task of a scheduled executor, and of one of a CompletableFuture that has dependences, it is told when it was due only if it
     * begins late. A scheduled one was queued if that was as soon as it was created; a future's is due when its executor is given it. If dependences
     * say no more than that this executor is none of the JDK's pools, it was given the task at once.
     *
     * A future's task belongs to no pool. If an executor of the program's wraps it, it begins inside a task that waited in the queue for it.
     */
    /** Tasks that are queued at one time, at some 150 bytes each. */
    private static final int TASKS_FOLLOWED = 200_000;

    /** Pools that have ended, at some 700 bytes each, and 60 for each kind of their tasks. */
    private static final int POOLS = 10_000;

    /** Waits in which the JDK gives a fork/join pool no other worker by itself. */
    private static final EnumSet<State> BLOCKED =
            EnumSet.of(State.WAIT_SLEEP, State.WAIT_IO, State.WAIT_LOCK, State.WAIT_CRITICAL);

    private static final EnumSet<Event> CHANGES_WHO_IS_FREE = EnumSet.of(
            Event.TASK_SCHEDULE,
            Event.IMPLICIT_TASK,
            Event.SYNC_REGION,
            Event.SYNC_REGION_WAIT,
            Event.WAIT,
            Event.POOL_WORKER);

    private static final EnumSet<Construct> SUBMITTED = EnumSet.of(
            Construct.THREAD_POOL_EXECUTOR, Construct.FORK_JOIN_POOL, Construct.SCHEDULED_EXECUTOR, Construct.DEFINED);

    /** Times of a timer are whole milliseconds. */
    public static final long TIMER_STEP_NANOS = 1_000_000;

    private final KeptTasks<Queued> queued = new KeptTasks<>(TASKS_FOLLOWED);
    private final Map<Long, PoolQueue> pools = new TreeMap<>();
    /** Of these those that have ended and have no worker any more: of too many those with the least time of tasks are forgotten. */
    private final Rows<Long, PoolQueue> over = new Rows<>(POOLS, this::pool, PoolQueue::tasksNanos, this::forget);

    private final Map<Long, Worker> workers = new HashMap<>();
    /** The worker that was asked for last: it often is the next one too. */
    private @Nullable Worker latest;

    private final List<Stuck> stuck = new ArrayList<>();

    /** Pools that were made in a pause, and workers that were busy in it, are not known. */
    private boolean hasPaused;

    private StayListener stays = (queue, fromNanos, toNanos) -> {};

    private final Map<PoolQueue, Ending> endings = new HashMap<>();

    /** The pools that were there when the last part of the recording ended. */
    private final List<PoolQueue> there = new ArrayList<>();

    /** Who wants to know when tasks were in queues. */
    public interface StayListener {
        /** A worker has begun a task, which was in the queue of its pool in that time. */
        void stayed(PoolQueue queue, long fromNanos, long toNanos);
    }

    private static final class Queued {
        final TraceEvent create;
        /** Whether a worker could begin it as soon as it was created. */
        boolean isReady;

        Queued(TraceEvent create, boolean isReady) {
            this.create = create;
            this.isReady = isReady;
        }

        /** Whether a pool was given the task, though it is not told which: one that has dependences and is ready, an executor was that is none. */
        boolean isOfAPool() {
            return isReady && create.value(Member.HAS_DEPENDENCES) == 0;
        }
    }

    /** A submitted task that a worker has begun. */
    private record Running(long taskId, PoolQueue pool, PoolQueue.@Nullable Kind kind) {}

    /** A worker that was in a wait for a task which had not begun as the trace ended. */
    private record Stuck(PoolQueue pool, StarvedPool.Worker worker, Construct awaited) {}

    /** The workers of a pool as it ended, or the run did. */
    private record Ending(int workers, int freeWorkers) {}

    private static final class Worker {
        final long threadId;
        final PoolQueue pool;
        final List<Running> running = new ArrayList<>(2);
        boolean isFree;

        /** A task that was not ready when it was created, and that it has just begun: whether that was queued is told next. */
        @Nullable
        Queued begun;

        /** What it was waiting in, for a task that has not begun, if nothing shows that it went on since. */
        @Nullable
        Stuck unmet;

        Worker(long threadId, PoolQueue pool) {
            this.threadId = threadId;
            this.pool = pool;
        }

        void leaves(long taskId) {
            for (int i = running.size() - 1; i >= 0; i--) {
                if (running.get(i).taskId == taskId) {
                    running.subList(i, running.size()).clear();
                    return;
                }
            }
        }
    }

    /** The pools that had workers, in the order of their ids. */
    public Collection<PoolQueue> queues() {
        return pools.values();
    }

    /** The queue of this pool; null if it had no worker. */
    public @Nullable PoolQueue queueOf(long poolId) {
        return pools.get(poolId);
    }

    /** From now on this is told of each task that leaves a queue. */
    public void tellStays(StayListener listener) {
        stays = listener;
    }

    /** How many tasks were not followed, because too many were queued. */
    public long notFollowed() {
        return queued.notFollowed();
    }

    /** Whether some pools that have ended were forgotten, because there were too many. */
    public boolean hasForgotten() {
        return over.given() > 0;
    }

    /** Takes an event into account, before the run does. */
    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        if (event.event() == null) {
            return;
        }
        Worker worker = thread.poolId() == 0 ? null : worker(thread.id());
        if (worker != null && (worker.unmet != null || event.event() == Event.SYNC_REGION_WAIT)) {
            looksForTheEnd(event, thread, worker);
        }
        switch (event.event()) {
            case TASK_CREATE -> created(event);
            case DEPENDENCES -> depends(event);
            case TASK_SCHEDULE -> schedule(event, thread, worker);
            case TASK_LATE -> late(event, worker);
            case CANCEL -> {
                if (event.discardsTask()) {
                    queued.remove(event.taskId());
                }
            }
            case POOL -> pool(event);
            case POOL_WORKER -> poolWorker(event, worker);
            default -> {}
        }
    }

    @Override
    public Set<Event> appliedKinds() {
        return CHANGES_WHO_IS_FREE;
    }

    /** The run has taken this event of the thread into account. */
    @Override
    public void applied(TraceEvent event, ThreadModel thread, @Nullable ThreadModel switched) {
        Worker worker = thread.poolId() == 0 ? null : worker(thread.id());
        boolean isFree = worker != null && isFree(thread.stateUntil(null));
        if (worker != null && isFree != worker.isFree) {
            worker.isFree = isFree;
            worker.pool.changesWorkers(0, isFree ? 1 : -1, event.timeNanos());
        }
    }

    /** A worker that waits for its region to end has no task either. */
    private static boolean isFree(State state) {
        return state == State.IDLE || state == State.WAIT_BARRIER_IMPLICIT_PARALLEL;
    }

    /** The thread was in one state for so long, with its stack of tasks as it is. */
    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        Worker worker = thread.poolId() == 0 ? null : worker(thread.id());
        if (worker != null && !worker.running.isEmpty()) {
            Running task = worker.running.get(worker.running.size() - 1);
            task.pool.ran(state, thread.innermostWait(), nanos);
            if (task.kind != null) {
                task.kind.ran(nanos);
            }
        }
        TraceEvent wait = worker == null || !BLOCKED.contains(state) ? null : thread.innermostWait();
        if (worker != null && wait != null && worker.pool.isForkJoin()) {
            worker.pool.blocks(state, wait, nanos);
        }
    }

    /** The recording ends while the thread is where it is. */
    @Override
    public void end(ThreadModel thread, long timeNanos) {
        Worker worker = workers.get(thread.id());
        TraceEvent wait = thread.innermostWait();
        if (worker != null && wait != null) {
            isStuck(unmet(wait, worker));
        }
    }

    @Override
    public void partEnded(long timeNanos) {
        there.clear();
        for (PoolQueue each : pools.values()) {
            if (each.isThereNoMore(timeNanos)) {
                there.add(each);
            }
        }
    }

    /** Recording was paused: what is queued, and who works for a pool, is not known when it goes on. */
    @Override
    public void pause(Pause pause) {
        there.forEach(each -> each.isThere(pause.toNanos()));
        queued.clear();
        workers.values().forEach(each -> each.running.clear());
        stuck.clear();
        hasPaused = true;
    }

    // ---------------------------------------------------------------- tasks

    private void created(TraceEvent event) {
        Construct construct = event.construct();
        boolean isOfAFuture = construct == Construct.COMPLETABLE_FUTURE;
        if ((event.flags() & TaskFlag.UNDEFERRED) == 0 && (isOfAFuture || SUBMITTED.contains(construct))) {
            boolean isReady =
                    isOfAFuture ? event.value(Member.HAS_DEPENDENCES) == 0 : construct != Construct.SCHEDULED_EXECUTOR;
            queued.created(event.newTaskId(), new Queued(event, isReady));
        }
    }

    private void depends(TraceEvent event) {
        Queued task = queued.get(event.taskId());
        if (task != null && event.enumerator(Member.DEPENDENCE_TYPE) == DependenceType.INOUTSET) {
            task.isReady = true;
        }
    }

    private void schedule(TraceEvent event, ThreadModel thread, @Nullable Worker worker) {
        if (worker != null) {
            worker.begun = null;
            if (event.endsBody()) {
                worker.leaves(event.priorTaskId());
            }
        }
        long next = event.nextTaskId();
        Queued task = next == 0 ? null : queued.remove(next);
        if (task == null || worker == null || !isFromTheQueue(task.create, thread)) {
            return;
        }
        if (task.isReady) {
            begins(task, task.create.timeNanos(), event, worker);
        } else {
            worker.begun = task;
        }
    }

    private void begins(Queued task, long dueNanos, TraceEvent event, Worker worker) {
        PoolQueue.Kind kind = worker.pool.begins(task.create, dueNanos, event);
        worker.running.add(new Running(task.create.newTaskId(), worker.pool, kind));
        stays.stayed(worker.pool, dueNanos, event.timeNanos());
    }

    private void late(TraceEvent event, @Nullable Worker worker) {
        Queued task = worker == null ? null : worker.begun;
        if (worker != null && task != null && task.create.newTaskId() == event.taskId()) {
            if (task.create.construct() == Construct.COMPLETABLE_FUTURE) {
                begins(task, event.dueNanos(), event, worker);
            } else if (wasQueued(event, task.create.timeNanos())) {
                begins(task, task.create.timeNanos(), event, worker);
            }
            worker.begun = null;
        }
    }

    /** Whether the scheduled task that begins late was due as soon as it was created, so that it waited in a queue as other tasks do. */
    public static boolean wasQueued(TraceEvent late, long createdNanos) {
        boolean isTimer = late.construct() == Construct.TIMER;
        return late.value(Member.PERIOD) == 0 && late.dueNanos() <= createdNanos + (isTimer ? TIMER_STEP_NANOS : 0);
    }

    /** A future's task inside another one is from the queue if its worker helps while that one waits. */
    private static boolean isFromTheQueue(TraceEvent create, ThreadModel thread) {
        TaskFrame top = thread.top();
        return create.construct() != Construct.COMPLETABLE_FUTURE
                || top == null
                || top.kind() != TaskFrame.Kind.EXPLICIT
                || top.innermostSync() != null;
    }

    // ---------------------------------------------------------------- pools

    private void pool(TraceEvent event) {
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            PoolQueue pool = pool(event.poolId());
            pool.begins(event);
            pool.isThere(event.timeNanos());
        } else if (pools.containsKey(event.poolId())) {
            PoolQueue pool = pool(event.poolId());
            pool.isThereNoMore(event.timeNanos());
            endings.put(pool, new Ending(pool.workers(), pool.freeWorkers()));
            mayBeOver(pool);
        }
    }

    private void mayBeOver(PoolQueue pool) {
        if (pool.workers() == 0 && endings.containsKey(pool)) {
            pool.isOver();
            over.at(pool.poolId());
        }
    }

    private void forget(PoolQueue pool) {
        pools.remove(pool.poolId());
        endings.remove(pool);
    }

    private PoolQueue pool(long poolId) {
        return pools.computeIfAbsent(poolId, PoolQueue::new);
    }

    private void poolWorker(TraceEvent event, @Nullable Worker known) {
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            begins(event);
        } else if (known != null) {
            ends(event, known);
        }
    }

    private void begins(TraceEvent event) {
        PoolQueue pool = pool(event.poolId());
        pool.isThere(event.timeNanos());
        pool.changesWorkers(1, 0, event.timeNanos());
        latest = new Worker(event.threadId(), pool);
        workers.put(event.threadId(), latest);
    }

    private void ends(TraceEvent event, Worker worker) {
        PoolQueue pool = worker.pool;
        if (worker.unmet != null) {
            isStuck(worker.unmet);
        }
        pool.changesWorkers(-1, worker.isFree ? -1 : 0, event.timeNanos());
        workers.remove(worker.threadId);
        latest = null;
        mayBeOver(pool);
    }

    private @Nullable Worker worker(long threadId) {
        Worker worker = latest;
        if (worker == null || worker.threadId != threadId) {
            worker = workers.get(threadId);
            latest = worker == null ? latest : worker;
        }
        return worker;
    }

    // ---------------------------------------------------------------- the end

    /*
     * Where the run ends while a worker waits, the wait, the task and the worker end on its behalf, one after the other. The pool has ended
     * before.
     */
    private void looksForTheEnd(TraceEvent event, ThreadModel thread, Worker worker) {
        boolean isEnd = event.endpoint() == ScopeEndpoint.END;
        if (event.event() == Event.SYNC_REGION_WAIT && isEnd) {
            TraceEvent wait = thread.innermostWait();
            worker.unmet = wait == null ? null : unmet(wait, worker);
        } else if (event.priorTaskStatus() != TaskStatus.CANCEL
                && !(isEnd && (event.event() == Event.SYNC_REGION || event.event() == Event.POOL_WORKER))) {
            worker.unmet = null;
        }
    }

    private @Nullable Stuck unmet(TraceEvent wait, Worker worker) {
        Queued awaited = wait.event() == Event.SYNC_REGION_WAIT && wait.syncKind() == SyncRegionKind.TASKWAIT
                ? queued.get(wait.waitId())
                : null;
        return awaited == null || !awaited.isOfAPool()
                ? null
                : new Stuck(
                        worker.pool,
                        new StarvedPool.Worker(
                                worker.threadId, wait.codeptrRa(), wait.timeNanos(), awaited.create.codeptrRa()),
                        awaited.create.construct());
    }

    private void isStuck(@Nullable Stuck worker) {
        if (worker != null) {
            stuck.add(worker);
        }
    }

    /** The pools that wait for themselves, once all events have passed by. */
    public List<StarvedPool> starved() {
        List<StarvedPool> starved = new ArrayList<>();
        if (stuck.isEmpty() || hasPaused) {
            return starved;
        }
        for (PoolQueue each : pools.values()) {
            List<Stuck> waiting = stuck.stream().filter(one -> one.pool == each).toList();
            if (!waiting.isEmpty()
                    && waiting.stream().allMatch(one -> starves(each, one.awaited))
                    && isWhole(each, waiting.size())
                    && isOfNoOther(each, waiting)) {
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
    private boolean isOfNoOther(PoolQueue pool, List<Stuck> waiting) {
        for (PoolQueue each : pools.values()) {
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
