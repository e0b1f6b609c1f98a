package org.ompt4j.apps.lock;

import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Implementations of {@code Lock} by spinning, by parking, by {@code AbstractQueuedSynchronizer}, and by other locks.
 *
 * <p>Known by construction: for each scenario how often a lock is acquired, tried and released, and that contended acquisitions wait: the
 * holder releases only after it has seen the other thread in the lock.
 */
public final class LockImplementationApp {

    /** Acquisitions of {@code plain}, times the scale: half of them by the class, the others by the interface. */
    public static final int PLAIN_ACQUISITIONS = 10;
    /** Acquisitions of {@code ways} by a call that waits, and as many by one that tries. */
    public static final int WAYS = 2;
    /** Tries of {@code timeout} that fail: at once, and after a time. */
    public static final int FAILING_TRIES = 2;
    /** The least time, in milliseconds, that a thread waits in contended scenarios. */
    public static final int WAIT_MILLIS = 20;

    private LockImplementationApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("plain", LockImplementationApp::plain)
                .add("ways", scale -> ways())
                .add("contended", scale -> contended())
                .add("parking", scale -> parking())
                .add("virtual", scale -> virtual())
                .add("synchronizer", scale -> synchronizer())
                .add("timeout", scale -> timeout())
                .add("interrupt", scale -> interrupt())
                .add("exception", scale -> exception())
                .add("nested", scale -> nested())
                .add("around-spinning", scale -> aroundSpinning())
                .add("around-reentrant", scale -> aroundReentrant())
                .add("around-semaphore", scale -> aroundSemaphore())
                .add("monitor", scale -> monitor())
                .add("book-keeping", scale -> bookKeeping())
                .add("by-reference", scale -> byReference())
                .run(args);
    }

    private static String plain(int scale) {
        Spinning spinning = new Spinning();
        Lock lock = spinning;
        int count = 0;
        for (int i = 0; i < PLAIN_ACQUISITIONS / 2 * scale; i++) {
            spinning.lock();
            count++;
            spinning.unlock();
            lock.lock();
            count++;
            lock.unlock();
        }
        return "count " + count;
    }

    private static String ways() throws InterruptedException {
        Lock lock = new Spinning();
        lock.lock();
        lock.unlock();
        lock.lockInterruptibly();
        lock.unlock();
        boolean tried = lock.tryLock();
        lock.unlock();
        tried &= lock.tryLock(1, TimeUnit.HOURS);
        lock.unlock();
        return "tried " + tried;
    }

    private static String contended() throws InterruptedException {
        return contend("spinner", new Spinning());
    }

    private static String parking() throws InterruptedException {
        return contend("parker", new Parking());
    }

    private static String synchronizer() throws InterruptedException {
        return contend("queued", new Queued());
    }

    private static String aroundSpinning() throws InterruptedException {
        return contend("around-spinner", new Around(new Spinning()));
    }

    private static String aroundReentrant() throws InterruptedException {
        return contend("around-reentrant", new Around(new ReentrantLock()));
    }

    private static String aroundSemaphore() throws InterruptedException {
        return contend("around-semaphore", new OfSemaphore());
    }

    private static String monitor() throws InterruptedException {
        return contend("in-monitor", new OfMonitor());
    }

    private static String bookKeeping() throws InterruptedException {
        return contend("book-keeper", new BookKeeping());
    }

    /** A thread of this name waits for the lock, which the main thread releases {@link #WAIT_MILLIS} after it has seen this. */
    private static String contend(String name, Counted lock) throws InterruptedException {
        lock.lock();
        Thread waiter = Threads.start(name, () -> {
            lock.lock();
            lock.unlock();
        });
        lock.awaitComing();
        Thread.sleep(WAIT_MILLIS);
        lock.unlock();
        waiter.join();
        return "free " + lock.tryLock();
    }

    private static String virtual() throws Exception {
        Parking lock = new Parking();
        ThreadFactory threads = Threads.virtual();
        lock.lock();
        Thread waiter = Threads.start(threads, () -> {
            lock.lock();
            lock.unlock();
        });
        lock.awaitComing();
        Threads.awaitState(waiter, Thread.State.TIMED_WAITING);
        lock.unlock();
        waiter.join();
        return "free " + lock.tryLock();
    }

    private static String timeout() throws InterruptedException {
        Lock lock = new Spinning();
        StringBuilder tries = new StringBuilder();
        lock.lock();
        Threads.join(Threads.start("failing", () -> {
            tries.append(lock.tryLock());
            tries.append(' ').append(lock.tryLock(1, TimeUnit.MILLISECONDS));
        }));
        lock.unlock();
        return tries.toString();
    }

    private static String interrupt() throws InterruptedException {
        Spinning lock = new Spinning();
        StringBuilder thrown = new StringBuilder();
        lock.lock();
        Thread waiter = Threads.start(
                "interrupted",
                () -> thrown.append(Threads.thrownBy(() -> {
                    lock.lockInterruptibly();
                    return null;
                })));
        lock.awaitComing();
        waiter.interrupt();
        waiter.join();
        lock.unlock();
        return thrown.toString();
    }

    private static String exception() throws InterruptedException {
        StringBuilder thrown = new StringBuilder();
        Threads.join(Threads.start("throwing", () -> {
            Lock lock = new Throwing();
            Lock[] none = new Lock[1];
            thrown.append(thrownBy(lock::newCondition));
            thrown.append(' ').append(thrownBy(() -> lock.lock()));
            thrown.append(' ').append(thrownBy(() -> lock.tryLock()));
            thrown.append(' ').append(thrownBy(() -> lock.unlock()));
            thrown.append(' ').append(thrownBy(() -> none[0].lock()));
            thrown.append(' ').append(thrownBy(() -> none[0].unlock()));
        }));
        return thrown.toString();
    }

    private static String thrownBy(Threads.Body body) {
        return Threads.thrownBy(() -> {
            body.run();
            return null;
        });
    }

    private static String nested() throws InterruptedException {
        Lock outer = new Spinning();
        Lock inner = new Spinning();
        Threads.join(Threads.start("nesting", () -> {
            outer.lock();
            inner.lock();
            inner.unlock();
            outer.unlock();
        }));
        return "free " + (outer.tryLock() & inner.tryLock());
    }

    private static String byReference() throws InterruptedException {
        Lock lock = new Spinning();
        Threads.join(Threads.start("referring", () -> {
            Runnable locks = lock::lock;
            Runnable unlocks = lock::unlock;
            locks.run();
            unlocks.run();
        }));
        return "free " + lock.tryLock();
    }

    // ---------------------------------------------------------------- locks

    /** A lock that counts the threads that have begun to wait. */
    private abstract static class Counted implements Lock {
        final AtomicInteger coming = new AtomicInteger();

        /** Returns once a thread has begun to wait for the lock. */
        final void awaitComing() {
            while (coming.get() == 0) {
                Thread.yield();
            }
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            lock();
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            return tryLock();
        }

        @Override
        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }
    }

    private static class Spinning extends Counted {
        private final AtomicBoolean held = new AtomicBoolean();

        @Override
        public void lock() {
            while (!held.compareAndSet(false, true)) {
                coming.incrementAndGet();
                rest();
            }
        }

        void rest() {
            Thread.onSpinWait();
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            while (!held.compareAndSet(false, true)) {
                coming.incrementAndGet();
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        }

        @Override
        public boolean tryLock() {
            return held.compareAndSet(false, true);
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            long until = System.nanoTime() + unit.toNanos(time);
            boolean acquired;
            do {
                acquired = held.compareAndSet(false, true);
            } while (!acquired && System.nanoTime() - until < 0);
            return acquired;
        }

        @Override
        public void unlock() {
            held.set(false);
        }
    }

    private static final class Parking extends Spinning {
        @Override
        void rest() {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private static final class Queued extends Counted {
        private final AbstractQueuedSynchronizer sync = new AbstractQueuedSynchronizer() {
            @Override
            protected boolean tryAcquire(int permits) {
                boolean acquired = compareAndSetState(0, permits);
                if (!acquired) {
                    coming.incrementAndGet();
                }
                return acquired;
            }

            @Override
            protected boolean tryRelease(int permits) {
                setState(0);
                return true;
            }
        };

        @Override
        public void lock() {
            sync.acquire(1);
        }

        @Override
        public boolean tryLock() {
            return !sync.hasQueuedThreads();
        }

        @Override
        public void unlock() {
            sync.release(1);
        }
    }

    private static final class Around extends Counted {
        private final Lock inner;

        Around(Lock inner) {
            this.inner = inner;
        }

        @Override
        public void lock() {
            coming.incrementAndGet();
            inner.lock();
            coming.decrementAndGet();
        }

        @Override
        public boolean tryLock() {
            return inner.tryLock();
        }

        @Override
        public void unlock() {
            inner.unlock();
        }
    }

    private static final class OfSemaphore extends Counted {
        private final Semaphore permits = new Semaphore(1);

        @Override
        public void lock() {
            coming.incrementAndGet();
            permits.acquireUninterruptibly();
            coming.decrementAndGet();
        }

        @Override
        public boolean tryLock() {
            return permits.tryAcquire();
        }

        @Override
        public void unlock() {
            permits.release();
        }
    }

    private static final class OfMonitor extends Counted {
        private boolean held;

        @Override
        public synchronized void lock() {
            while (held) {
                coming.incrementAndGet();
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            held = true;
        }

        @Override
        public synchronized boolean tryLock() {
            return !held;
        }

        @Override
        public synchronized void unlock() {
            held = false;
            notifyAll();
        }
    }

    /** Spins, and guards its own data by another lock. */
    private static final class BookKeeping extends Counted {
        private final AtomicBoolean held = new AtomicBoolean();
        private final ReentrantLock book = new ReentrantLock();

        @Override
        public void lock() {
            enter();
            while (!held.compareAndSet(false, true)) {
                coming.incrementAndGet();
            }
        }

        private void enter() {
            book.lock();
            book.unlock();
        }

        @Override
        public boolean tryLock() {
            return held.compareAndSet(false, true);
        }

        @Override
        public void unlock() {
            enter();
            held.set(false);
        }
    }

    private static final class Throwing extends Counted {
        @Override
        public void lock() {
            throw new IllegalStateException();
        }

        @Override
        public boolean tryLock() {
            throw new IllegalStateException();
        }

        @Override
        public void unlock() {
            throw new IllegalMonitorStateException();
        }
    }
}
