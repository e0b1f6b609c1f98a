package org.ompt4j.apps.findings;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.ompt4j.apps.Scenarios;

/** Calls that each hand a few tasks to a pool of their own, or all to the same one. */
public final class BriefPoolsApp {
    public static final int CALLS = 1_000;
    /** Threads of each pool, and tasks of each call. */
    public static final int THREADS = 4;

    private BriefPoolsApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("thread-pools", scale -> ownPools(() -> Executors.newFixedThreadPool(THREADS)))
                .add("fork-join-pools", scale -> ownPools(() -> new ForkJoinPool(THREADS)))
                .add("same-pool", scale -> samePool())
                .run(args);
    }

    private static String ownPools(Callable<ExecutorService> maker) throws Exception {
        int sum = 0;
        for (int i = 0; i < CALLS; i++) {
            ExecutorService pool = maker.call();
            sum += call(pool);
            end(pool);
        }
        return "sum " + sum;
    }

    private static String samePool() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        int sum = 0;
        for (int i = 0; i < CALLS; i++) {
            sum += call(pool);
        }
        end(pool);
        return "sum " + sum;
    }

    private static int call(ExecutorService pool) throws Exception {
        Future<?>[] tasks = new Future<?>[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int value = i;
            tasks[i] = pool.submit(() -> value);
        }
        int sum = 0;
        for (Future<?> each : tasks) {
            sum += (Integer) each.get();
        }
        return sum;
    }

    private static void end(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        if (!pool.awaitTermination(1, TimeUnit.HOURS)) {
            throw new IllegalStateException("the pool does not end");
        }
    }
}
