package org.ompt4j.apps.attach;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.ompt4j.apps.Threads;
import org.ompt4j.apps.forkjoin.Fibonacci;

/**
 * Uses all kinds of constructs at the same time until the file {@code stop} is in the working directory, and prints the number of wrong
 * results. The file {@code rounds} has the number of rounds so far. Some threads hold a lock, wait, or are inside a region or a
 * task from the beginning to the end.
 */
public final class AttachApp {
    private static final int ELEMENTS = 1 << 12;
    private static final int FIB = 15;
    private static final int FIB_OF = Fibonacci.fibonacci(FIB);
    private static final int LOCKED = 200;
    private static final int TASKS_OF_WORKERS = 2;
    private static final Object MONITOR = new Object();
    private static final Object HELD_MONITOR = new Object();
    private static final Object TURN = new Object();
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final ReentrantLock HELD_LOCK = new ReentrantLock();
    private static final Condition NEVER_SIGNALLED = HELD_LOCK.newCondition();
    private static final CyclicBarrier BARRIER = new CyclicBarrier(2);
    private static final CountDownLatch HELD = new CountDownLatch(2);
    private static final ThreadPoolExecutor WORKERS = (ThreadPoolExecutor) Executors.newFixedThreadPool(2);
    private static final ScheduledExecutorService SCHEDULER = Executors.newScheduledThreadPool(1);
    private static final ExecutorService BUSY_WORKER =
            Executors.newFixedThreadPool(1, task -> new Thread(task, "busy-in-thread-pool"));
    private static final Path STOP = Path.of("stop");
    private static final Path ROUNDS = Path.of("rounds");
    /** A pause between two rounds, so that traces remain small. */
    private static final long BREATH_NANOS = 1_000_000;

    /** How long a thread of {@link #startOthers} lives. */
    private static final long LIFE_NANOS = 300_000_000;
    /** The time between two starts of such threads. */
    private static final long NEXT_NANOS = LIFE_NANOS / 10;

    private static volatile boolean stopped;
    private static int underMonitor;
    private static int underLock;
    private static int inMethod;

    private AttachApp() {}

    public static void main(String[] args) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            threads.add(new Thread(AttachApp::meet, "meets-" + i));
            threads.add(new Thread(AttachApp::exclude, "excludes-" + i));
        }
        threads.add(new Thread(AttachApp::hold, "holds"));
        threads.add(new Thread(AttachApp::awaitNothing, "awaits"));
        ThreadFactory virtual = Threads.virtual();
        threads.add(new Thread(() -> startOthers(virtual), "starts"));
        for (Thread each : threads) {
            each.start();
        }
        ForkJoinPool pool = new ForkJoinPool(2);
        ForkJoinPool ofBusyWorker = new ForkJoinPool(1, AttachApp::busyWorker, null, false);
        ofBusyWorker.execute(AttachApp::takeTurns);
        BUSY_WORKER.execute(AttachApp::takeTurns);
        WORKERS.prestartAllCoreThreads();
        SCHEDULER.scheduleAtFixedRate(AttachApp::answer, 0, 1, TimeUnit.MILLISECONDS);
        HELD.await();
        System.out.println("running");
        int rounds = 0;
        int wrong = 0;
        while (!Files.exists(STOP)) {
            wrong += round(pool);
            rounds++;
            Files.writeString(ROUNDS, Integer.toString(rounds));
            LockSupport.parkNanos(BREATH_NANOS);
        }
        stopped = true;
        for (Thread each : threads) {
            // A thread that has read the flag too early may come to the barrier after a reset: so the barrier is reset
            // again.
            while (each.isAlive()) {
                BARRIER.reset();
                each.join(BREATH_NANOS / 100_000);
            }
        }
        pool.shutdown();
        ofBusyWorker.shutdown();
        WORKERS.shutdown();
        BUSY_WORKER.shutdown();
        SCHEDULER.shutdownNow();
        System.out.println(rounds > 0 && wrong == 0 ? "as expected" : wrong + " of " + rounds + " wrong");
        System.out.println(underMonitor == underLock && underLock == inMethod ? "excluded" : "not excluded");
    }

    /** Returns the number of wrong results. */
    private static int round(ForkJoinPool pool) throws Exception {
        int wrong = sum() == (long) ELEMENTS * (ELEMENTS - 1) / 2 ? 0 : 1;
        wrong += pool.invoke(new Fibonacci(FIB)) == FIB_OF ? 0 : 1;
        wrong += new Fibonacci(FIB).fork().join() == FIB_OF ? 0 : 1;
        wrong += pool.submit(() -> 42).get() == 42 ? 0 : 1;
        for (int i = 0; i < TASKS_OF_WORKERS; i++) {
            wrong += WORKERS.submit(AttachApp::answer).get() == 42 ? 0 : 1;
        }
        Thread thread = new Thread(AttachApp::sum, "short");
        thread.start();
        thread.join();
        return wrong;
    }

    private static int answer() {
        return 42;
    }

    private static long sum() {
        return IntStream.range(0, ELEMENTS).parallel().asLongStream().sum();
    }

    private static void exclude() {
        while (!stopped) {
            for (int i = 0; i < LOCKED; i++) {
                once();
            }
            LockSupport.parkNanos(BREATH_NANOS);
        }
    }

    /** Increments three counters, each under another kind of mutual exclusion. */
    private static void once() {
        synchronized (MONITOR) {
            underMonitor++;
        }
        LOCK.lock();
        try {
            underLock++;
        } finally {
            LOCK.unlock();
        }
        count();
    }

    private static synchronized void count() {
        inMethod++;
    }

    private static void meet() {
        while (!stopped) {
            try {
                LockSupport.parkNanos(BREATH_NANOS);
                BARRIER.await();
            } catch (Exception resetAtTheEnd) {
                return;
            }
        }
    }

    private static void hold() {
        synchronized (HELD_MONITOR) {
            HELD_LOCK.lock();
            try {
                HELD.countDown();
                while (!stopped) {
                    NEVER_SIGNALLED.awaitNanos(1_000_000);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                HELD_LOCK.unlock();
            }
        }
    }

    private static ForkJoinWorkerThread busyWorker(ForkJoinPool pool) {
        ForkJoinWorkerThread worker = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
        worker.setName("busy-in-fork-join-pool");
        return worker;
    }

    /** Tasks that last until the end wait for a monitor and pause, again and again. */
    private static void takeTurns() {
        while (!stopped) {
            synchronized (TURN) {
                LockSupport.parkNanos(BREATH_NANOS);
            }
            LockSupport.parkNanos(BREATH_NANOS);
        }
    }

    /** Starts threads that live for a while, so that some exist whenever the agent is attached: virtual ones, if the JDK has them. */
    private static void startOthers(ThreadFactory factory) {
        while (!stopped) {
            factory.newThread(() -> LockSupport.parkNanos(LIFE_NANOS)).start();
            LockSupport.parkNanos(NEXT_NANOS);
        }
    }

    /** Waits for the monitor that is held until the end. */
    private static void awaitNothing() {
        HELD.countDown();
        synchronized (HELD_MONITOR) {
            HELD_MONITOR.notifyAll();
        }
    }
}
