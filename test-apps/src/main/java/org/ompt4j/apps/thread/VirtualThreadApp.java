package org.ompt4j.apps.thread;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Virtual threads. Their methods are called by reflection, so that the program compiles and runs on JDKs without them, with platform threads
 * instead.
 *
 * <p>Known by construction: how many virtual threads there are, how often those of {@code parks} park, and the numbers below.
 */
public final class VirtualThreadApp {

    /** Threads of {@code plain}, which never wait, times the scale. */
    public static final int PLAIN = 20;
    /** Threads of {@code parks}, times the scale; each parks once. */
    public static final int PARKS = 5;
    /** Tasks that {@code executor} submits, and as many that it executes, times the scale. */
    public static final int TASKS = 10;
    /** Threads of {@code contended}. */
    public static final int CONTENDERS = 4;
    /** Threads of {@code timeout}, {@code interrupt}, {@code exception} and {@code twice}. */
    public static final int SINGLE = 1;
    /** Threads of {@code nested}: one that starts another one. */
    public static final int NESTED = 2;
    /** Threads of {@code never-ends}, and of {@code never-ends-inside}, which still wait when the JVM ends. */
    public static final int NEVER_ENDING = 1;
    /** Threads of {@code locks}, and of {@code monitors}, which all acquire the same lock or monitor. */
    public static final int RIVALS = 6;
    /** How often each of them acquires it, times the scale. A thread yields while it holds it. */
    public static final int ROUNDS = 10;

    /** Additional acquisitions of {@code monitors}, by two threads, one of which waits for the other. */
    public static final int HELD_AND_AWAITED = 2;
    /** Items that one thread of {@code queue} puts and the other one takes, times the scale. */
    public static final int ITEMS = 5;
    /** Waits of a thread of {@code conditions} for its condition, and as many for its monitor to be notified, times the scale. */
    public static final int SIGNALS = 3;
    /** Parallel streams that each thread of {@code streams} runs, times the scale. */
    public static final int STREAMS = 2;
    /** Threads of {@code streams}. */
    public static final int STREAMERS = 2;
    /** Tasks that a thread of {@code submits} submits to a fork/join pool, and as many to a thread pool, times the scale; it waits for each. */
    public static final int SUBMITTED = 4;
    /** Threads of {@code latch} that wait for the same latch. */
    public static final int AWAITING = 3;

    private static final long HOUR = 3_600_000;
    /** A method of the JDK in which these threads wait for latches only. */
    private static final String WAITING_FOR_LATCH = "acquireSharedInterruptibly";

    private static final ThreadFactory FACTORY = factory();

