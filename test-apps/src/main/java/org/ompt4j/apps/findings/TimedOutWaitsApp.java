package org.ompt4j.apps.findings;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** Waits that time out because nothing ends them, and waits of threads that only poll. */
public final class TimedOutWaitsApp {
    /** Threads of each scenario, and of {@code own-pool} workers. */
    public static final int THREADS = 2;

    /** How often each thread of {@code permits} and {@code connections} tries. */
    public static final int TRIES = 3;

    public static final long TIMEOUT_MILLIS = 200;

    private static final long LOOK_MILLIS = 20;
    private static final int LOOKS = 20;

    private TimedOutWaitsApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("permits", scale -> permits())
                .add("own-pool", scale -> ownPool())
                .add("connections", scale -> connections())
                .add("thrown", scale -> thrown())
                .add("pollers", scale -> pollers())
                .run(args);
    }

    /** The permit that the threads wait for is never released. */
    private static String permits() throws InterruptedException {
        Semaphore permits = new Semaphore(1);
        permits.acquire();
        AtomicInteger failures = new AtomicInteger();
        Threads.race(THREADS, () -> {
            for (int i = 0; i < TRIES; i++) {
                if (!permits.tryAcquire(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
                    failures.incrementAndGet();
                }
            }
        });
        return failures + " failures";
    }

    /** All workers wait for tasks in the queue of their own pool. */
    private static String ownPool() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        CountDownLatch begun = new CountDownLatch(THREADS);
        CountDownLatch submitted = new CountDownLatch(THREADS);
        CountDownLatch failed = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            pool.execute(() -> handle(pool, begun, submitted, failed));
        }
        failed.await();
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        return "done";
    }

    /** No worker is free for a queued task before all waits have timed out. */
    private static void handle(
            ExecutorService pool, CountDownLatch begun, CountDownLatch submitted, CountDownLatch failed) {
        try {
            begun.countDown();
            begun.await();
            Future<?> child = pool.submit(() -> {});
            submitted.countDown();
            submitted.await();
            try {
                child.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                failed.countDown();
                failed.await();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** As in pools of connections, a thread asks another one for a connection and waits at a queue for it. */
    private static String connections() throws InterruptedException {
        SynchronousQueue<String> connections = new SynchronousQueue<>();
        ExecutorService makers = Executors.newSingleThreadExecutor();
        AtomicInteger failures = new AtomicInteger();
        Threads.race(THREADS, () -> {
            for (int i = 0; i < TRIES; i++) {
                makers.execute(() -> {});
                if (connections.poll(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS) == null) {
                    failures.incrementAndGet();
                }
            }
        });
        makers.shutdown();
        makers.awaitTermination(1, TimeUnit.HOURS);
        return failures + " failures";
    }

    /** An exception keeps a task from counting down the latch for which the main thread waits. */
    private static String thrown() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Thread waiter = Thread.currentThread();
        pool.submit(() -> load(waiter, done));
        boolean isDone = done.await(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        return "done " + isDone;
    }

    private static void load(Thread waiter, CountDownLatch done) {
        Threads.awaitState(waiter, Thread.State.TIMED_WAITING);
        if (done.getCount() > 0) {
            throw new IllegalArgumentException("a bad row");
        }
        done.countDown();
    }

    /** Workers poll for work, a latch and a condition are used as timers, and a thread polls whether a task is done. */
    private static String pollers() throws Exception {
        LinkedBlockingQueue<String> work = new LinkedBlockingQueue<>();
        CountDownLatch stop = new CountDownLatch(1);
        ReentrantLock lock = new ReentrantLock();
        Condition tick = lock.newCondition();
        Thread clock = Threads.start("clock", () -> {
            for (int i = 0; i < LOOKS; i++) {
                stop.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            }
        });
        Thread ticker = Threads.start("ticker", () -> {
            for (int i = 0; i < LOOKS; i++) {
                lock.lock();
                try {
                    tick.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } finally {
                    lock.unlock();
                }
            }
        });
        Threads.race(THREADS, () -> {
            for (int i = 0; i < LOOKS; i++) {
                work.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            }
        });
        Threads.join(clock, ticker);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        CountDownLatch goOn = new CountDownLatch(1);
        Future<?> task = pool.submit(() -> {
            goOn.await();
            return null;
        });
        for (int i = 0; i < LOOKS; i++) {
            try {
                task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // The task is not done yet.
            }
        }
        goOn.countDown();
        task.get();
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        return "done";
    }
}
