package org.ompt4j.bench.programs;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** Tasks of about a microsecond each that one thread submits to a thread pool of one worker. */
final class PooledTasks implements Workload {
    private static final int BATCHES = 40;
    private static final int TASKS = 1_000;

    private final ExecutorService pool = Executors.newFixedThreadPool(1);
    private final AtomicLong sum = new AtomicLong();

    @Override
    public void round() throws InterruptedException {
        for (int i = 0; i < BATCHES; i++) {
            CountDownLatch done = new CountDownLatch(TASKS);
            for (int j = 0; j < TASKS; j++) {
                pool.execute(() -> {
                    sum.lazySet(Work.steps(TaskCost.ONE_MICROSECOND, sum.getPlain()));
                    done.countDown();
                });
            }
            done.await();
        }
        System.out.println(sum.get());
    }

    @Override
    public void close() {
        pool.shutdown();
    }
}
