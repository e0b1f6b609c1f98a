package org.ompt4j.apps.thread;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Virtual threads. Their methods are called by reflection, so that the program can be compiled for JDKs without them, where it does the same
 * with platform threads.
 *
 * <p>Known by construction: how many virtual threads there are, and how often those of {@code parks} park.
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
    /** Threads of {@code never-ends}: one is parked when the JVM ends. */
    public static final int NEVER_ENDING = 1;

    private static final long HOUR = 3_600_000;
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
                .add("never-ends", scale -> neverEnds())
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

    /** By {@code Thread.startVirtualThread}. */
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

    /** Each is unparked once it is seen to be parked. */
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

    private static String neverStarted() {
        return FACTORY.newThread(() -> {}).getState().toString();
    }

    private static String neverEnds() {
        Thread thread = FACTORY.newThread(() -> {
            while (true) {
                LockSupport.park();
            }
        });
        if (FACTORY.getClass().getName().startsWith("java.lang.")) {
            thread.start();
            Threads.awaitState(thread, Thread.State.WAITING);
        }
        return "left";
    }
}
