package org.ompt4j.apps.findings;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.IntStream;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** Ten programs without problems: threads that are meant to wait, and work that is evenly shared. */
public final class HealthyApp {
    private static final int WORKERS = 2;
    private static final long PAUSE_MILLIS = 150;

    private HealthyApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("stream", scale -> stream())
                .add("invoke", scale -> invoke())
                .add("pool", scale -> pool())
                .add("burst", scale -> burst())
                .add("scheduled", scale -> scheduled())
                .add("futures", scale -> futures())
                .add("queue", scale -> queue())
                .add("barrier", scale -> barrier())
                .add("same-order", scale -> sameOrder())
                .add("condition", scale -> condition())
                .run(args);
    }

    private static String stream() {
        return ""
                + IntStream.range(0, 200_000)
                        .parallel()
                        .mapToLong(each -> each % 7)
                        .sum();
    }

    private static String invoke() {
        ForkJoinPool pool = new ForkJoinPool(WORKERS);
        long sum = pool.invoke(new Sum(0, 1 << 16));
        pool.shutdown();
        return "" + sum;
    }

    private static final class Sum extends RecursiveTask<Long> {
        private static final long serialVersionUID = 1L;

        private final int from;
        private final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from <= 1 << 10) {
                return IntStream.range(from, to).asLongStream().sum();
            }
            Sum left = new Sum(from, (from + to) / 2);
            left.fork();
            return new Sum((from + to) / 2, to).compute() + left.join();
        }
    }

    /** Never more tasks at a time than workers. */
    private static String pool() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(WORKERS);
        for (int i = 0; i < 3; i++) {
            List<Future<?>> tasks = new ArrayList<>();
            for (int j = 0; j < WORKERS; j++) {
                tasks.add(pool.submit(HealthyApp::pause));
            }
            for (Future<?> each : tasks) {
                each.get();
            }
        }
        pool.shutdown();
        return "done";
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** More tasks than workers, but all of them are short. */
    private static String burst() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(WORKERS);
        CountDownLatch done = new CountDownLatch(100);
        for (int i = 0; i < 100; i++) {
            pool.execute(done::countDown);
        }
        done.await();
        pool.shutdown();
        return "done";
    }

    /** A scheduled task that is not due does not wait for a worker. */
    private static String scheduled() throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        List<Future<?>> tasks = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            tasks.add(pool.schedule(() -> "due", PAUSE_MILLIS, TimeUnit.MILLISECONDS));
        }
        for (Future<?> each : tasks) {
            each.get();
        }
        CountDownLatch runs = new CountDownLatch(10);
        Future<?> periodic = pool.scheduleAtFixedRate(runs::countDown, 0, 10, TimeUnit.MILLISECONDS);
        runs.await();
        periodic.cancel(false);
        pool.shutdown();
        return "done";
    }

    private static String futures() {
        CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> 1);
        CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> 2).thenApplyAsync(each -> 2 * each);
        return "" + one.thenCombine(two, Integer::sum).join();
    }

    /** The consumer waits for items that come from time to time. */
    private static String queue() throws InterruptedException {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        Thread consumer = Threads.start("consumer", () -> {
            for (int i = 0; i < 3; i++) {
                queue.take();
            }
        });
        for (int i = 0; i < 3; i++) {
            pause();
            queue.put(i);
        }
        Threads.join(consumer);
        return "done";
    }

    private static String barrier() throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(WORKERS);
        Threads.race(WORKERS, () -> {
            for (int i = 0; i < 10; i++) {
                barrier.await();
            }
        });
        return "done";
    }

    /** Two threads acquire two locks in the same order, and two read locks in both orders. */
    private static String sameOrder() throws InterruptedException {
        ReentrantLock outer = new ReentrantLock();
        Object inner = new Object();
        ReentrantReadWriteLock one = new ReentrantReadWriteLock();
        ReentrantReadWriteLock other = new ReentrantReadWriteLock();
        AtomicBoolean turn = new AtomicBoolean();
        Threads.race(WORKERS, () -> {
            boolean isFirst = turn.compareAndSet(false, true);
            for (int i = 0; i < 10; i++) {
                outer.lock();
                synchronized (inner) {
                    outer.unlock();
                }
                readBoth(isFirst ? one : other, isFirst ? other : one);
            }
        });
        return "done";
    }

    private static void readBoth(ReentrantReadWriteLock one, ReentrantReadWriteLock other) {
        one.readLock().lock();
        other.readLock().lock();
        other.readLock().unlock();
        one.readLock().unlock();
    }

    /** A thread in {@code Object.wait} has released the monitor. */
    private static String condition() throws InterruptedException {
        Object monitor = new Object();
        AtomicBoolean isTold = new AtomicBoolean();
        Thread waiter = Threads.start("waiter", () -> {
            synchronized (monitor) {
                while (!isTold.get()) {
                    monitor.wait();
                }
            }
        });
        pause();
        synchronized (monitor) {
            isTold.set(true);
            monitor.notifyAll();
        }
        Threads.join(waiter);
        return "done";
    }
}
