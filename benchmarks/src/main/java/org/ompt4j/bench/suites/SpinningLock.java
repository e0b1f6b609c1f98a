package org.ompt4j.bench.suites;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** An implementation of {@code Lock} by a program: it spins. */
final class SpinningLock implements Lock {
    private final AtomicBoolean held = new AtomicBoolean();

    @Override
    public void lock() {
        while (!tryLock()) {
            Thread.onSpinWait();
        }
    }

    @Override
    public boolean tryLock() {
        return held.compareAndSet(false, true);
    }

    @Override
    public void unlock() {
        held.set(false);
    }

    @Override
    public void lockInterruptibly() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException();
    }
}
