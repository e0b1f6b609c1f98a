package org.ompt4j.apps.defined;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ompt4j.apps.Threads;

/** An executor that the program implements itself. Its only worker calls a method before each task and one after it. */
public final class HookedPool extends AbstractExecutorService {
    private static final Runnable LAST = () -> {};

    private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final Thread worker;

    HookedPool(String name) {
        worker = Threads.start(name, this::work);
    }

    private void work() throws InterruptedException {
        for (Runnable task = queue.take(); task != LAST; task = queue.take()) {
            @Nullable Throwable thrown = null;
            before(Thread.currentThread(), task);
            try {
                task.run();
            } catch (ArithmeticException failure) {
                thrown = failure;
            }
            after(task, thrown);
        }
    }

    private void before(Thread thread, Runnable task) {}

    private void after(Runnable task, @Nullable Throwable thrown) {}

    @Override
    public void execute(Runnable task) {
        queue.add(task);
    }

    @Override
    public void shutdown() {
        queue.add(LAST);
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return queue.contains(LAST);
    }

    @Override
    public boolean isTerminated() {
        return !worker.isAlive();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        worker.join(unit.toMillis(timeout));
        return isTerminated();
    }
}
