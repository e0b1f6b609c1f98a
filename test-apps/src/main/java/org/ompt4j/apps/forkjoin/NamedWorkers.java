package org.ompt4j.apps.forkjoin;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicInteger;

/** Pools whose workers are called {@code NAME-worker-0}, {@code NAME-worker-1}, ... */
final class NamedWorkers {

    private NamedWorkers() {}

    static ForkJoinPool pool(String name, int parallelism) {
        return pool(name, parallelism, ForkJoinPool.defaultForkJoinWorkerThreadFactory);
    }

    static ForkJoinPool pool(String name, int parallelism, ForkJoinPool.ForkJoinWorkerThreadFactory workers) {
        AtomicInteger next = new AtomicInteger();
        return new ForkJoinPool(
                parallelism,
                pool -> {
                    ForkJoinWorkerThread worker = workers.newThread(pool);
                    worker.setName(name + "-worker-" + next.getAndIncrement());
                    return worker;
                },
                null,
                false);
    }
}
