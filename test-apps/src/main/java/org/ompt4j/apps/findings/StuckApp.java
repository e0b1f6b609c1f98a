package org.ompt4j.apps.findings;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Threads;

/**
 * Threads that wait for ever: the findings {@code Deadlock}, {@code PoolStarvation} and {@code Standstill}. The argument is the scenario: {@code deadlock} (of two
 * threads, and a pool that waits for its own tasks), {@code deadlock-with-a-task}, {@code starve-for-futures}, {@code starve-for-a-group}, {@code starve-together} or {@code standstill}.
 */
public final class StuckApp {
    /** The line that the program prints once its threads wait. */
    public static final String STUCK = "stuck";

    private static final int WORKERS = 2;

    private StuckApp() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "deadlock" -> deadlock();
            case "deadlock-with-a-task" -> deadlockWithATask();
            case "starve-for-futures" -> starveForFutures();
            case "starve-for-a-group" -> starveForAGroup();
            case "starve-together" -> starveTogether();
            case "standstill" -> standstill();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    // ---------------------------------------------------------------- deadlock

    private static void deadlock() throws InterruptedException {
        starve();
        Object monitor = new Object();
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch both = new CountDownLatch(2);
        Thread left = Threads.start("left", () -> left(monitor, lock, both));
        Thread right = Threads.start("right", () -> right(monitor, lock, both));
        Threads.awaitBlocked(right, both);
        Threads.awaitQueued(left, lock);
        System.out.println(STUCK);
        left.join();
    }

    private static void left(Object monitor, ReentrantLock lock, CountDownLatch both) throws InterruptedException {
        synchronized (monitor) {
            both.countDown();
            both.await();
            lock.lock();
        }
    }

    private static void right(Object monitor, ReentrantLock lock, CountDownLatch both) throws InterruptedException {
        lock.lock();
        both.countDown();
        both.await();
        synchronized (monitor) {
            lock.unlock();
        }
    }

    // ---------------------------------------------------------------- deadlock with a task

    /** A thread holds the lock that a task needs, and waits for the task. */
    private static void deadlockWithATask() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        BlockingQueue<Thread> worker = new ArrayBlockingQueue<>(1);
        Thread holder = Threads.start("holder", () -> holdAndGet(pool, lock, worker));
        Threads.awaitQueued(worker.take(), lock);
        Threads.awaitWaitIn("awaitDone", holder);
        System.out.println(STUCK);
    }

    private static void holdAndGet(ExecutorService pool, ReentrantLock lock, BlockingQueue<Thread> worker)
            throws InterruptedException, ExecutionException {
        lock.lock();
        try {
            pool.submit(() -> need(lock, worker)).get();
        } finally {
            lock.unlock();
        }
    }

    private static void need(ReentrantLock lock, BlockingQueue<Thread> worker) {
        worker.add(Thread.currentThread());
        lock.lock();
        lock.unlock();
    }

    // ---------------------------------------------------------------- starve

    /** Each worker has submitted a task to its own pool and waits for it. */
    private static void starve() throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(WORKERS);
        Set<Thread> workers = ConcurrentHashMap.newKeySet();
        CountDownLatch all = new CountDownLatch(WORKERS);
        for (int i = 0; i < WORKERS; i++) {
            pool.execute(() -> {
                workers.add(Thread.currentThread());
                awaitInner(pool, all);
            });
        }
        all.await();
        workers.forEach(each -> Threads.awaitWaitIn("awaitDone", each));
    }

    private static void awaitInner(ExecutorService pool, CountDownLatch all) {
        try {
            all.countDown();
            all.await();
            pool.submit(StuckApp::inner).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void inner() {
        throw new IllegalStateException("no worker is there to run this");
    }

    // ---------------------------------------------------------------- starve for futures

    /** The only worker waits for a future whose function is queued in its own pool. */
    private static void starveForFutures() throws InterruptedException {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        BlockingQueue<Thread> worker = new ArrayBlockingQueue<>(1);
        CompletableFuture.runAsync(() -> awaitFuture(pool, worker), pool);
        Threads.awaitWaitIn("waitingGet", worker.take());
        System.out.println(STUCK);
    }

    private static void awaitFuture(ExecutorService pool, BlockingQueue<Thread> worker) {
        worker.add(Thread.currentThread());
        CompletableFuture.runAsync(StuckApp::inner, pool).join();
    }

    // ---------------------------------------------------------------- starve for a group

    /** The only worker calls {@code invokeAll} of its own pool. */
    private static void starveForAGroup() throws InterruptedException {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        BlockingQueue<Thread> worker = new ArrayBlockingQueue<>(1);
        pool.execute(() -> invokeGroup(pool, worker));
        Threads.awaitWaitIn("awaitDone", worker.take());
        System.out.println(STUCK);
    }

    private static void invokeGroup(ExecutorService pool, BlockingQueue<Thread> worker) {
        worker.add(Thread.currentThread());
        Callable<Object> inner = Executors.callable(StuckApp::inner);
        try {
            pool.invokeAll(List.of(inner, inner));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---------------------------------------------------------------- starve together

    /* The only worker of each pool waits for a task of the other pool; the last one by way of a stage. */
    private static void starveTogether() throws InterruptedException {
        ExecutorService front = Executors.newSingleThreadExecutor();
        ExecutorService back = Executors.newSingleThreadExecutor();
        BlockingQueue<Thread> worker = new ArrayBlockingQueue<>(1);
        front.execute(() -> await(back.submit(() -> awaitStage(front, worker))));
        Threads.awaitWaitIn("waitingGet", worker.take());
        System.out.println(STUCK);
    }

    private static void await(Future<?> task) {
        try {
            task.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitStage(ExecutorService pool, BlockingQueue<Thread> worker) {
        worker.add(Thread.currentThread());
        CompletableFuture.runAsync(StuckApp::inner, pool)
                .thenRun(StuckApp::inner)
                .join();
    }

    // ---------------------------------------------------------------- standstill

    /** A thread waits for a lock whose owner has ended, and the main thread for a latch that is not counted down after an exception. */
    private static void standstill() throws InterruptedException {
        ReentrantLock leaked = new ReentrantLock();
        Threads.start("owner", () -> endWith(leaked)).join();
        CountDownLatch latch = new CountDownLatch(1);
        Executors.newSingleThreadExecutor().submit(() -> failBefore(latch));
        Thread main = Thread.currentThread();
        Threads.start("watcher", () -> {
            Threads.awaitWaitIn("await", main);
            System.out.println(STUCK);
        });
        latch.await();
    }

    private static void endWith(ReentrantLock leaked) {
        leaked.lock();
        Threads.awaitQueued(Threads.start("asker", () -> leaked.lock()), leaked);
    }

    private static void failBefore(CountDownLatch latch) {
        if (latch.getCount() == 1) {
            throw new IllegalStateException("before the countDown");
        }
        latch.countDown();
    }
}
