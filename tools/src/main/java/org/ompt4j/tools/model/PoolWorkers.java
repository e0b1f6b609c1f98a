package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The threads that work for pools, and the tasks that they have begun. Thread safety: none. */
final class PoolWorkers {
    private final Map<Long, Worker> workers = new HashMap<>();
    /** The last used worker, which is often the next one too. */
    private @Nullable Worker latest;

    /** A submitted task that a worker has begun. */
    record Running(long taskId, PoolQueue pool, PoolQueue.@Nullable Kind kind) {}

    static final class Worker {
        final long threadId;
        final PoolQueue pool;
        final long sinceNanos;
        private final List<Running> running = new ArrayList<>(2);
        boolean isFree;

        /** Whether it has begun no task before the latest one. */
        boolean isAtItsFirst;

        boolean hasBegun;

        /** Whether the latest task is known to have thrown. */
        boolean hasThrown;

        /** A task that was not ready when it was created, and that the worker has just begun: the next event tells whether it was queued. */
        QueuedTasks.@Nullable Queued begun;

        /** Its wait for a task, unless an event shows that it went on since then. */
        StarvedPools.@Nullable Stuck unmet;

        private Worker(long threadId, PoolQueue pool, long sinceNanos) {
            this.threadId = threadId;
            this.pool = pool;
            this.sinceNanos = sinceNanos;
        }

        /** It begins a task, whatever that is. */
        void beginsAny() {
            isAtItsFirst = !hasBegun;
            hasBegun = true;
            hasThrown = false;
        }

        void begins(Running task) {
            running.add(task);
        }

        /** The innermost task that it has begun; null if there is none. */
        @Nullable
        Running innermost() {
            return running.isEmpty() ? null : running.get(running.size() - 1);
        }

        /** The submitted tasks that it has begun. */
        List<Running> running() {
            return List.copyOf(running);
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

    /** The worker that runs this thread; null if it works for no pool. */
    @Nullable
    Worker of(ThreadModel thread) {
        return thread.poolId() == 0 ? null : get(thread.id());
    }

    /** As the former, if the thread may have ceased to work for its pool. */
    @Nullable
    Worker get(long threadId) {
        Worker worker = latest;
        if (worker == null || worker.threadId != threadId) {
            worker = workers.get(threadId);
            latest = worker == null ? latest : worker;
        }
        return worker;
    }

    void begin(long threadId, PoolQueue pool, long timeNanos) {
        latest = new Worker(threadId, pool, timeNanos);
        workers.put(threadId, latest);
    }

    void remove(Worker worker) {
        workers.remove(worker.threadId);
        latest = null;
    }

    /** Recording was paused: it is not known what the workers have begun. */
    void pause() {
        workers.values().forEach(each -> {
            each.running.clear();
            each.hasBegun = true;
        });
    }
}
