package org.ompt4j.bench.suites;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.IntStream;
import org.ompt4j.bench.programs.TaskCost;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One use of each construct where nobody else wants it: the same code runs with the agent and without it. A new mapping adds its methods here. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ConstructBenchmark {
    private static final int STREAMS = 64;
    private static final int LEAVES_OF_ONE_WORKER = 4;

    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
    private final StampedLock stamped = new StampedLock();
    private final Lock spinning = new SpinningLock();
    private final Exchanger<String> exchanger = new Exchanger<>();
    private final LinkedBlockingQueue<String> empty = new LinkedBlockingQueue<>();
    private final Semaphore semaphore = new Semaphore(1);
    private final CountDownLatch opened = new CountDownLatch(0);
    private final AtomicInteger atomic = new AtomicInteger();
    private final Object monitor = new Object();
    private final Latch latch = new Latch();
    private final CyclicBarrier barrier = new CyclicBarrier(1);
    private final Phaser phaser = new Phaser(1);
    private final ForkJoinPool pool = new ForkJoinPool(1);
    private final ExecutorService threads = Executors.newFixedThreadPool(1);
    private final Timer timer = new Timer(true);
    private final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
    private final FutureTask<Integer> done = new FutureTask<>(() -> 1);
    private final ThreadFactory virtualThreads = virtualThreads();
    private final List<Method> scopeCalls = scopeCalls();
    private RandomAccessFile file;
    private int counter;

    /** Looked up by name, since this is compiled for JDKs that have none; platform threads there. */
    private static ThreadFactory virtualThreads() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Method factory = Class.forName("java.lang.Thread$Builder").getMethod("factory");
            return (ThreadFactory) factory.invoke(builder);
        } catch (ReflectiveOperationException before21) {
            return Thread::new;
        }
    }

    /** Open, join and close of a scope; none before 25. */
    private static List<Method> scopeCalls() {
        try {
            Class<?> scope = Class.forName("java.util.concurrent.StructuredTaskScope");
            return List.of(scope.getMethod("open"), scope.getMethod("join"), scope.getMethod("close"));
        } catch (ReflectiveOperationException before25) {
            return List.of();
        }
    }

    @Setup
    public void makeFile() throws IOException {
        Path path = Files.createTempFile("construct-benchmark", null);
        Files.write(path, new byte[1]);
        file = new RandomAccessFile(path.toFile(), "r");
        Files.delete(path);
        done.run();
    }

    @TearDown
    public void endPool() throws IOException {
        pool.shutdown();
        threads.shutdown();
        timer.cancel();
        scheduler.shutdown();
        file.close();
    }

    @Use(construct = "reentrant-lock", title = "`ReentrantLock`, taken and released", onlyInFull = true)
    @Benchmark
    public int lock() {
        lock.lock();
        try {
            return ++counter;
        } finally {
            lock.unlock();
        }
    }

    @Use(construct = "read-write-lock", title = "read lock, taken and released", onlyInFull = true)
    @Benchmark
    public int readLock() {
        readWrite.readLock().lock();
        try {
            return ++counter;
        } finally {
            readWrite.readLock().unlock();
        }
    }

    @Use(construct = "read-write-lock", title = "write lock, taken and released", onlyInFull = true)
    @Benchmark
    public int writeLock() {
        readWrite.writeLock().lock();
        try {
            return ++counter;
        } finally {
            readWrite.writeLock().unlock();
        }
    }

    @Use(construct = "stamped-lock", title = "`StampedLock`, written and released", onlyInFull = true)
    @Benchmark
    public int stampedLock() {
        long stamp = stamped.writeLock();
        try {
            return ++counter;
        } finally {
            stamped.unlockWrite(stamp);
        }
    }

    @Use(construct = "lock-implementation", title = "`Lock` that spins, taken and released", onlyInFull = true)
    @Benchmark
    public int spinningLock() {
        spinning.lock();
        try {
            return ++counter;
        } finally {
            spinning.unlock();
        }
    }

    @Use(construct = "exchanger", title = "call of an `Exchanger` that meets nobody")
    @Benchmark
    public boolean exchange() throws InterruptedException {
        try {
            exchanger.exchange("", 1, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException nobody) {
            return false;
        }
    }

    @Use(construct = "blocking-queue", title = "poll of an empty `LinkedBlockingQueue`, for a nanosecond")
    @Benchmark
    public Object poll() throws InterruptedException {
        return empty.poll(1, TimeUnit.NANOSECONDS);
    }

    @Use(construct = "semaphore", title = "permit of a `Semaphore`, acquired and released", onlyInFull = true)
    @Benchmark
    public int semaphore() throws InterruptedException {
        semaphore.acquire();
        try {
            return ++counter;
        } finally {
            semaphore.release();
        }
    }

    @Use(construct = "count-down-latch", title = "`CountDownLatch.await`, open", onlyInFull = true)
    @Benchmark
    public long opened() throws InterruptedException {
        opened.await();
        return ++counter;
    }

    @Use(construct = "synchronized", title = "monitor, taken and released", onlyInFull = true)
    @Benchmark
    public int monitor() {
        synchronized (monitor) {
            return ++counter;
        }
    }

    /** The JIT sees that nobody else can have this monitor and leaves it out. */
    @Use(construct = "synchronized", title = "monitor that the JIT elides", onlyInFull = true)
    @Benchmark
    public int elidedMonitor() {
        Object own = new Object();
        synchronized (own) {
            return ++counter;
        }
    }

    /** Observed only where it is asked for; one that gets in at once would raise nothing. */
    @Use(
            construct = "atomic",
            title = "update of an `AtomicInteger` that is tried again",
            agentArguments = "constructs=[all,atomic]")
    @Benchmark
    public int atomicUpdate() {
        return atomic.updateAndGet(this::disturbed);
    }

    /** Gets in between itself in every other run, as another thread would. */
    private int disturbed(int n) {
        if ((++counter & 1) != 0) {
            atomic.set(n + 1);
        }
        return n + 2;
    }

    /** Observed only where it is asked for. */
    @Use(construct = "fence", title = "memory fence", agentArguments = "constructs=[all,fence]")
    @Benchmark
    public int fence() {
        VarHandle.fullFence();
        return ++counter;
    }

    /** A lock that only {@code define} makes one. */
    @Use(
            construct = "defined",
            title = "lock of `define`",
            onlyInFull = true,
            agentArguments = "define=lock:org.ompt4j.bench.suites.ConstructBenchmark$Latch.acquire/release")
    @Benchmark
    public int definedLock() {
        latch.acquire();
        int count = ++counter;
        latch.release();
        return count;
    }

    /** Nobody to wait for: the whole construct without the wait. */
    @Use(construct = "cyclic-barrier", title = "`CyclicBarrier` of one party")
    @Benchmark
    public int barrier() throws BrokenBarrierException, InterruptedException {
        return barrier.await();
    }

    /** As {@link #barrier}. */
    @Use(construct = "phaser", title = "`Phaser` of one party")
    @Benchmark
    public int phaser() {
        return phaser.arriveAndAwaitAdvance();
    }

    /** Made, forked and joined by one worker, with nothing to do. */
    @Use(construct = "fork-join-task", title = "fork/join task without work")
    @Benchmark
    @OperationsPerInvocation(TaskCost.TASKS)
    public long forkJoinTask() {
        return pool.invoke(TaskCost.treeOf(0));
    }

    /** Handing a task from outside to a pool and waiting for it. */
    @Use(construct = "fork-join-pool", title = "task for a pool, from outside")
    @Benchmark
    public int poolInvoke() {
        return pool.submit(() -> ++counter).join();
    }

    /** Handing a task from outside to a thread pool of one worker and waiting for it. */
    @Use(construct = "thread-pool-executor", title = "task for a thread pool")
    @Benchmark
    public int threadPool() throws Exception {
        return threads.submit(() -> ++counter).get();
    }

    /** Handing a task from outside to a scheduler of one worker, due at once, and waiting for it. */
    @Use(construct = "scheduled-executor", title = "task for a scheduler, due at once")
    @Benchmark
    public int scheduler() throws Exception {
        return scheduler.schedule(() -> ++counter, 0, TimeUnit.NANOSECONDS).get();
    }

    /** Handing a task from outside to a timer, due at once, and waiting for it. */
    @Use(construct = "timer", title = "task for a `Timer`, due at once")
    @Benchmark
    public int timer() throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> ++counter);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        task.run();
                    }
                },
                0);
        return task.get();
    }

    /** Opening a scope for subtasks, joining it without any, and closing it. */
    @Use(
            construct = "structured-task-scope",
            title = "`StructuredTaskScope`, opened, joined and closed",
            oldestJdk = 25)
    @Benchmark
    public Object taskScope() throws ReflectiveOperationException {
        Object scope = scopeCalls.get(0).invoke(null);
        scopeCalls.get(1).invoke(scope);
        return scopeCalls.get(2).invoke(scope);
    }

    /** Starting a virtual thread and waiting for its end. */
    @Use(construct = "virtual-thread", title = "virtual thread, started and joined", oldestJdk = 21)
    @Benchmark
    public int virtualThread() throws InterruptedException {
        Thread thread = virtualThreads.newThread(() -> ++counter);
        thread.start();
        thread.join();
        return counter;
    }

    /** Asking for a result that is there. */
    @Use(construct = "future-task", title = "`get` of a done `FutureTask`")
    @Benchmark
    public int futureTask() throws Exception {
        return done.get();
    }

    /** A function and a stage that comes after it, by a pool of one worker, and waiting for the result. */
    @Use(construct = "completable-future", title = "`supplyAsync`, a stage and `join`")
    @Benchmark
    public int stage() {
        return CompletableFuture.supplyAsync(() -> ++counter, threads)
                .thenApplyAsync(n -> n + 1, threads)
                .join();
    }

    /** One part of a stream that one worker runs all parts of; a share of the stream's begin and end is in it. */
    @Use(construct = "parallel-stream", title = "leaf of a parallel stream")
    @Benchmark
    @OperationsPerInvocation(STREAMS * LEAVES_OF_ONE_WORKER)
    public int streamLeaf() {
        return pool.submit(ConstructBenchmark::streams).join();
    }

    private static int streams() {
        int sum = 0;
        for (int i = 0; i < STREAMS; i++) {
            sum += IntStream.range(i, i + 1_000).parallel().sum();
        }
        return sum;
    }

    /** Returns at once: what is around a park. */
    @Use(construct = "park", title = "park with a permit")
    @Benchmark
    public void park() {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
    }

    /** As {@link #park}. */
    @Use(construct = "sleep", title = "sleep for no time")
    @Benchmark
    public void sleep() throws InterruptedException {
        Thread.sleep(0);
    }

    /** Of a file whose bytes are in memory. */
    @Use(construct = "io", title = "byte read from a file")
    @Benchmark
    public int read() throws IOException {
        file.seek(0);
        return file.read();
    }

    /** From the constructor to the return of {@code join}. */
    @Use(construct = "thread", title = "thread, started and joined")
    @Benchmark
    public int thread() throws InterruptedException {
        Thread thread = new Thread(() -> counter++);
        thread.start();
        thread.join();
        return counter;
    }

    /** What {@code define} names. */
    static final class Latch {
        private boolean taken;

        void acquire() {
            taken = true;
        }

        void release() {
            taken = false;
        }
    }
}
