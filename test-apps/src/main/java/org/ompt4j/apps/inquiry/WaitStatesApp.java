package org.ompt4j.apps.inquiry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Every wait state that a mapped construct has, for some milliseconds and many times, so that a sampler sees it often.
 *
 * <p>All delays are calls of {@link #nap}, which needs no processor, so that waits are as long on a busy machine.
 */
public final class WaitStatesApp {
    private static final int THREADS = 4;
    private static final int PARTIES = 3;
    private static final int PARALLELISM = 3;

    private WaitStatesApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("monitors", WaitStatesApp::monitors)
                .add("locks", WaitStatesApp::locks)
                .add("monitor-conditions", WaitStatesApp::monitorConditions)
                .add("lock-conditions", WaitStatesApp::lockConditions)
                .add("cyclic-barriers", WaitStatesApp::cyclicBarriers)
                .add("phasers", WaitStatesApp::phasers)
                .add("thread-joins", WaitStatesApp::threadJoins)
                .add("task-joins", WaitStatesApp::taskJoins)
                .add("task-groups", WaitStatesApp::taskGroups)
                .add("streams", WaitStatesApp::streams)
                .add("nested-streams", WaitStatesApp::nestedStreams)
                .add("reductions", WaitStatesApp::reductions)
                .add("terminations", WaitStatesApp::terminations)
                .run(args);
    }

    /** Sleeps; threads sleep nowhere else. */
    static void nap(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts", e);
        }
    }

    private static int each(int count, String name, Threads.Body body) throws InterruptedException {
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = Threads.start(name + "-" + i, body);
        }
        Threads.join(threads);
        return count;
    }

    // ---------------------------------------------------------------- mutual exclusion

    private static String monitors(int scale) throws InterruptedException {
        Object monitor = new Object();
        int[] count = new int[1];
        each(THREADS, "synchronizing", () -> {
            for (int i = 0; i < 25 * scale; i++) {
                synchronized (monitor) {
                    count[0]++;
                    nap(4);
                }
            }
        });
        return "entered " + count[0];
    }

    private static String locks(int scale) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        int[] count = new int[1];
        each(THREADS, "locking", () -> {
            for (int i = 0; i < 25 * scale; i++) {
                lock.lock();
                try {
                    count[0]++;
                    nap(4);
                } finally {
                    lock.unlock();
                }
            }
        });
        return "locked " + count[0];
    }

    private static String monitorConditions(int scale) throws InterruptedException {
        Object monitor = new Object();
        int[] turn = new int[1];
        int turns = 40 * scale;
        Thread[] players = new Thread[2];
        for (int i = 0; i < players.length; i++) {
            int me = i;
            players[i] = Threads.start("waiting-" + me, () -> {
                for (int n = 0; n < turns; n++) {
                    synchronized (monitor) {
                        while (turn[0] % 2 != me) {
                            monitor.wait();
                        }
                    }
                    nap(3);
                    synchronized (monitor) {
                        turn[0]++;
                        monitor.notifyAll();
                    }
                }
            });
        }
        Threads.join(players);
        return "turns " + turn[0];
    }

    private static String lockConditions(int scale) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition next = lock.newCondition();
        int[] turn = new int[1];
        int turns = 40 * scale;
        Thread[] players = new Thread[2];
        for (int i = 0; i < players.length; i++) {
            int me = i;
            players[i] = Threads.start("awaiting-" + me, () -> {
                for (int n = 0; n < turns; n++) {
                    lock.lock();
                    try {
                        while (turn[0] % 2 != me) {
                            next.await();
                        }
                    } finally {
                        lock.unlock();
                    }
                    nap(3);
                    lock.lock();
                    try {
                        turn[0]++;
                        next.signalAll();
                    } finally {
                        lock.unlock();
                    }
                }
            });
        }
        Threads.join(players);
        return "turns " + turn[0];
    }

    // ---------------------------------------------------------------- barriers

    private static String cyclicBarriers(int scale) throws InterruptedException {
        int[] generations = new int[1];
        CyclicBarrier barrier = new CyclicBarrier(PARTIES, () -> generations[0]++);
        Thread[] parties = new Thread[PARTIES];
        for (int i = 0; i < PARTIES; i++) {
            int late = 3 * i;
            parties[i] = Threads.start("party-" + i, () -> arrive(barrier, 40 * scale, late));
        }
        Threads.join(parties);
        return "generations " + generations[0];
    }

    private static void arrive(CyclicBarrier barrier, int times, int late)
            throws InterruptedException, BrokenBarrierException {
        for (int n = 0; n < times; n++) {
            nap(1 + late);
            barrier.await();
        }
    }

    private static String phasers(int scale) throws InterruptedException {
        Phaser phaser = new Phaser(PARTIES);
        Thread[] parties = new Thread[PARTIES];
        for (int i = 0; i < PARTIES; i++) {
            int late = 3 * i;
            parties[i] = Threads.start("phase-" + i, () -> {
                for (int n = 0; n < 40 * scale; n++) {
                    nap(1 + late);
                    phaser.arriveAndAwaitAdvance();
                }
            });
        }
        Threads.join(parties);
        return "phases " + phaser.getPhase();
    }

    // ---------------------------------------------------------------- waiting for tasks

    private static String threadJoins(int scale) throws InterruptedException {
        int joined = 0;
        for (int n = 0; n < 20 * scale; n++) {
            joined += each(1, "napping", () -> nap(10));
        }
        return "joined " + joined;
    }

    /** Leaves sleep; the other nodes run one half and then wait for the other one. */
    private static final class Nodes extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;

        private final int depth;

        Nodes(int depth) {
            this.depth = depth;
        }

        @Override
        protected Integer compute() {
            if (depth == 0) {
                nap(4);
                return 1;
            }
            Nodes right = new Nodes(depth - 1);
            right.fork();
            int left = new Nodes(depth - 1).compute();
            return left + right.join();
        }
    }

    private static String taskJoins(int scale) {
        ForkJoinPool pool = new ForkJoinPool(PARALLELISM);
        int leaves = 0;
        for (int n = 0; n < 10 * scale; n++) {
            leaves += pool.invoke(new Nodes(5));
        }
        pool.shutdown();
        return "leaves " + leaves;
    }

    private static String taskGroups(int scale) throws InterruptedException {
        ForkJoinPool pool = new ForkJoinPool(PARALLELISM);
        int tasks = 0;
        for (int n = 0; n < 20 * scale; n++) {
            List<Nodes> group = new ArrayList<>();
            for (int i = 0; i < PARALLELISM; i++) {
                group.add(new Nodes(i == 0 ? 0 : 3));
            }
            tasks += pool.submit(() -> ForkJoinTask.invokeAll(group).size()).join();
        }
        pool.shutdown();
        return "tasks " + tasks;
    }

    // ---------------------------------------------------------------- parallel streams

    private static String streams(int scale) {
        int elements = 0;
        for (int n = 0; n < 30 * scale; n++) {
            IntStream.range(0, 16).parallel().forEach(i -> nap(i < 4 ? 12 : 1));
            elements += 16;
        }
        return "elements " + elements;
    }

    private static String nestedStreams(int scale) {
        int elements = 0;
        for (int n = 0; n < 10 * scale; n++) {
            elements += IntStream.range(0, 4)
                    .parallel()
                    .map(i -> IntStream.range(0, 4)
                            .parallel()
                            .map(j -> {
                                nap(2 + i * j);
                                return 1;
                            })
                            .sum())
                    .sum();
        }
        return "elements " + elements;
    }

    /** Reductions whose combining function computes, sleeps and acquires a lock. */
    private static String reductions(int scale) {
        ReentrantLock lock = new ReentrantLock();
        int elements = 0;
        for (int n = 0; n < 10 * scale; n++) {
            elements += IntStream.range(0, 16)
                    .parallel()
                    .boxed()
                    .reduce(0, (sum, i) -> sum + 1, (left, right) -> combine(lock, left, right));
        }
        return "elements " + elements;
    }

    private static int combine(ReentrantLock lock, int left, int right) {
        lock.lock();
        try {
            nap(1);
        } finally {
            lock.unlock();
        }
        // Computes for a millisecond: after the lock the state is that of a reduction again.
        long until = System.nanoTime() + 1_000_000;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        return left + right;
    }

    // ---------------------------------------------------------------- waiting for a pool

    private static String terminations(int scale) throws InterruptedException {
        int terminated = 0;
        for (int n = 0; n < 20 * scale; n++) {
            ForkJoinPool pool = new ForkJoinPool(PARALLELISM);
            for (int i = 0; i < 2 * PARALLELISM; i++) {
                pool.execute(() -> nap(10));
            }
            pool.shutdown();
            terminated += pool.awaitTermination(1, TimeUnit.MINUTES) ? 1 : 0;
        }
        return "terminated " + terminated;
    }
}
