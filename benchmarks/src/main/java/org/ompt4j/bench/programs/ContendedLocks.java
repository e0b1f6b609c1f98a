package org.ompt4j.bench.programs;

import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Threads;

/** Threads that all want one lock and one monitor, hold each for about a microsecond, and do something else for as long in between. */
final class ContendedLocks implements Workload {
    private static final int THREADS = 4;
    private static final int TURNS = 6_000;
    private static final int HELD = 600;
    private static final int BETWEEN = 600;

    private final ReentrantLock lock = new ReentrantLock();
    private final Object monitor = new Object();
    private long guardedByLock;
    private long guardedByMonitor;

    @Override
    public void round() throws InterruptedException {
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = Threads.start("worker-" + i, this::takeTurns);
        }
        Threads.join(threads);
    }

    private void takeTurns() {
        long value = 0;
        for (int i = 0; i < TURNS; i++) {
            value = Work.steps(BETWEEN, value);
            lock.lock();
            try {
                guardedByLock = Work.steps(HELD, guardedByLock);
            } finally {
                lock.unlock();
            }
            value = Work.steps(BETWEEN, value);
            synchronized (monitor) {
                guardedByMonitor = Work.steps(HELD, guardedByMonitor);
            }
        }
    }
}
