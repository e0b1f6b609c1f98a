package org.ompt4j.bench.programs;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/** Threads of about five microseconds each, of one executor that creates a thread for each task. */
final class BriefThreads implements Workload {
    private static final int BATCHES = 20;
    private static final int THREADS = 500;
    private static final int WORK = 5 * TaskCost.ONE_MICROSECOND;

    private final Executor threads;
    private final AtomicLong sum = new AtomicLong();

    BriefThreads(Executor threads) {
        this.threads = threads;
    }

    @Override
    public void round() throws InterruptedException {
        for (int i = 0; i < BATCHES; i++) {
            CountDownLatch done = new CountDownLatch(THREADS);
            for (int j = 0; j < THREADS; j++) {
                long seed = j;
                threads.execute(() -> {
                    sum.addAndGet(Work.steps(WORK, seed));
                    done.countDown();
                });
            }
            done.await();
        }
        System.out.println(sum.get());
    }
}
