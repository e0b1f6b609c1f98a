package org.ompt4j.apps.inquiry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.ompt4j.apps.Threads;

/**
 * Threads that remain in one state, with which their names begin, until a signal ends the program: two deadlocks, waits that never end,
 * workers that compute and idle workers. Prints {@code lasting} when they have been in these states for nine tenths of the time.
 */
public final class LastingStatesApp {
    private static final int SPINS = 20_000;

    private final List<Thread> stuck = new ArrayList<>();
    private volatile double sink;

    private LastingStatesApp() {}

    /** A counter with a synchronized method. */
    private static final class Counter {
        private long n;

        synchronized long add() {
            return ++n;
        }
    }

    public static void main(String[] args) throws Exception {
        long begin = System.nanoTime();
        LastingStatesApp app = new LastingStatesApp();
        app.deadlockOfMonitors();
        app.deadlockOfLocks();
        app.conditions();
        app.barriers();
        app.join();
        app.work();
        app.pools();
        for (Thread each : app.stuck) {
            Threads.awaitState(each, Thread.State.BLOCKED, Thread.State.WAITING);
        }
        long all = 10 * (System.nanoTime() - begin);
        while (System.nanoTime() - begin < all) {
            LockSupport.parkNanos(all / 10);
        }
        System.out.println("lasting");
        app.stuck.get(0).join();
    }

    private void stick(String name, Threads.Body body) {
        stuck.add(Threads.start(name, body));
    }

    private void deadlockOfMonitors() throws InterruptedException {
        Object one = new Object();
        Object other = new Object();
        CyclicBarrier held = new CyclicBarrier(2);
        CountDownLatch bothHeld = new CountDownLatch(2);
        stick("monitor-one", () -> both(one, other, held, bothHeld));
        stick("monitor-other", () -> both(other, one, held, bothHeld));
        // Before this latch is open, a thread can be blocked while it loads a class.
        bothHeld.await();
        for (Thread each : stuck) {
            Threads.awaitState(each, Thread.State.BLOCKED);
        }
        // The JVM has inflated this monitor, since another thread waits for it.
        stick("monitor-late", () -> enter(one));
    }

    private static void both(Object first, Object second, CyclicBarrier held, CountDownLatch bothHeld)
            throws Exception {
        synchronized (first) {
            held.await();
            bothHeld.countDown();
            enter(second);
        }
    }

    private static void enter(Object monitor) {
        synchronized (monitor) {
            throw new IllegalStateException("entered");
        }
    }

    private void deadlockOfLocks() {
        ReentrantLock one = new ReentrantLock();
        ReentrantLock other = new ReentrantLock(true);
        CyclicBarrier held = new CyclicBarrier(2);
        stick("lock-one", () -> both(one, other, held));
        stick("lock-other", () -> both(other, one, held));
        Semaphore noPermits = new Semaphore(0);
        stick("lock-semaphore", () -> noPermits.acquire());
        ReentrantReadWriteLock written = new ReentrantReadWriteLock();
        written.writeLock().lock();
        stick("lock-read", () -> written.readLock().lock());
        StampedLock stamped = new StampedLock();
        stamped.writeLock();
        stick("lock-stamped", () -> stamped.readLock());
    }

    private static void both(ReentrantLock first, ReentrantLock second, CyclicBarrier held) throws Exception {
        first.lock();
        held.await();
        second.lock();
    }

    private void conditions() {
        Object monitor = new Object();
        stick("condition-monitor", () -> {
            synchronized (monitor) {
                monitor.wait();
            }
        });
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        stick("condition-lock", () -> {
            lock.lock();
            condition.await();
        });
        Lock write = new ReentrantReadWriteLock().writeLock();
        Condition ofWrite = write.newCondition();
        stick("condition-write", () -> {
            write.lock();
            ofWrite.await();
        });
    }

    private void barriers() {
        CyclicBarrier barrier = new CyclicBarrier(2);
        stick("barrier-cyclic", barrier::await);
        stick("queue-take", () -> new LinkedBlockingQueue<String>().take());
        stick("queue-put", () -> new SynchronousQueue<String>().put(""));
        Exchanger<String> exchanger = new Exchanger<>();
        stick("barrier-exchanger", () -> exchanger.exchange(""));
        Phaser phaser = new Phaser(2);
        stick("barrier-phaser", phaser::arriveAndAwaitAdvance);
    }

    private void join() {
        Thread endless = stuck.get(0);
        stick("taskwait-thread", () -> endless.join());
        CountDownLatch never = new CountDownLatch(1);
        stick("taskwait-latch", () -> never.await());
        stick(
                "taskwait-task",
                () -> new ForkJoinPool(1)
                        .submit(() -> {
                            never.await();
                            return 0;
                        })
                        .join());
    }

    private void work() {
        Counter counter = new Counter();
        daemon("serial-one-line", () -> compute(counter));
    }

    /** Workers that have not used any observed construct, and others that have entered a monitor. */
    private void pools() throws Exception {
        Counter counter = new Counter();
        pool("agent-pool").execute(() -> compute(null));
        pool("agent-pool-monitor").execute(() -> compute(counter));
        pool("idle-pool").prestartAllCoreThreads();
        pool("idle-pool-monitor").submit(counter::add).get();
    }

    private static ThreadPoolExecutor pool(String name) {
        return (ThreadPoolExecutor) Executors.newFixedThreadPool(1, task -> daemonThread(name, task));
    }

    private static void daemon(String name, Runnable body) {
        daemonThread(name, body).start();
    }

    private static Thread daemonThread(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }

    private void compute(Counter counter) {
        while (true) {
            double x = 0;
            for (int i = 1; i < SPINS; i++) {
                x += 1 / Math.sqrt(i);
            }
            sink = x;
            if (counter != null) {
                counter.add();
            }
        }
    }
}
