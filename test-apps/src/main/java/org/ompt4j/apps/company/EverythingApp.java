package org.ompt4j.apps.company;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.ompt4j.apps.Threads;

/**
 * A short program with several constructs, for JVMs of all vendors and options.
 *
 * <p>Known by construction: {@link #ROUNDS} calls of a synchronized and of a locked method, as many rounds of two threads at a
 * barrier, {@link #STREAMS} parallel streams, and {@link #FORKS} forks, each joined.
 */
public final class EverythingApp {

    public static final int ROUNDS = 40;
    public static final int STREAMS = 5;
    public static final int FORKS = 63;

    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int counted;

    private EverythingApp() {}

    public static void main(String[] args) throws InterruptedException {
        System.out.println("leaves: " + ForkJoinPool.commonPool().invoke(new Halves(FORKS + 1)));
        int sum = 0;
        for (int i = 0; i < STREAMS; i++) {
            sum += IntStream.range(0, 1_000).parallel().map(each -> each % 7).sum();
        }
        System.out.println("streams: " + sum);
        for (int i = 0; i < ROUNDS; i++) {
            count();
            countLocked();
        }
        System.out.println("counted: " + counted);
        CyclicBarrier barrier = new CyclicBarrier(2);
        Threads.join(Threads.start("left", () -> meet(barrier)), Threads.start("right", () -> meet(barrier)));
        System.out.println("waiting: " + barrier.getNumberWaiting());
    }

    private static synchronized void count() {
        counted++;
    }

    private static void countLocked() {
        LOCK.lock();
        try {
            counted++;
        } finally {
            LOCK.unlock();
        }
    }

    private static void meet(CyclicBarrier barrier) throws InterruptedException, BrokenBarrierException {
        for (int i = 0; i < ROUNDS; i++) {
            barrier.await();
        }
    }

    private static final class Halves extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;

        private final int size;

        Halves(int size) {
            this.size = size;
        }

        @Override
        protected Integer compute() {
            if (size == 1) {
                return 1;
            }
            Halves left = new Halves(size / 2);
            left.fork();
            return new Halves(size - size / 2).compute() + left.join();
        }
    }
}
