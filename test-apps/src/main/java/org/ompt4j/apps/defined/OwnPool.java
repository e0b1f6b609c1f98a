package org.ompt4j.apps.defined;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.ompt4j.apps.Threads;

/** A thread pool that the program implements itself, without {@code java.util.concurrent}. */
public final class OwnPool {
    private final Queue<Runnable> queue = new ArrayDeque<>();
    private final Thread[] threads;
    private boolean closed;

    OwnPool(String name, int workers) {
        threads = new Thread[workers];
        for (int i = 0; i < workers; i++) {
            threads[i] = Threads.start(name + "-" + i, new Worker()::work);
        }
    }

    /** The loop of a worker. */
    private final class Worker {
        void work() {
            for (Runnable task = next(); task != null; task = next()) {
                try {
                    runTask(task);
                } catch (ArithmeticException failure) {
                    // A task that throws does not end its worker.
                    continue;
                }
            }
        }
    }

    /** Waits for the next task; null if the pool is closed and has no tasks. */
    private synchronized @Nullable Runnable next() {
        while (queue.isEmpty() && !closed) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return queue.poll();
    }

    private static void runTask(Runnable task) {
        task.run();
    }

    /** Queues a task. */
    public void execute(Runnable task) {
        if (!offer(task)) {
            throw new IllegalStateException("the pool is closed");
        }
    }

    /** Queues a task; returns false if the pool is closed. */
    public synchronized boolean offer(Runnable task) {
        if (closed) {
            return false;
        }
        queue.add(task);
        notify();
        return true;
    }

    /** Returns when all tasks have run and the workers have ended. */
    void close() throws InterruptedException {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        Threads.join(threads);
    }

    /** Returns once every worker waits for a task. */
    void awaitIdle() {
        for (Thread each : threads) {
            Threads.awaitWaitIn("next", each);
        }
    }
}
