package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.model.PoolWorkers.Running;
import org.ompt4j.tools.model.PoolWorkers.Worker;
import org.ompt4j.tools.model.QueuedTasks.Awaited;
import org.ompt4j.tools.model.QueuedTasks.Queued;
import org.ompt4j.tools.model.StarvedPools.Stuck;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.TraceEvent;

/**
 * How long tasks that were submitted to pools waited until a worker began them, how long they ran, and which pools wait for themselves.
 *
 * <p>A client of {@link RunModel}: it gets each event before and after the run model applies it. Memory grows with pools and workers that exist at
 * the same time, with queued tasks, and with pools that have ended, up to limits. Thread safety: none.
 */
public final class QueueModel implements RunReader.EventListener, RunReader.AppliedListener, RunReader.StateListener {
    /*
     * Overview. A task is followed from its creation to its begin on a worker, see QueuedTasks, and then to its end.
     *
     * A thread pool with fewer workers than its core size passes a task directly to a new thread: the first task of the thread, if it was created
     * before the thread, was not queued. A worker that replaces one whose task threw begins with a task from the queue: if a pool may have lost a
     * worker in this way, first tasks count as queued.
     *
     * The task of a CompletableFuture belongs to no pool. If an executor of the program wraps it, it begins inside another task, which waited in the
     * queue.
     */
    /** Pools that have ended, at some 700 bytes each, and 60 for each kind of their tasks. */
    private static final int POOLS = 10_000;

    /** Waits for which the JDK adds no other worker to a fork/join pool. */
    private static final EnumSet<State> BLOCKED =
            EnumSet.of(State.WAIT_SLEEP, State.WAIT_IO, State.WAIT_LOCK, State.WAIT_CRITICAL);

    private static final EnumSet<Event> CHANGES_WHO_IS_FREE = EnumSet.of(
            Event.TASK_SCHEDULE,
            Event.IMPLICIT_TASK,
            Event.SYNC_REGION,
            Event.SYNC_REGION_WAIT,
            Event.WAIT,
            Event.POOL_WORKER);

    /** What runs tasks at given times. */
    public static final Set<Construct> SCHEDULERS = Set.of(Construct.SCHEDULED_EXECUTOR, Construct.TIMER);

    /** Times of a timer are whole milliseconds. */
    public static final long TIMER_STEP_NANOS = 1_000_000;

    private final QueuedTasks queued = new QueuedTasks();
    private final Map<Long, PoolQueue> pools = new TreeMap<>();
    /** The pools that have ended and have no worker any more. If there are too many, those with the least time of tasks are dropped. */
    private final Rows<Long, PoolQueue> over = new Rows<>(POOLS, this::pool, PoolQueue::tasksNanos, this::forget);

    private final PoolWorkers workers = new PoolWorkers();
    private final StarvedPools starved = new StarvedPools();
    private final LeftPools left = new LeftPools();
    private final PoolSites sites = new PoolSites();
    private final StackOfWait stacks;
    private StayListener stays = (queue, fromNanos, toNanos) -> {};

    /** The pools that were there when the last part of the recording ended. */
    private final List<PoolQueue> there = new ArrayList<>();

    public QueueModel(StackOfWait stacks) {
        this.stacks = stacks;
    }

    /** Is notified about times of tasks in queues. */
    public interface StayListener {
        /** A worker has begun a task, which was in the queue of its pool during this time. */
        void stayed(PoolQueue queue, long fromNanos, long toNanos);
    }

    /** The pools that had workers, in the order of their ids. */
    public Collection<PoolQueue> queues() {
        return pools.values();
    }

    /** The queue of this pool; null if it had no worker. */
    public @Nullable PoolQueue queueOf(long poolId) {
        return pools.get(poolId);
    }

    /**
     * Whether there is a pool that may wait for itself, but for which this is not known, since it began before the recording or before a pause.
     *
     * @param isWorker of the id of a thread
     */
    public boolean mayStarveUnseen(LongPredicate isWorker) {
        return starved.mayBeUnseen(isWorker);
    }

    /** Whether a wait that begins with this event is for a task that was submitted to a pool and that no worker has begun. */
    public boolean isForQueued(TraceEvent wait) {
        return queued.isForQueued(wait);
    }

