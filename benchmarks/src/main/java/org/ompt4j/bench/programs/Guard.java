package org.ompt4j.bench.programs;

import java.util.concurrent.locks.ReentrantLock;

/** A number that a lock guards. Thread safety: {@link #change} only. */
abstract class Guard {
    long value;

    /** A number that a {@link ReentrantLock} guards. */
    static Guard lock() {
        return new ByLock();
    }

    /** A number that a monitor guards. */
    static Guard monitor() {
        return new ByMonitor();
    }

    /** Acquires the lock, changes the number by so many steps of work, and releases the lock. */
    abstract void change(int steps);

    private static final class ByLock extends Guard {
        private final ReentrantLock lock = new ReentrantLock();

        @Override
        void change(int steps) {
            lock.lock();
            try {
                value = Work.steps(steps, value);
            } finally {
                lock.unlock();
            }
        }
    }

    private static final class ByMonitor extends Guard {
        @Override
        synchronized void change(int steps) {
            value = Work.steps(steps, value);
        }
    }
}
