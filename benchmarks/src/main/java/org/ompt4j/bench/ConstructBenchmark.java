package org.ompt4j.bench;

import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One use of each construct, on one thread or a pool: the same code runs with the agent and without it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ConstructBenchmark {
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

    /** One whole small parallel stream. */
    @Benchmark
    public int parallelStreamOfThousand() {
        return IntStream.range(0, 1000).parallel().sum();
    }
}
