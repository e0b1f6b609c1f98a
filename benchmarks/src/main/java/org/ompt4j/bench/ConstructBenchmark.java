package org.ompt4j.bench;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** One use of each construct, on one thread or a pool: the same code runs with the agent and without it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ConstructBenchmark {
    private static final int TASKS = 1 << 12;
    /** About a microsecond of work on the machines this was tried on. */
    private static final int TOKENS = 500;

    private final ReentrantLock lock = new ReentrantLock();
    private final Object monitor = new Object();
    private final Phaser phaser = new Phaser(1);
    private int counter;

    /** The yardstick of everything that takes a time stamp. */
    @Benchmark
    public long nanoTime() {
        return System.nanoTime();
    }

    @Benchmark
    public int uncontendedReentrantLock() {
        lock.lock();
        try {
            return ++counter;
        } finally {
            lock.unlock();
        }
    }

    @Benchmark
    public int uncontendedSynchronized() {
        synchronized (monitor) {
            return ++counter;
        }
    }

    /** The JIT sees that nobody else can have this monitor and leaves it out. */
    @Benchmark
    public int elidedSynchronized() {
        Object own = new Object();
        synchronized (own) {
            return ++counter;
        }
    }

    /** A barrier of one party: the whole construct without anybody to wait for. */
    @Benchmark
    public int phaserOfOneParty() {
        return phaser.arriveAndAwaitAdvance();
    }

    /** One task of about 1 µs, every task forked and joined. */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public long forkJoinTaskOfOneMicrosecond() {
        return ForkJoinPool.commonPool().invoke(new Tree(TASKS, TOKENS));
    }

    /** One task that does nothing: the bare construct. */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public long emptyForkJoinTask() {
        return ForkJoinPool.commonPool().invoke(new Tree(TASKS, 0));
    }

    /** One whole small parallel stream. */
    @Benchmark
    public int parallelStreamOfThousand() {
        return IntStream.range(0, 1000).parallel().sum();
    }

    private static final class Tree extends RecursiveTask<Long> {
        private static final long serialVersionUID = 1;

        private final int leaves;
        private final int tokens;

        Tree(int leaves, int tokens) {
            this.leaves = leaves;
            this.tokens = tokens;
        }

        @Override
        protected Long compute() {
            if (leaves == 1) {
                Blackhole.consumeCPU(tokens);
                return 1L;
            }
            Tree left = new Tree(leaves / 2, tokens);
            Tree right = new Tree(leaves - leaves / 2, tokens);
            left.fork();
            right.fork();
            return right.join() + left.join();
        }
    }
}
