package org.ompt4j.tools.model;

import java.util.EnumSet;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.tools.read.TraceEvent;

/** The tasks that were submitted to pools and that no worker has begun. Thread safety: none. */
final class QueuedTasks {
    /*
     * Overview. No event says which pool a task is submitted to: that is known when a worker begins it.
     *
     * Most tasks can begin as soon as they are created. A task that is forked is for its own worker, and begun by others as they like; it is not
     * followed. Of a task of a scheduled executor, and of one of a CompletableFuture that has dependences, it is told when it was due only if it
     * begins late. A scheduled one was queued if that was as soon as it was created; a future's is due when its executor is given it. If dependences
     * say no more than that this executor is none of the JDK's pools, it was given the task at once.
     */
    /** Tasks that are queued at one time, at some 150 bytes each. */
    private static final int FOLLOWED = 200_000;

    private static final EnumSet<Construct> SUBMITTED = EnumSet.of(
            Construct.THREAD_POOL_EXECUTOR, Construct.FORK_JOIN_POOL, Construct.SCHEDULED_EXECUTOR, Construct.DEFINED);

    /** Waits that name the task they are for: who waits for a group of them, as in {@code invokeAll}, waits for one after the other. */
    private static final EnumSet<SyncRegionKind> FOR_A_TASK =
            EnumSet.of(SyncRegionKind.TASKWAIT, SyncRegionKind.TASKGROUP);

    private final KeptTasks<Queued> tasks = new KeptTasks<>(FOLLOWED);

    /** One of them. */
    static final class Queued {
        final TraceEvent create;
        /** Whether a worker could begin it as soon as it was created. */
        private boolean isReady;

        private Queued(TraceEvent create, boolean isReady) {
            this.create = create;
            this.isReady = isReady;
        }

        /** Whether a worker could begin it as soon as it was created. */
        boolean isReady() {
            return isReady;
        }

        /** Whether a pool was given the task, though it is not told which: one that has dependences and is ready, an executor was that is none. */
        private boolean isOfAPool() {
            return isReady && create.value(Member.HAS_DEPENDENCES) == 0;
        }
    }

    void created(TraceEvent event) {
        Construct construct = event.construct();
        boolean isOfAFuture = construct == Construct.COMPLETABLE_FUTURE;
        if ((event.flags() & TaskFlag.UNDEFERRED) == 0 && (isOfAFuture || SUBMITTED.contains(construct))) {
            boolean isReady =
                    isOfAFuture ? event.value(Member.HAS_DEPENDENCES) == 0 : construct != Construct.SCHEDULED_EXECUTOR;
            tasks.created(event.newTaskId(), new Queued(event, isReady));
        }
    }

    void depends(TraceEvent event) {
        Queued task = tasks.get(event.taskId());
        if (task != null && event.enumerator(Member.DEPENDENCE_TYPE) == DependenceType.INOUTSET) {
            task.isReady = true;
        }
    }

    /** The task is queued no longer; null if it was not. */
    @Nullable
    Queued remove(long taskId) {
        return tasks.remove(taskId);
    }

    /** The task that is waited for if it was handed to a pool and has not begun; else null. */
    @Nullable
    Queued awaitedOfAPool(TraceEvent wait) {
        Queued awaited = wait.event() == Event.SYNC_REGION_WAIT && FOR_A_TASK.contains(wait.syncKind())
                ? tasks.get(wait.waitId())
                : null;
        return awaited == null || !awaited.isOfAPool() ? null : awaited;
    }

    /** How many tasks were not followed, because too many were queued. */
    long notFollowed() {
        return tasks.notFollowed();
    }

    void clear() {
        tasks.clear();
    }
}
