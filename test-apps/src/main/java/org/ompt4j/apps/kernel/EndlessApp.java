package org.ompt4j.apps.kernel;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.ompt4j.apps.Threads;

/**
 * Runs until it is killed. At the end of each round {@code party-0} prints the number of the round.
 *
 * <p>Known by construction: when the line {@code n} is printed, {@link #PARTIES} parties have each called {@code await} n times, and
 * {@code party-0} has returned from it n times, has locked and unlocked n times, entered a monitor n times, run n parallel
 * streams and invoked n tasks that fork once.
 */
public final class EndlessApp {

    /** Threads {@code party-0} and {@code party-1}. */
    public static final int PARTIES = 2;

    private EndlessApp() {}

    public static void main(String[] args) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(PARTIES);
        Thread first = Threads.start("party-0", () -> lead(barrier));
        Threads.join(first, Threads.start("party-1", () -> follow(barrier)));
    }

    private static void lead(CyclicBarrier barrier) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        int[] sums = new int[64];
        for (int round = 1; ; round++) {
            barrier.await();
            lock.lock();
            lock.unlock();
            synchronized (sums) {
                sums[0]++;
            }
            IntStream.range(0, sums.length).parallel().forEach(i -> sums[i]++);
            ForkJoinPool.commonPool().invoke(new ForkOnce());
            System.out.println(round);
        }
    }

    private static void follow(CyclicBarrier barrier) throws Exception {
        while (true) {
            barrier.await();
        }
    }

    private static final class ForkOnce extends RecursiveAction {

        @Override
        protected void compute() {
            RecursiveAction child = new Nothing();
            child.fork();
            child.join();
        }
    }

    private static final class Nothing extends RecursiveAction {

        @Override
        protected void compute() {
            // Only the fork of this task counts.
        }
    }
}
