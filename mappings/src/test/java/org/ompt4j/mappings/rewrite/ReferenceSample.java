package org.ompt4j.mappings.rewrite;

import java.io.Serializable;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** References to methods whose calls are rewritten, and references that must not be rewritten. */
@SuppressWarnings("serial")
final class ReferenceSample {
    private final ReentrantLock lock = new ReentrantLock();

    interface SerializableTask extends Runnable, Serializable {}

    interface Marked {}

    Runnable bound() {
        return lock::lock;
    }

    Runnable boundOfASubclass() {
        return new OwnLock()::unlock;
    }

    Consumer<Lock> unbound() {
        return Lock::unlock;
    }

    IntConsumer withArgument(Semaphore semaphore) {
        return semaphore::release;
    }

    Runnable marked() {
        return (Runnable & Marked) lock::lock;
    }

    Runnable serializable() {
        return (SerializableTask) lock::lock;
    }

    void startAll(List<Thread> threads) {
        threads.forEach(Thread::start);
    }

    Runnable ofNoObject() {
        return Thread::yield;
    }

    Runnable inASynchronizedBlock() {
        synchronized (lock) {
            return lock::unlock;
        }
    }

    Runnable nothingToDoWithIt() {
        return lock::getHoldCount;
    }

    static final class OwnLock extends ReentrantLock {}
}
