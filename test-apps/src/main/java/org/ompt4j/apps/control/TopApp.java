package org.ompt4j.apps.control;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.ompt4j.apps.Threads;

/**
 * Keeps its threads in states that {@code top} can show: a lock and a monitor that are held while other threads wait, a pool with busy workers
 * and queued tasks, a deadlock of two threads, and parallel streams. Before that it drops more pools than {@code top} shows. It ends with status
 * {@link #EXIT_CODE} once there is a file {@code stop}.
 */
public final class TopApp {
    public static final int WAITERS = 2;
    public static final int POOL_SIZE = 2;
    public static final int QUEUED = 5;
    public static final int EXIT_CODE = 5;

    private static final int DROPPED_POOLS = 150;

    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Object MONITOR = new Object();
    private static final CountDownLatch RELEASED = new CountDownLatch(1);

    private TopApp() {}

    public static void main(String[] args) throws Exception {
        dropPools();
        CountDownLatch held = new CountDownLatch(1);
        Thread holder = Threads.start("holder", () -> hold(held));
        held.await();
        Thread[] waiters = new Thread[2 * WAITERS];
        for (int i = 0; i < WAITERS; i++) {
            waiters[i] = Threads.start("locked-out-" + i, TopApp::lock);
            waiters[WAITERS + i] = Threads.start("blocked-" + i, TopApp::enter);
        }
        deadlock();
        ExecutorService pool = Executors.newFixedThreadPool(POOL_SIZE);
        for (int i = 0; i < POOL_SIZE + QUEUED; i++) {
            pool.submit(TopApp::sleep);
        }
        for (int i = 0; i < WAITERS; i++) {
            Threads.awaitState(waiters[i], Thread.State.WAITING);
            Threads.awaitState(waiters[WAITERS + i], Thread.State.BLOCKED);
        }
        System.out.println("running");
        Path stop = Path.of("stop");
        long sum = 0;
        while (!Files.exists(stop)) {
            sum += sum();
        }
        RELEASED.countDown();
        Threads.join(holder);
        Threads.join(waiters);
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.MINUTES) && sum > 0 ? "done" : "not done");
        System.exit(EXIT_CODE);
    }

    /** Drops pools that were not shut down but have no threads left: these are no leaks. */
    private static void dropPools() throws Exception {
        Thread[] worker = new Thread[1];
        for (int i = 0; i < DROPPED_POOLS; i++) {
            ThreadPoolExecutor pool = new ThreadPoolExecutor(
                    0,
                    1,
                    0,
                    TimeUnit.NANOSECONDS,
                    new LinkedBlockingQueue<>(),
                    code -> worker[0] = new Thread(code, "dropped"));
            pool.submit(() -> {}).get();
            Threads.join(worker[0]);
        }
        System.gc();
    }

    private static void deadlock() {
        ReentrantLock lock = new ReentrantLock();
        Object[] monitor = {};
        CountDownLatch both = new CountDownLatch(2);
        Thread left = Threads.start("left", () -> {
            lock.lock();
            both.countDown();
            both.await();
            synchronized (monitor) {
                lock.unlock();
            }
        });
        Thread right = Threads.start("right", () -> {
            synchronized (monitor) {
                both.countDown();
                both.await();
                lock.lock();
            }
        });
        Threads.awaitState(left, Thread.State.BLOCKED);
        Threads.awaitQueued(right, lock);
    }

    private static void hold(CountDownLatch held) throws InterruptedException {
        LOCK.lock();
        try {
            synchronized (MONITOR) {
                held.countDown();
                RELEASED.await();
            }
        } finally {
            LOCK.unlock();
        }
    }

    private static void lock() {
        LOCK.lock();
        LOCK.unlock();
    }

    private static void enter() {
        synchronized (MONITOR) {
            LOCK.hasQueuedThreads();
        }
    }

    private static void sleep() {
        while (RELEASED.getCount() > 0) {
            LockSupport.parkNanos(2_000_000);
        }
    }

    private static int sum() {
        return IntStream.range(0, 1 << 20).parallel().map(i -> i & 3).sum();
    }
}
