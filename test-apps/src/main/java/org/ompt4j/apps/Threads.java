package org.ompt4j.apps;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/** Starts named threads, joins them, and waits until another thread has reached the state that a scenario needs. */
public final class Threads {

    private Threads() {}

    /** Code that may throw. */
    @FunctionalInterface
    public interface Body {

        void run() throws Exception;
    }

    /** Starts a thread; whatever its body throws ends the JVM with status 3, because no scenario expects it. */
    public static Thread start(String name, Body body) {
        Thread thread = new Thread(() -> runOrHalt(body), name);
        thread.start();
        return thread;
    }

    /** Starts a thread of the factory; whatever its body throws ends the JVM with status 3. */
    public static Thread start(ThreadFactory threads, Body body) {
        Thread thread = threads.newThread(() -> runOrHalt(body));
        thread.start();
        return thread;
    }

    /** {@code Thread.ofVirtual().factory()}, or a factory of platform threads on JDKs without virtual threads. */
    public static ThreadFactory virtual() throws ReflectiveOperationException {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            return (ThreadFactory) Class.forName("java.lang.Thread$Builder")
                    .getMethod("factory")
                    .invoke(builder);
        } catch (NoSuchMethodException olderJdk) {
            return Thread::new;
        }
    }

    /** Joins threads in this order. */
    public static void join(Thread... threads) throws InterruptedException {
        for (Thread each : threads) {
            each.join();
        }
    }

    /** Runs the body on threads {@code racer-0} ... that begin it at the same time; returns when all have ended. */
    public static void race(int count, Body body) throws InterruptedException {
        Thread[] racers = new Thread[count];
        CountDownLatch start = new CountDownLatch(1);
        for (int i = 0; i < count; i++) {
            racers[i] = start("racer-" + i, () -> {
                start.await();
                body.run();
            });
        }
        start.countDown();
        join(racers);
    }

    /** Returns once the thread is in one of the states; it must get there by itself. */
    public static void awaitState(Thread thread, Thread.State... states) {
        while (true) {
            Thread.State now = thread.getState();
            for (Thread.State each : states) {
                if (now == each) {
                    return;
                }
            }
            Thread.yield();
        }
    }

    /**
     * Returns once the thread waits in a method of this name. The state of the thread alone does not show what it waits for: a thread that has
     * submitted a task to a pool may wait for the lock of the pool's queue.
     */
    public static void awaitWaitIn(String method, Thread thread) {
        awaitStateIn(method, thread, Thread.State.WAITING);
    }

    /** Returns once the thread is in this state in a method of this name, as in a wait with a time limit. */
    public static void awaitStateIn(String method, Thread thread, Thread.State state) {
        do {
            awaitState(thread, state);
        } while (Stream.of(thread.getStackTrace())
                .noneMatch(each -> each.getMethodName().equals(method)));
    }

    /**
     * Returns once the thread is blocked at a monitor. The thread has to count the latch down as its last action before it enters the monitor.
     * Without the latch, the thread could be blocked in code of the agent that observes it.
     */
    public static void awaitBlocked(Thread thread, CountDownLatch comes) {
        while (comes.getCount() > 0) {
            Thread.yield();
        }
        do {
            awaitState(thread, Thread.State.BLOCKED);
        } while (isInLatch(thread));
    }

    /** Whether a thread is still in a call of the latch, where the loading of the agent's classes can block it. */
    private static boolean isInLatch(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(each -> each.getClassName().startsWith(CountDownLatch.class.getName()));
    }

    /** Returns once the thread is in the queue of the lock. */
    public static void awaitQueued(Thread thread, ReentrantLock lock) {
        while (!lock.hasQueuedThread(thread)) {
            Thread.yield();
        }
    }

    /** Returns once the thread is in a native method of the JDK's input and output that a method whose name contains this has called. */
    public static void awaitNative(Thread thread, String name) {
        while (!isInNative(thread.getStackTrace(), name)) {
            Thread.yield();
        }
    }

    /** Excludes class loading on the way there, which calls native methods too, for files for example. */
    private static boolean isInNative(StackTraceElement[] stack, String name) {
        return stack.length > 0
                && stack[0].isNativeMethod()
                && stack[0].getClassName().matches("(sun\\.nio|java\\.io|java\\.net)\\..*")
                && hasMethod(stack, name)
                && !hasMethod(stack, "loadclass")
                && !hasMethod(stack, "transform")
                && !hasMethod(stack, "<clinit>");
    }

    private static boolean hasMethod(StackTraceElement[] stack, String name) {
        for (StackTraceElement each : stack) {
            if (each.getMethodName().toLowerCase(Locale.ROOT).contains(name)) {
                return true;
            }
        }
        return false;
    }

    /** The simple name of the class of the exception that the body throws, or {@code nothing}. */
    public static String thrownBy(Callable<?> body) {
        try {
            body.call();
            return "nothing";
        } catch (Throwable e) {
            return e.getClass().getSimpleName();
        }
    }

    /** The result of {@link #thrownBy} for a body with a timed wait on the thread {@code interrupted}, which is interrupted meanwhile. */
    public static String thrownByInterrupt(Callable<?> body) throws InterruptedException {
        String[] thrown = new String[1];
        Thread waiter = start("interrupted", () -> thrown[0] = thrownBy(body));
        awaitState(waiter, Thread.State.TIMED_WAITING);
        waiter.interrupt();
        waiter.join();
        return thrown[0];
    }

    /** The stack trace of the exception that the body throws, as the JVM prints it, or {@code nothing}; clears the thread's interrupt status. */
    public static String traceOf(Body body) {
        try {
            body.run();
            return "nothing";
        } catch (Throwable e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            return trace.toString();
        } finally {
            Thread.interrupted();
        }
    }

    private static void runOrHalt(Body body) {
        try {
            body.run();
        } catch (Throwable e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(3);
        }
    }
}
