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

/** One use of each construct without contention. The same code runs with and without the agent. A new mapping adds its methods here. */
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

    /** Uses reflection, since this class is compiled for JDKs without virtual threads; on these it returns a factory of platform threads. */
    private static ThreadFactory virtualThreads() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Method factory = Class.forName("java.lang.Thread$Builder").getMethod("factory");
            return (ThreadFactory) factory.invoke(builder);
        } catch (ReflectiveOperationException before21) {
            return Thread::new;
        }
    }

    /** The methods open, join and close of a scope; empty before JDK 25. */
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

    /** The JIT removes this monitor, since no other thread can reach it. */
    @Use(construct = "synchronized", title = "monitor that the JIT elides", onlyInFull = true)
    @Benchmark
    public int elidedMonitor() {
        Object own = new Object();
        synchronized (own) {
            return ++counter;
        }
    }

    /** Observed on request only. The function is disturbed, since an update that succeeds at once has no event. */
    @Use(
            construct = "atomic",
            title = "update of an `AtomicInteger` that is tried again",
            agentArguments = "constructs=[all,atomic]")
    @Benchmark
    public int atomicUpdate() {
        return atomic.updateAndGet(this::disturbed);
    }

    /** In every other call it sets the value itself, like another thread would, so that the update is tried again. */
    private int disturbed(int n) {
        if ((++counter & 1) != 0) {
            atomic.set(n + 1);
        }
        return n + 2;
    }

    /** Observed on request only. */
    @Use(construct = "fence", title = "memory fence", agentArguments = "constructs=[all,fence]")
    @Benchmark
    public int fence() {
        VarHandle.fullFence();
        return ++counter;
    }

    /** A class that is a lock only by the setting {@code define}. */
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

    /** The only party does not wait: the cost of the construct without a wait. */
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

    /** A task without work that one worker creates, forks and joins. */
    @Use(construct = "fork-join-task", title = "fork/join task without work")
    @Benchmark
    @OperationsPerInvocation(TaskCost.TASKS)
    public long forkJoinTask() {
        return pool.invoke(TaskCost.treeOf(0));
    }

    /** Submits a task to a pool from outside and waits for it. */
    @Use(construct = "fork-join-pool", title = "task for a pool, from outside", wakesAnother = true)
    @Benchmark
    public int poolInvoke() {
        return pool.submit(() -> ++counter).join();
    }

    /** Submits a task to a thread pool of one worker and waits for it. */
    @Use(construct = "thread-pool-executor", title = "task for a thread pool", wakesAnother = true)
    @Benchmark
    public int threadPool() throws Exception {
        return threads.submit(() -> ++counter).get();
    }

    /** Schedules a task that is due at once in a scheduler of one worker, and waits for it. */
    @Use(construct = "scheduled-executor", title = "task for a scheduler, due at once", wakesAnother = true)
    @Benchmark
    public int scheduler() throws Exception {
        return scheduler.schedule(() -> ++counter, 0, TimeUnit.NANOSECONDS).get();
    }

    /** Schedules a task of a timer that is due at once, and waits for it. */
    @Use(construct = "timer", title = "task for a `Timer`, due at once", wakesAnother = true)
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

    /** Opens a scope, joins it without subtasks, and closes it. */
    @Use(
            construct = "structured-task-scope",
            title = "`StructuredTaskScope`, opened, joined and closed by reflection",
            oldestJdk = 25)
    @Benchmark
    public Object taskScope() throws ReflectiveOperationException {
        Object scope = scopeCalls.get(0).invoke(null);
        scopeCalls.get(1).invoke(scope);
        return scopeCalls.get(2).invoke(scope);
    }

    /** Starts a virtual thread and waits for its end. */
    @Use(
            construct = "virtual-thread",
            title = "virtual thread, started and joined",
            wakesAnother = true,
            oldestJdk = 21)
    @Benchmark
    public int virtualThread() throws InterruptedException {
        Thread thread = virtualThreads.newThread(() -> ++counter);
        thread.start();
        thread.join();
        return counter;
    }

    /** Gets a result that exists already. */
    @Use(construct = "future-task", title = "`get` of a done `FutureTask`")
    @Benchmark
    public int futureTask() throws Exception {
        return done.get();
    }

    /** Runs a function and a stage that depends on it in a pool of one worker, and waits for the result. */
    @Use(construct = "completable-future", title = "`supplyAsync`, a stage and `join`", wakesAnother = true)
    @Benchmark
    public int stage() {
        return CompletableFuture.supplyAsync(() -> ++counter, threads)
                .thenApplyAsync(n -> n + 1, threads)
                .join();
    }

    /** One leaf of a stream whose leaves are all run by one worker; includes a share of the stream's begin and end. */
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

    /** A park that returns at once: the cost of the construct without a wait. */
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

    /** Reads from a file that is in the operating system's cache. */
    @Use(construct = "io", title = "byte read from a file")
    @Benchmark
    public int read() throws IOException {
        file.seek(0);
        return file.read();
    }

    /** From the constructor to the return of {@code join}. */
    @Use(construct = "thread", title = "thread, started and joined", wakesAnother = true)
    @Benchmark
    public int thread() throws InterruptedException {
        Thread thread = new Thread(() -> counter++);
        thread.start();
        thread.join();
        return counter;
    }

    /** The class that {@code define} names. */
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
