package org.ompt4j.bench.programs;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Chains of asynchronous stages of about five microseconds each, run by a pool of one worker. */
final class Stages implements Workload {
    private static final int CHAINS = 20;
    private static final int LENGTH = 100;
    private static final int CHAINS_AT_ONCE = 8;
    private static final int WORK = 5 * TaskCost.ONE_MICROSECOND;

    private final ExecutorService pool = Executors.newFixedThreadPool(1);

    @Override
    public void round() {
        long sum = 0;
        for (int i = 0; i < CHAINS; i++) {
            sum += together();
        }
        System.out.println(sum);
    }

    private long together() {
        CompletableFuture<Long> all = CompletableFuture.completedFuture(0L);
        for (int i = 0; i < CHAINS_AT_ONCE; i++) {
            all = all.thenCombine(chain(i), Long::sum);
        }
        return all.join();
    }

    private CompletableFuture<Long> chain(long seed) {
        CompletableFuture<Long> last = CompletableFuture.supplyAsync(() -> Work.steps(WORK, seed), pool);
        for (int i = 1; i < LENGTH; i++) {
            last = last.thenApplyAsync(n -> Work.steps(WORK, n), pool);
        }
        return last;
    }

    @Override
    public void close() {
        pool.shutdown();
    }
}
