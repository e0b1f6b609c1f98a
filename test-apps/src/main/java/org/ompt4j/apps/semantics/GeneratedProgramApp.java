package org.ompt4j.apps.semantics;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.LongStream;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Concurrent programs that are generated from a seed: trees of randomly nested constructs. The result of a program depends only on its seed,
 * however its threads interleave.
 */
public final class GeneratedProgramApp {
    /** Programs of each scenario, times the scale. */
    private static final int PROGRAMS = 15;

    private static final int DEPTH = 3;

    private final ReentrantLock lock = new ReentrantLock();
    /** Has no limit of threads, since its tasks wait for other tasks. */
    private final ExecutorService unlimited = Executors.newCachedThreadPool();

    private long guarded;

    private GeneratedProgramApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("seeds-from-1", scale -> programs(1, scale))
                .add("seeds-from-1001", scale -> programs(1_001, scale))
                .add("seeds-from-2001", scale -> programs(2_001, scale))
                .run(args);
    }

    private static String programs(int firstSeed, int scale) throws Exception {
        StringBuilder results = new StringBuilder();
        for (int i = 0; i < PROGRAMS * scale; i++) {
            GeneratedProgramApp program = new GeneratedProgramApp();
            long result = program.run(new SplittableRandom(firstSeed + i), DEPTH);
            program.unlimited.shutdown();
            results.append(Long.toHexString(result))
                    .append('/')
                    .append(program.guarded)
                    .append(' ');
        }
        return results.toString().strip();
    }

    /** Runs one node of the program's tree; its result does not depend on the order in which threads run. */
    private long run(SplittableRandom random, int depth) throws Exception {
        long value = random.nextLong(1_000);
        if (depth == 0) {
            return leaf(random, value);
        }
        SplittableRandom[] children = new SplittableRandom[2 + random.nextInt(2)];
        for (int i = 0; i < children.length; i++) {
            children[i] = random.split();
        }
        return value
                + switch (random.nextInt(9)) {
                    case 0 -> threads(children, depth - 1);
                    case 1 -> forkJoin(children, depth - 1);
                    case 2 -> stream(children, depth - 1);
                    case 3 -> executor(children, depth - 1);
                    case 4 -> futures(children, depth - 1);
                    case 5 -> barrier(children, depth - 1);
                    case 6 -> phaser(children, depth - 1);
                    case 7 -> monitor(children, depth - 1);
                    default -> failing(children, depth - 1);
                };
    }

    private long leaf(SplittableRandom random, long value) {
        long sum = value;
        for (int i = random.nextInt(50); i >= 0; i--) {
            if (random.nextBoolean()) {
                lock.lock();
                try {
                    guarded++;
                } finally {
                    lock.unlock();
                }
            } else {
                synchronized (this) {
                    sum += i;
                }
            }
        }
        return sum;
    }

    private long runUnchecked(SplittableRandom random, int depth) {
        try {
            return run(random, depth);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private long threads(SplittableRandom[] children, int depth) throws InterruptedException {
        return inThreads(children, each -> runUnchecked(each, depth));
    }

    private interface Work {
        long run(SplittableRandom random) throws Exception;
    }

    private static long inThreads(SplittableRandom[] children, Work work) throws InterruptedException {
        long[] results = new long[children.length];
        Thread[] threads = new Thread[children.length];
        for (int i = 0; i < children.length; i++) {
            int mine = i;
            threads[i] = Threads.start("child-" + i, () -> results[mine] = work.run(children[mine]));
        }
        Threads.join(threads);
        return LongStream.of(results).sum();
    }

    private final class Node extends RecursiveTask<Long> {
        private static final long serialVersionUID = 1;
        private final transient SplittableRandom[] children;
        private final int from;
        private final int depth;

        Node(SplittableRandom[] children, int from, int depth) {
            this.children = children;
            this.from = from;
            this.depth = depth;
        }

        @Override
        protected Long compute() {
            if (from == children.length - 1) {
                return runUnchecked(children[from], depth);
            }
            Node rest = new Node(children, from + 1, depth);
            rest.fork();
            return runUnchecked(children[from], depth) * 3 + rest.join();
        }
    }

    private long forkJoin(SplittableRandom[] children, int depth) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        try {
            return pool.invoke(new Node(children, 0, depth))
                    + pool.submit(new Node(moreOf(children), 0, 0)).join();
        } finally {
            pool.shutdown();
        }
    }

    /** Sources of random numbers for another tree, after the first one was run. */
    private static SplittableRandom[] moreOf(SplittableRandom[] children) {
        SplittableRandom[] again = new SplittableRandom[children.length];
        for (int i = 0; i < again.length; i++) {
            again[i] = children[i].split();
        }
        return again;
    }

    private long stream(SplittableRandom[] children, int depth) {
        return LongStream.range(0, children.length)
                .parallel()
                .map(i -> (i + 1) * runUnchecked(children[(int) i], depth))
                .sum();
    }

    private long executor(SplittableRandom[] children, int depth) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            List<Future<Long>> futures = new ArrayList<>();
            for (SplittableRandom each : children) {
                futures.add(pool.submit(() -> run(each, depth)));
            }
            long sum = 0;
            for (Future<Long> each : futures) {
                sum = sum * 5 + each.get();
            }
            return sum;
        } finally {
            pool.shutdown();
        }
    }

    private long futures(SplittableRandom[] children, int depth) {
        CompletableFuture<Long> sum = CompletableFuture.completedFuture(1L);
        for (SplittableRandom each : children) {
            sum = sum.thenCombine(
                    CompletableFuture.supplyAsync(() -> runUnchecked(each, depth), unlimited), (a, b) -> a * 7 + b);
        }
        return sum.join();
    }

    private long barrier(SplittableRandom[] children, int depth) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(children.length);
        return inThreads(children, each -> {
            long before = run(each.split(), depth);
            barrier.await();
            return before + run(each, 0) + (barrier.isBroken() ? 1 : 0);
        });
    }

    private long phaser(SplittableRandom[] children, int depth) throws InterruptedException {
        Phaser phaser = new Phaser(children.length);
        return inThreads(children, each -> {
            long before = run(each.split(), depth);
            int phase = phaser.arriveAndAwaitAdvance();
            long after = run(each, 0);
            phaser.arriveAndDeregister();
            return before + after + phase;
        });
    }

    private long monitor(SplittableRandom[] children, int depth) throws InterruptedException {
        Object monitor = new Object();
        CountDownLatch latch = new CountDownLatch(children.length);
        int[] turn = new int[1];
        long sum = inThreads(children, each -> {
            latch.countDown();
            latch.await();
            synchronized (monitor) {
                turn[0]++;
                monitor.notifyAll();
                while (turn[0] < children.length) {
                    monitor.wait();
                }
            }
            return run(each, depth);
        });
        return sum + turn[0];
    }

    private long failing(SplittableRandom[] children, int depth) throws Exception {
        long sum = 0;
        for (SplittableRandom each : children) {
            long value = run(each, depth);
            try {
                CompletableFuture.supplyAsync(
                                () -> {
                                    throw new IllegalStateException("value " + value);
                                },
                                unlimited)
                        .join();
            } catch (java.util.concurrent.CompletionException e) {
                sum += e.getCause().getMessage().length() + value;
            }
        }
        return sum;
    }
}
