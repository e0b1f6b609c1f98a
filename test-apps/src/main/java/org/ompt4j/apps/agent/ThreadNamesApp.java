package org.ompt4j.apps.agent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Threads;

/** Threads with names that are hard to show: none, equal ones, long ones that differ at their ends, controls; and virtual threads that wait for a lock. */
public final class ThreadNamesApp {
    /** The name of two threads. */
    public static final String TWIN = "twin";

    /** How the long names begin. */
    public static final String LONG = "worker-of-the-pool-of-orders-".repeat(3);

    /** A name that reverses what stands behind it, and one with a line end and an escape. */
    public static final String BACKWARDS = "\u202Ebackwards";

    public static final String CONTROLS = "a\nb\u001b[31m";

    private static final long SLEEP_MILLIS = 20;
    private static final long HOLD_MILLIS = 300;
    private static final int WAITING = 3;

    private ThreadNamesApp() {}

    public static void main(String[] args) throws Exception {
        String[] names = {TWIN, TWIN, "", LONG + "first", LONG + "second", BACKWARDS, CONTROLS};
        Thread[] threads = new Thread[names.length];
        for (int i = 0; i < names.length; i++) {
            threads[i] = Threads.start(names[i], () -> Thread.sleep(SLEEP_MILLIS));
        }
        Threads.join(threads);
        waitForALock();
    }

    private static void waitForALock() throws Exception {
        ThreadFactory virtual = Threads.virtual();
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch held = new CountDownLatch(1);
        Thread[] threads = new Thread[WAITING];
        Thread holder = Threads.start("holder", () -> {
            lock.lock();
            held.countDown();
            Thread.sleep(HOLD_MILLIS);
            lock.unlock();
        });
        held.await();
        for (int i = 0; i < WAITING; i++) {
            threads[i] = Threads.start(virtual, () -> {
                lock.lock();
                lock.unlock();
            });
        }
        Threads.join(threads);
        holder.join();
    }
}