    private VirtualThreadApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("plain", VirtualThreadApp::plain)
                .add("parks", VirtualThreadApp::parks)
                .add("executor", VirtualThreadApp::executor)
                .add("contended", scale -> contended())
                .add("timeout", scale -> timeout())
                .add("interrupt", scale -> interrupt())
                .add("exception", scale -> exception())
                .add("nested", scale -> nested())
                .add("twice", scale -> twice())
                .add("never-started", scale -> neverStarted())
                .add("locks", VirtualThreadApp::locks)
                .add("monitors", VirtualThreadApp::monitors)
                .add("conditions", VirtualThreadApp::conditions)
                .add("queue", VirtualThreadApp::queue)
                .add("latch", scale -> latch())
                .add("streams", VirtualThreadApp::streams)
                .add("submits", VirtualThreadApp::submits)
                .add("never-ends", scale -> neverEnds())
                .add("never-ends-inside", scale -> neverEndsInside())
                .run(args);
    }

    /** {@code Thread.ofVirtual().factory()}, or one of platform threads. */
    private static ThreadFactory factory() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Method factory = Class.forName("java.lang.Thread$Builder").getMethod("factory");
            return (ThreadFactory) factory.invoke(builder);
        } catch (NoSuchMethodException before21) {
            return Thread::new;
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static ExecutorService perTask() throws ReflectiveOperationException {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (NoSuchMethodException before21) {
            return Executors.newCachedThreadPool();
        }
    }

    private static Thread start(Runnable body) {
        Thread thread = FACTORY.newThread(body);
        thread.start();
        return thread;
    }

    /** Starts a thread by {@code Thread.startVirtualThread}. */
    private static Thread startByReflection(Runnable body) throws IllegalAccessException, InvocationTargetException {
        try {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
        } catch (NoSuchMethodException before21) {
            return start(body);
        }
    }

    private static String plain(int scale) throws Exception {
        AtomicInteger sum = new AtomicInteger();
        for (int i = 0; i < PLAIN * scale; i++) {
            int number = i;
            Thread thread =
                    i % 2 == 0 ? start(() -> sum.addAndGet(number)) : startByReflection(() -> sum.addAndGet(number));
            thread.join();
        }
        return "sum " + sum.get();
    }

    /** Each thread is unparked after it was seen parked. */
    private static String parks(int scale) throws InterruptedException {
        int woken = 0;
        for (int i = 0; i < PARKS * scale; i++) {
            AtomicBoolean go = new AtomicBoolean();
            Thread thread = start(() -> {
                while (!go.get()) {
                    LockSupport.park();
                }
            });
            Threads.awaitState(thread, Thread.State.WAITING);
            go.set(true);
            LockSupport.unpark(thread);
            thread.join();
            woken++;
        }
        return "woken " + woken;
    }

    private static String executor(int scale) throws Exception {
        ExecutorService executor = perTask();
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < TASKS * scale; i++) {
            int number = i;
            results.add(executor.submit(() -> number));
        }
        int sum = 0;
        for (Future<Integer> each : results) {
            sum += each.get();
        }
        CountDownLatch ran = new CountDownLatch(TASKS * scale);
        for (int i = 0; i < TASKS * scale; i++) {
            executor.execute(ran::countDown);
        }
        ran.await();
        executor.shutdown();
        return "sum " + sum;
    }

    private static String contended() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        int[] counted = new int[2];
        Thread[] threads = new Thread[CONTENDERS];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = start(() -> {
                for (int n = 0; n < 100; n++) {
                    lock.lock();
                    try {
                        counted[0]++;
                        Thread.yield();
                    } finally {
                        lock.unlock();
                    }
                    synchronized (counted) {
                        counted[1]++;
                    }
                }
            });
        }
        Threads.join(threads);
        return "counted " + counted[0] + ", " + counted[1];
    }

    private static String timeout() throws InterruptedException {
        Thread thread = start(() -> sleep(1));
        thread.join();
        return "slept";
    }

    private static String sleep(long millis) {
        return Threads.thrownBy(() -> {
            Thread.sleep(millis);
            return null;
        });
    }

    private static String interrupt() throws InterruptedException {
        String[] thrown = new String[1];
        Thread thread = start(() -> thrown[0] = sleep(HOUR));
        Threads.awaitState(thread, Thread.State.TIMED_WAITING);
        thread.interrupt();
        thread.join();
        return thrown[0];
    }

    private static String exception() throws InterruptedException {
        String[] caught = new String[1];
        Thread thread = FACTORY.newThread(() -> {
            throw new IllegalStateException("expected");
        });
        thread.setUncaughtExceptionHandler((of, thrown) -> caught[0] = thrown.getMessage());
        thread.start();
        thread.join();
        return caught[0];
    }

    private static String nested() throws InterruptedException {
        AtomicInteger ran = new AtomicInteger();
        Thread outer = start(() -> {
            Thread inner = start(ran::incrementAndGet);
            while (inner.isAlive()) {
                Thread.yield();
            }
            ran.incrementAndGet();
        });
        outer.join();
        return "ran " + ran.get();
    }

    private static String twice() throws InterruptedException {
        Thread thread = start(() -> {});
        thread.join();
        return Threads.thrownBy(() -> {
            thread.start();
            return null;
        });
    }

    private static String locks(int scale) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        int[] counted = new int[1];
        rivals(() -> {
            for (int i = 0; i < ROUNDS * scale; i++) {
                lock.lock();
                try {
                    counted[0]++;
                    Thread.yield();
                } finally {
                    lock.unlock();
                }
            }
        });
        return "counted " + counted[0];
    }

    private static String monitors(int scale) throws InterruptedException {
        int[] counted = new int[1];
        AtomicBoolean isHeld = new AtomicBoolean();
        AtomicReference<Thread> waiter = new AtomicReference<>();
        Thread holder = start(() -> {
            synchronized (counted) {
                counted[0]++;
                isHeld.set(true);
                while (waiter.get() == null || waiter.get().getState() != Thread.State.BLOCKED) {
                    sleepBriefly();
                }
            }
        });
        while (!isHeld.get()) {
            Thread.yield();
        }
        waiter.set(start(() -> {
            synchronized (counted) {
                counted[0]++;
            }
        }));
        Threads.join(holder, waiter.get());
        rivals(() -> {
            for (int i = 0; i < ROUNDS * scale; i++) {
                synchronized (counted) {
                    counted[0]++;
                    Thread.yield();
                }
            }
        });
        return "counted " + counted[0];
    }

    private static void sleepBriefly() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void rivals(Runnable body) throws InterruptedException {
        Thread[] threads = new Thread[RIVALS];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = start(body);
        }
        Threads.join(threads);
    }

    /** A virtual thread signals, and the main thread notifies, a virtual thread that waits. */
    private static String conditions(int scale) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        AtomicBoolean waits = new AtomicBoolean();
        Thread thread = start(() -> {
            for (int i = 0; i < SIGNALS * scale; i++) {
                awaitSignal(lock, condition);
                awaitNotification(waits);
            }
        });
        Thread signaller = start(() -> {
            for (int i = 0; i < SIGNALS * scale; i++) {
                while (!signals(lock, condition)) {
                    Thread.yield();
                }
            }
        });
        for (int i = 0; i < SIGNALS * scale; i++) {
            while (!notifies(waits)) {
                Thread.yield();
            }
        }
        Threads.join(thread, signaller);
        return "done";
    }

    private static void awaitSignal(ReentrantLock lock, Condition condition) {
        lock.lock();
        try {
            condition.awaitUninterruptibly();
        } finally {
            lock.unlock();
        }
    }

    private static boolean signals(ReentrantLock lock, Condition condition) {
        lock.lock();
        try {
            boolean waits = lock.hasWaiters(condition);
            condition.signal();
            return waits;
        } finally {
            lock.unlock();
        }
    }

    private static void awaitNotification(AtomicBoolean waits) {
        synchronized (waits) {
            waits.set(true);
            try {
                waits.wait();
            } catch (InterruptedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    private static boolean notifies(AtomicBoolean waits) {
        synchronized (waits) {
            waits.notifyAll();
            return waits.getAndSet(false);
        }
    }

    private static String queue(int scale) throws InterruptedException {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        int[] sum = new int[1];
        Thread taker = start(() -> {
            for (int i = 0; i < ITEMS * scale; i++) {
                sum[0] += take(queue);
            }
        });
        for (int i = 0; i < ITEMS * scale; i++) {
            int item = i;
            Threads.awaitState(taker, Thread.State.WAITING);
            Thread giver = start(() -> queue.add(item));
            giver.join();
            while (!queue.isEmpty()) {
                Thread.yield();
            }
        }
        taker.join();
        return "sum " + sum[0];
    }

    private static int take(BlockingQueue<Integer> queue) {
        try {
            return queue.take();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String latch() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread[] threads = new Thread[AWAITING];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = start(() -> await(latch));
            Threads.awaitWaitIn(WAITING_FOR_LATCH, threads[i]);
        }
        start(latch::countDown).join();
        Threads.join(threads);
        return "open";
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String streams(int scale) throws InterruptedException {
        AtomicLong sum = new AtomicLong();
        Thread[] threads = new Thread[STREAMERS];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = start(() -> {
                for (int n = 0; n < STREAMS * scale; n++) {
                    sum.addAndGet(LongStream.range(0, 100_000)
                            .parallel()
                            .filter(each -> each % 3 == 0)
                            .count());
                }
            });
        }
        Threads.join(threads);
        return "sum " + sum.get();
    }

    private static String submits(int scale) throws InterruptedException {
        ForkJoinPool tasks = new ForkJoinPool(2);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        AtomicInteger sum = new AtomicInteger();
        Thread thread = start(() -> {
            for (int i = 0; i < SUBMITTED * scale; i++) {
                int number = i;
                sum.addAndGet(tasks.submit(() -> number).join());
                sum.addAndGet(resultOf(threads.submit(() -> number)));
            }
        });
        thread.join();
        tasks.shutdown();
        threads.shutdown();
        return "sum " + sum.get();
    }

    private static int resultOf(Future<Integer> future) {
        try {
            return future.get();
        } catch (InterruptedException | ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String neverStarted() {
        return FACTORY.newThread(() -> {}).getState().toString();
    }

    private static String neverEnds() {
        return leave(() -> {
            while (true) {
                LockSupport.park();
            }
        });
    }

    /** The thread waits in a parallel stream and holds a lock. */
    private static String neverEndsInside() {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch never = new CountDownLatch(1);
        return leave(() -> {
            lock.lock();
            IntStream.range(0, 1).parallel().forEach(each -> await(never));
        });
    }

    /** Leaves a virtual thread that waits; none on JDKs with platform threads only, where it would keep the JVM alive. */
    private static String leave(Runnable body) {
        Thread thread = FACTORY.newThread(body);
        if (FACTORY.getClass().getName().startsWith("java.lang.")) {
            thread.start();
            Threads.awaitState(thread, Thread.State.WAITING);
        }
        return "left";
    }
}
