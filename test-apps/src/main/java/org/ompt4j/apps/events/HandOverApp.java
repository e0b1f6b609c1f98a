package org.ompt4j.apps.events;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;
import org.ompt4j.control.OmptControl;

/**
 * A mutex that goes from one thread to another.
 *
 * <p>Known by construction: the main thread holds the mutex and has seen that the other thread waits for it. Then it sends a command to the tools,
 * so that they read the states, and after that it releases the mutex.
 */
public final class HandOverApp {
    /** The command to the tools. */
    private static final int LOOK = 64;

    private int count;

    private HandOverApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("block", scale -> block())
                .add("method", scale -> method())
                .add("lock", scale -> lock())
                .add("notify", scale -> notifies())
                .add("signal", scale -> signal())
                .run(args);
    }

    private static void look() {
        OmptControl.control(LOOK, 0, null);
    }

    private static String block() throws InterruptedException {
        HandOverApp monitor = inflated();
        CountDownLatch comes = new CountDownLatch(1);
        Thread waiter;
        synchronized (monitor) {
            waiter = Threads.start("waiter", () -> {
                comes.countDown();
                synchronized (monitor) {
                    monitor.count++;
                }
            });
            Threads.awaitBlocked(waiter, comes);
            look();
        }
        waiter.join();
        return "count " + monitor.count;
    }

    /** A monitor that the JVM has inflated: its header does not say whether it is held. */
    private static HandOverApp inflated() throws InterruptedException {
        HandOverApp monitor = new HandOverApp();
        synchronized (monitor) {
            monitor.wait(1);
        }
        return monitor;
    }

    private static String method() throws InterruptedException {
        HandOverApp monitor = inflated();
        Thread waiter = monitor.startWaiter();
        waiter.join();
        return "count " + monitor.count;
    }

    private synchronized Thread startWaiter() {
        CountDownLatch comes = new CountDownLatch(1);
        Thread waiter = Threads.start("waiter", () -> {
            comes.countDown();
            increment();
        });
        Threads.awaitBlocked(waiter, comes);
        look();
        return waiter;
    }

    private synchronized void increment() {
        count++;
    }

    private static String lock() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        HandOverApp guarded = new HandOverApp();
        lock.lock();
        Thread waiter = Threads.start("waiter", () -> {
            lock.lock();
            guarded.count++;
            lock.unlock();
        });
        Threads.awaitQueued(waiter, lock);
        look();
        lock.unlock();
        waiter.join();
        return "count " + guarded.count;
    }

    private static String notifies() throws InterruptedException {
        HandOverApp monitor = new HandOverApp();
        Thread waiter = Threads.start("waiter", () -> {
            synchronized (monitor) {
                while (monitor.count == 0) {
                    monitor.wait();
                }
                monitor.count++;
            }
        });
        Threads.awaitState(waiter, Thread.State.WAITING);
        synchronized (monitor) {
            monitor.count = 1;
            monitor.notify();
            look();
        }
        waiter.join();
        return "count " + monitor.count;
    }

    private static String signal() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        HandOverApp guarded = new HandOverApp();
        CountDownLatch held = new CountDownLatch(1);
        Thread waiter = Threads.start("waiter", () -> {
            lock.lock();
            held.countDown();
            while (guarded.count == 0) {
                condition.await();
            }
            guarded.count++;
            lock.unlock();
        });
        held.await();
        // This thread has the lock again only once the other thread waits for the condition.
        lock.lock();
        guarded.count = 1;
        condition.signal();
        look();
        lock.unlock();
        waiter.join();
        return "count " + guarded.count;
    }
}
