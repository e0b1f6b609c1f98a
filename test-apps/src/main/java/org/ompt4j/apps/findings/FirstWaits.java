package org.ompt4j.apps.findings;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Threads;

/** Waits for a lock and for a monitor before any are measured: the first ones load classes, which takes some of their time. */
final class FirstWaits {

    private FirstWaits() {}

    /** Returns when both are over. */
    static void make() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock(true);
        waitForLock(lock);
        waitForMonitor(lock);
    }

    private static void waitForLock(ReentrantLock lock) throws InterruptedException {
        lock.lock();
        Thread queued = Threads.start("queued", () -> {
            lock.lock();
            lock.unlock();
        });
        Threads.awaitQueued(queued, lock);
        lock.unlock();
        Threads.join(queued);
    }

    private static void waitForMonitor(Object monitor) throws InterruptedException {
        CountDownLatch comes = new CountDownLatch(1);
        Thread blocked;
        synchronized (monitor) {
            blocked = Threads.start("queued", () -> {
                comes.countDown();
                synchronized (monitor) {
                    comes.await();
                }
            });
            Threads.awaitBlocked(blocked, comes);
        }
        Threads.join(blocked);
    }
}
