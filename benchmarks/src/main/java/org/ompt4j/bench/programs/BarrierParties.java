package org.ompt4j.bench.programs;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.ompt4j.apps.Threads;

/** Threads that work for some 20 microseconds and then wait for each other at a barrier, many times. */
final class BarrierParties implements Workload {
    private static final int PARTIES = 2;
    private static final int GENERATIONS = 1_500;
    private static final int WORK = 20 * TaskCost.ONE_MICROSECOND;

    private final CyclicBarrier barrier = new CyclicBarrier(PARTIES);

    @Override
    public void round() throws InterruptedException {
        Thread[] threads = new Thread[PARTIES];
        for (int i = 0; i < PARTIES; i++) {
            threads[i] = Threads.start("party-" + i, this::workAndWait);
        }
        Threads.join(threads);
    }

    private void workAndWait() {
        long value = 1;
        try {
            for (int i = 0; i < GENERATIONS; i++) {
                value = Work.steps(WORK, value);
                barrier.await();
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
        System.out.println(value);
    }
}