    /**
     * The task for which a wait with this begin is; of a future that waits for the result of one other, the task of that one, and so on. 0 if it is for
     * no task, for one that has not begun on a pool's worker, or for one that another task has to make ready in a way that is not known.
     */
    public long begunTaskOf(TraceEvent wait) {
        Awaited awaited = queued.awaited(wait);
        return awaited == null || awaited.queued() != null ? 0 : awaited.taskId();
    }

    /** The workers that a pool has now. */
    public int workersOf(long poolId) {
        PoolQueue pool = pools.get(poolId);
        return pool == null ? 0 : pool.workers();
    }

    /** The pools that wait for themselves. Call after the last event. */
    public List<StarvedPool> starved() {
        return starved.among(pools.values());
    }

    /** The pools that are left. Call after the last event. */
    public List<LeftPool> left() {
        return left.all(there);
    }

    /** The call sites that made pools; of very many those that made the most. */
    public Collection<PoolSite> sites() {
        return sites.all();
    }

    /** Whether some call sites were dropped. */
    public boolean hasForgottenSites() {
        return sites.hasForgotten();
    }

    /** Sets the listener for tasks that leave a queue. */
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

    /** Processes an event, before the run model applies it. */
    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        if (event.event() == null) {
            return;
        }
        left.event(event);
        Worker worker = workers.of(thread);
        if (worker != null && (worker.unmet != null || event.event() == Event.SYNC_REGION_WAIT)) {
            looksForTheEnd(event, thread, worker);
        }
        switch (event.event()) {
            case TASK_CREATE -> queued.created(event);
            case DEPENDENCES -> queued.depends(event);
            case TASK_DEPENDENCE -> queued.dependsOn(event);
            case TASK_SCHEDULE -> schedule(event, thread, worker);
            case TASK_LATE -> late(event, worker);
            case CANCEL -> {
                if (event.discardsTask()) {
                    queued.remove(event.taskId());
                    queued.ended(event.taskId());
                }
            }
            case ERROR -> {
                if (worker != null) {
                    worker.hasThrown = true;
                }
            }
            case POOL -> pool(event, worker);
            case POOL_WORKER -> poolWorker(event, worker);
            default -> {}
        }
    }

    @Override
    public Set<Event> appliedKinds() {
        return CHANGES_WHO_IS_FREE;
    }

    /** The run model has applied this event of the thread. */
    @Override
    public void applied(TraceEvent event, ThreadModel thread, @Nullable ThreadModel switched) {
        Worker worker = workers.of(thread);
        boolean isFree = worker != null && isFree(thread.stateUntil(null));
        if (worker != null && isFree != worker.isFree) {
            worker.isFree = isFree;
            worker.pool.changesWorkers(0, isFree ? 1 : -1, event.timeNanos());
        }
    }

    /** A worker that waits for its region to end has no task, too. */
    private static boolean isFree(State state) {
        return state == State.IDLE || state == State.WAIT_BARRIER_IMPLICIT_PARALLEL;
    }

    /** The thread was in one state for this time, with its present stack of tasks. */
    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        Worker worker = workers.of(thread);
        if (worker == null) {
            return;
        }
        Running task = worker.innermost();
        if (task != null) {
            task.pool().ran(nanos);
            if (task.kind() != null) {
                task.kind().ran(nanos);
            }
        }
        TraceEvent wait = thread.innermostWait();
        if (wait != null) {
            waited(worker, task, state, wait, stacks.codeUnlessSiteIsKnown(thread, wait), nanos);
        }
    }

    private static void waited(
            Worker worker, @Nullable Running task, State state, TraceEvent wait, int code, long nanos) {
        if (task != null) {
            task.pool().waited(state, wait, code, nanos);
        }
        if (BLOCKED.contains(state) && worker.pool.isForkJoin()) {
            worker.pool.blocks(state, wait, code, nanos);
        }
    }

    /** The recording ends; the thread stays in its present state. */
    @Override
    public void end(ThreadModel thread, long timeNanos) {
        Worker worker = workers.get(thread.id());
        TraceEvent wait = thread.innermostWait();
        if (worker != null && wait != null) {
            isStuck(unmet(wait, worker));
        } else if (wait != null && queued.isForQueued(wait)) {
            starved.isStuckOutside(thread.id());
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

    /** Recording was paused: it is not known which tasks are queued and which threads work for pools when it goes on. */
    @Override
    public void pause(Pause pause) {
        there.forEach(each -> each.isThere(pause.toNanos()));
        queued.clear();
        workers.pause();
        starved.resumes(pause.toNanos());
    }

    // ---------------------------------------------------------------- tasks

    private void schedule(TraceEvent event, ThreadModel thread, @Nullable Worker worker) {
        if (event.endsBody()) {
            queued.ended(event.priorTaskId());
        }
        if (worker != null) {
            worker.begun = null;
            if (event.endsBody()) {
                worker.leaves(event.priorTaskId());
            }
        }
        long next = event.nextTaskId();
        if (worker != null && next != 0) {
            worker.beginsAny();
        }
        Queued task = next == 0 ? null : queued.remove(next);
        if (task == null || worker == null || !isFromTheQueue(task.create, thread)) {
            return;
        }
        if (task.isReady()) {
            begins(task, task.create.timeNanos(), event, worker);
        } else {
            worker.begun = task;
        }
    }

    private void begins(Queued task, long dueNanos, TraceEvent event, Worker worker) {
        boolean isFirst = isFirst(task, dueNanos, worker);
        // The worker's thread was made for this task, which was then not queued.
        boolean isHanded = isFirst && worker.pool.handsFirstTasks();
        PoolQueue.Kind kind = worker.pool.begins(task.create, dueNanos, event, isHanded);
        worker.begins(new Running(task.create.newTaskId(), worker.pool, kind));
        if (!isHanded) {
            stays.stayed(worker.pool, dueNanos, event.timeNanos());
        }
        if (isHanded || isFirst && worker.pool.hasMadeOneWorker()) {
            sites.waitedForWorker(worker.pool, dueNanos, event.timeNanos());
        }
    }

    /** Whether the worker has begun since the task was there, and runs it first. A scheduled task is always queued. */
    private static boolean isFirst(Queued task, long dueNanos, Worker worker) {
        return worker.isAtItsFirst
                && dueNanos <= worker.sinceNanos
                && task.create.construct() != Construct.SCHEDULED_EXECUTOR;
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

    /** Whether the late scheduled task was due when it was created, so that it waited in a queue like other tasks. */
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

    private void pool(TraceEvent event, @Nullable Worker worker) {
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            PoolQueue pool = pool(event.poolId());
            pool.begins(event);
            pool.isThere(event.timeNanos());
        } else if (pools.containsKey(event.poolId())) {
            PoolQueue pool = pool(event.poolId());
            pool.isThereNoMore(event.timeNanos());
            sites.ends(pool, event.timeNanos());
            if (worker == null || worker.pool != pool) {
                left.ends(pool, event);
            }
            starved.poolEnds(pool);
            mayBeOver(pool);
        }
    }

    private void mayBeOver(PoolQueue pool) {
        if (pool.workers() == 0 && starved.hasEnded(pool)) {
            pool.isOver();
            over.at(pool.poolId());
        }
    }

    private void forget(PoolQueue pool) {
        pools.remove(pool.poolId());
        starved.forget(pool);
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
        workers.begin(event.threadId(), pool, event.timeNanos());
    }

    private void ends(TraceEvent event, Worker worker) {
        PoolQueue pool = worker.pool;
        isStuck(worker.unmet);
        if (worker.hasThrown) {
            pool.mayReplaceWorkers();
        }
        pool.changesWorkers(-1, worker.isFree ? -1 : 0, event.timeNanos());
        workers.remove(worker);
        mayBeOver(pool);
    }

    // ---------------------------------------------------------------- the end

    /*
     * If the run ends while a worker waits, the ends of the wait, the task and the worker are reported on its behalf, one after the other. The end of
     * the pool comes before.
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
        Awaited awaited = queued.awaited(wait);
        return awaited == null ? null : new Stuck(worker.pool, worker.threadId, wait, awaited, worker.running());
    }

    private void isStuck(@Nullable Stuck worker) {
        if (worker != null) {
            starved.isStuck(worker);
        }
    }
}
