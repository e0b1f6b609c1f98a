package org.ompt4j.apps.findings;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Threads;

/** The first waits for a lock and for a monitor: they load classes, which would add to times that a program measures. */
final class FirstWaits {

    private FirstWaits() {}

    /** Waits for a lock and for a monitor. */
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
