package org.ompt4j.apps.agent;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.IntStream;
import org.ompt4j.apps.Threads;

/**
 * Programs of one class each, of which only the one that the argument names is loaded: {@code executors} uses executors, futures and a publisher,
 * {@code mapped} only constructs that the agent can observe, and {@code waits} waits once in each construct whose waits have a wait id.
 */
public final class UnobservedApp {

    private UnobservedApp() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "executors":
                OfExecutors.run();
                break;
            case "waits":
                OfWaits.run();
                break;
            case "mapped":
                OfMappedConstructs.run();
                break;
            default:
                throw new IllegalArgumentException("no program " + args[0]);
        }
    }

    /** {@code UnobservedIT} has the number of calls below. */
    private static final class OfExecutors {
        static void run() throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(2);
            SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(pool, 1);
            CountDownLatch done = new CountDownLatch(1);
            Future<Integer> first = pool.submit(() -> count(done));
            int taken = publisher.submit(1) + first.get();
            done.await();
            publisher.close();
            pool.shutdown();
            System.out.println(
                    "sum: " + taken + CompletableFuture.supplyAsync(() -> 4).join());
        }

        private static int count(CountDownLatch done) {
            done.countDown();
            return 2;
        }
    }

    /** The main thread waits once in each construct; the wait is ended only after the main thread was seen waiting. */
    private static final class OfWaits {
        private static final Thread MAIN = Thread.currentThread();

        static void run() throws Exception {
            CountDownLatch latch = new CountDownLatch(1);
            onceMainWaits(latch::countDown);
            latch.await();
            Semaphore semaphore = new Semaphore(0);
            onceMainWaits(semaphore::release);
            semaphore.acquire();
            CompletableFuture<String> future = new CompletableFuture<>();
            onceMainWaits(() -> future.complete(""));
            future.join();
            SynchronousQueue<String> queue = new SynchronousQueue<>();
            onceMainWaits(() -> queue.put(""));
            queue.take();
            Exchanger<String> exchanger = new Exchanger<>();
            onceMainWaits(() -> exchanger.exchange(""));
            exchanger.exchange("");
            OwnLatch own = new OwnLatch();
            onceMainWaits(() -> own.releaseShared(1));
            own.acquireShared(1);
            locks();
            pools();
        }

        private static void onceMainWaits(Threads.Body end) {
            Threads.start("ender", () -> {
                Threads.awaitState(MAIN, Thread.State.WAITING);
                end.run();
            });
        }

        private static void locks() {
            ReentrantReadWriteLock both = new ReentrantReadWriteLock();
            Threads.start("writer", () -> {
                both.writeLock().lock();
                Threads.awaitState(MAIN, Thread.State.WAITING);
                both.writeLock().unlock();
            });
            while (!both.isWriteLocked()) {
                Thread.yield();
            }
            both.readLock().lock();
            StampedLock stamped = new StampedLock();
            Threads.start("stamping", () -> {
                long stamp = stamped.writeLock();
                Threads.awaitState(MAIN, Thread.State.WAITING);
                stamped.unlockWrite(stamp);
            });
            while (!stamped.isWriteLocked()) {
                Thread.yield();
            }
            stamped.readLock();
        }

        /** A task of a pool and one of a scheduler, each of which is waited for. */
        private static void pools() throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            Future<?> task = pool.submit(() -> Threads.awaitWaitIn("awaitDone", MAIN));
            task.get();
            pool.shutdown();
            pool.awaitTermination(1, TimeUnit.MINUTES);
            ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
            Future<?> due = scheduler.schedule(() -> Threads.awaitWaitIn("awaitDone", MAIN), 0, TimeUnit.SECONDS);
            due.get();
            scheduler.shutdown();
            System.out.println("all ended");
        }
    }

    private static final class OwnLatch extends AbstractQueuedSynchronizer {
        @Override
        protected int tryAcquireShared(int ignored) {
            return getState() == 0 ? -1 : 1;
        }

        @Override
        protected boolean tryReleaseShared(int ignored) {
            setState(1);
            return true;
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
