package org.ompt4j.apps.findings;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Threads that wait for a lock and a monitor which others hold, and two threads that acquire both in different orders: the findings {@code
 * LockWaits} and {@code LockInversion}.
 *
 * <p>The scenario {@code held} measures when threads waited, acquired and released.
 */
public final class LocksApp {
    /** How long {@code main} holds the lock, and the monitor, at least while other threads wait. */
    public static final long FIRST_HOLDS_MILLIS = 600;

    /** How long {@code second} holds the lock at least while {@code last} waits. */
    public static final long SECOND_HOLDS_MILLIS = 500;

    private LocksApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("held", scale -> held())
                .add("both-orders", scale -> bothOrders())
                .run(args);
    }

    // ---------------------------------------------------------------- held

    private static String held() throws Exception {
        FirstWaits.make();
        Measured measured = new Measured();
        lock(measured);
        monitor(measured);
        measured.write();
        return "done";
    }

    /** The last thread in the queue waits for the first holder, then for the second. */
    private static void lock(Measured measured) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock(true);
        lock.lock();
        Thread second = Threads.start("second", () -> second(lock, measured));
        Threads.awaitQueued(second, lock);
        Thread last = Threads.start("last", () -> last(lock, measured));
        Threads.awaitQueued(last, lock);
        Thread.sleep(FIRST_HOLDS_MILLIS);
        measured.now("main released");
        lock.unlock();
        Threads.join(second, last);
    }

    private static void second(ReentrantLock lock, Measured measured) throws InterruptedException {
        measured.now("second waits");
        lock.lock();
        measured.now("second acquired");
        Thread.sleep(SECOND_HOLDS_MILLIS);
        lock.unlock();
    }

    private static void last(ReentrantLock lock, Measured measured) {
        measured.now("last waits");
        lock.lock();
        measured.now("last acquired");
        lock.unlock();
    }

    private static void monitor(Measured measured) throws InterruptedException {
        Object monitor = new Object();
        CountDownLatch comes = new CountDownLatch(1);
        Thread blocked;
        synchronized (monitor) {
            blocked = Threads.start("blocked", () -> blocked(monitor, comes, measured));
            Threads.awaitBlocked(blocked, comes);
            Thread.sleep(FIRST_HOLDS_MILLIS);
        }
        Threads.join(blocked);
    }

    private static void blocked(Object monitor, CountDownLatch comes, Measured measured) {
        comes.countDown();
        measured.now("monitor waited for");
        synchronized (monitor) {
            measured.now("monitor acquired");
        }
    }

    // ---------------------------------------------------------------- both orders

    /** The threads acquire the locks one after the other, but both live all the time: a deadlock is possible in another run. */
    private static String bothOrders() throws InterruptedException {
        Object monitor = new Object();
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch isDown = new CountDownLatch(1);
        CountDownLatch isUp = new CountDownLatch(1);
        Thread down = Threads.start("down", () -> {
            begun.countDown();
            begun.await();
            monitorThenLock(monitor, lock);
            isDown.countDown();
            isUp.await();
        });
        Thread up = Threads.start("up", () -> {
            begun.countDown();
            isDown.await();
            lockThenMonitor(lock, monitor);
            isUp.countDown();
        });
        Threads.join(down, up);
        return "done";
    }

    private static void monitorThenLock(Object monitor, ReentrantLock lock) {
        synchronized (monitor) {
            lock.lock();
            lock.unlock();
        }
    }

    private static void lockThenMonitor(ReentrantLock lock, Object monitor) {
        lock.lock();
        synchronized (monitor) {
            lock.unlock();
        }
    }
}
