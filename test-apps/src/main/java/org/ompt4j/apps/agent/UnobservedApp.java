package org.ompt4j.apps.agent;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * Programs of one class each: the one asked for is the only one that is loaded. {@code executors} is made of executors, futures and queues,
 * {@code mapped} of nothing but constructs that are observed.
 */
public final class UnobservedApp {

    private UnobservedApp() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "executors":
                OfExecutors.run();
                break;
            case "mapped":
                OfMappedConstructs.run();
                break;
            default:
                throw new IllegalArgumentException("no program " + args[0]);
        }
    }

    /** Each call below is counted by {@code UnobservedIT}. */
    private static final class OfExecutors {
        static void run() throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(2);
            BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
            CountDownLatch done = new CountDownLatch(1);
            Future<Integer> first = pool.submit(() -> put(queue, done));
            int taken = queue.take() + first.get();
            done.await();
            pool.shutdown();
            System.out.println(
                    "sum: " + taken + CompletableFuture.supplyAsync(() -> 4).join());
        }

        private static int put(BlockingQueue<Integer> queue, CountDownLatch done) throws InterruptedException {
            queue.put(1);
            done.countDown();
            return 2;
        }
    }

    private static final class OfMappedConstructs {
        private static int sum;

        static void run() throws Exception {
            ReentrantLock lock = new ReentrantLock();
            CyclicBarrier barrier = new CyclicBarrier(2);
            Thread other = new Thread(() -> add(lock, barrier));
            other.start();
            add(lock, barrier);
            other.join();
            ExecutorService pool = new ForkJoinPool(2);
            add(pool.submit(() -> IntStream.range(0, 10).parallel().sum()).get());
            pool.shutdown();
            System.out.println("sum: " + sum);
        }

        private static void add(ReentrantLock lock, CyclicBarrier barrier) {
            lock.lock();
            try {
                add(1);
            } finally {
                lock.unlock();
            }
            try {
                barrier.await();
            } catch (Exception broken) {
                throw new IllegalStateException(broken);
            }
        }

        private static synchronized void add(int number) {
            sum += number;
        }
    }
}
