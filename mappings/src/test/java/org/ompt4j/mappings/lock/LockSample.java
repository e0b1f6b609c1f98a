package org.ompt4j.mappings.lock;

import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Every call that the mapping rewrites, and some that it must leave alone. */
class LockSample {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    boolean everyWayToAcquire() throws InterruptedException {
        lock.lock();
        lock.lockInterruptibly();
        return lock.tryLock() && lock.tryLock(1, TimeUnit.SECONDS);
    }

    void everyWayByInterface(Lock any) throws InterruptedException {
        any.lock();
        any.lockInterruptibly();
        if (any.tryLock() || any.tryLock(1, TimeUnit.SECONDS)) {
            any.unlock();
        }
    }

    boolean everyWayToWait(Date deadline) throws InterruptedException {
        changed.await();
        changed.awaitUninterruptibly();
        changed.signal();
        changed.signalAll();
        return changed.await(1, TimeUnit.SECONDS) || changed.awaitNanos(1) > 0 || changed.awaitUntil(deadline);
    }

    ReentrantLock made(boolean fair) {
        return fair ? new ReentrantLock(new ReentrantLock().isFair()) : new ReentrantLock();
    }

    int nothingToDoWithIt() {
        return lock.getHoldCount() + lock.getQueueLength();
    }

    static class OwnLock extends ReentrantLock {
        OwnLock() {
            super(true);
        }

        @Override
        public void lock() {
            super.lock();
        }
    }

    static void ownLock(OwnLock own) {
        own.lock();
        own.unlock();
    }
}
