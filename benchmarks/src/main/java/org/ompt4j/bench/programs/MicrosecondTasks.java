package org.ompt4j.bench.programs;

import java.util.concurrent.ForkJoinPool;

/** Fork/join tasks of about a microsecond each; one worker forks and joins every one of them. */
final class MicrosecondTasks implements Workload {
    private static final int TREES = 80;

    private final ForkJoinPool pool = new ForkJoinPool(1);

    @Override
    public void round() {
        for (int i = 0; i < TREES; i++) {
            pool.invoke(TaskCost.treeOf(TaskCost.ONE_MICROSECOND));
        }
    }

    @Override
    public void close() {
        pool.shutdown();
    }
}
