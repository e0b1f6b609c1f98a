package org.ompt4j.tools.model;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
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
     * Overview. No event says to which pool a task is submitted: this is known only when a worker begins it.
     *
     * Most tasks can begin as soon as they are created. Forked tasks are not followed: they are for their own worker, and may be stolen by others.
     * For a task of a scheduled executor, and for one of a CompletableFuture with dependences, the due time is known only if the task begins late. A
     * scheduled task counts as queued if it was due when it was created; the task of a future is due when it is given to its executor. If the only
     * dependence shows that this executor is not a pool of the JDK, the task was given to it at once.
     */
    /** Tasks that are queued at one time, at some 150 bytes each. */
    private static final int FOLLOWED = 200_000;

    private static final EnumSet<Construct> SUBMITTED = EnumSet.of(
            Construct.THREAD_POOL_EXECUTOR, Construct.FORK_JOIN_POOL, Construct.SCHEDULED_EXECUTOR, Construct.DEFINED);

    /** Waits that name the task they are for: who waits for a group of them, as in {@code invokeAll}, waits for one after the other. */
    private static final EnumSet<SyncRegionKind> FOR_A_TASK =
            EnumSet.of(SyncRegionKind.TASKWAIT, SyncRegionKind.TASKGROUP);

    /** How many tasks a wait is followed over. Each depends on the next one, so there can be a circle only in a damaged trace. */
    private static final int LONGEST = 10_000;

    private final KeptTasks<Queued> tasks = new KeptTasks<>(FOLLOWED);
    /** Tasks on which others depend, and which have not ended. */
    private final Set<Long> sources = new HashSet<>();

    /**
     * What a wait is for.
     *
     * @param taskId the awaited task; of a future that waits for the result of one other, of that one, and so on
     * @param queued the task if it was submitted to a pool and has not begun; else it has begun, or is no task of a pool
     */
    record Awaited(long taskId, @Nullable Queued queued) {}

    /** A queued task. */
    static final class Queued {
        /** Stands for several tasks that a task depends on. */
        private static final long SEVERAL = -1;

        final TraceEvent create;
        /** The only task that it depends on, which may have ended; 0 if there is none. */
        private long dependsOn;
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

        /**
         * Whether the task was given to a pool, though it is not known to which. A ready task with dependences was given to an executor that is not a
         * pool.
         */
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

    /** A task depends on another one, which has not ended. */
    void dependsOn(TraceEvent event) {
        Queued task = tasks.get(event.sinkTaskId());
        if (task != null) {
            // What the function of a thenCompose returns is told when that function has ended, on which the stage
            // depended until then.
            boolean isOnly = task.dependsOn == 0 || task.dependsOn > 0 && !sources.contains(task.dependsOn);
            boolean isKnown = sources.contains(event.srcTaskId()) || sources.size() < FOLLOWED;
            task.dependsOn = isOnly && isKnown ? event.srcTaskId() : Queued.SEVERAL;
            if (isKnown) {
                sources.add(event.srcTaskId());
            }
        }
    }

    /** A task has ended, or will never run. */
    void ended(long taskId) {
        sources.remove(taskId);
    }

    /** Removes the task; null if it was not queued. */
    @Nullable
    Queued remove(long taskId) {
        return tasks.remove(taskId);
    }

    /** What a wait is for; null if it is for no task, or for one that another task has to make ready in a way that is not known. */
    @Nullable
    Awaited awaited(TraceEvent wait) {
        long taskId = isForATask(wait) ? wait.waitId() : 0;
        for (int i = 0; i < LONGEST && taskId > 0; i++) {
            Queued task = tasks.get(taskId);
            if (task == null || task.isOfAPool()) {
                return new Awaited(taskId, task);
            }
            taskId = task.dependsOn;
        }
        return null;
    }

    /** Whether the wait is for a task that was submitted to a pool and has not begun. */
    boolean isForQueued(TraceEvent wait) {
        Queued awaited = isForATask(wait) ? tasks.get(wait.waitId()) : null;
        return awaited != null && awaited.isOfAPool();
    }

    private static boolean isForATask(TraceEvent wait) {
        return wait.event() == Event.SYNC_REGION_WAIT && FOR_A_TASK.contains(wait.syncKind());
    }

    /** How many tasks were not followed, because too many were queued. */
    long notFollowed() {
        return tasks.notFollowed();
    }

    void clear() {
        tasks.clear();
        sources.clear();
    }
}
