package org.ompt4j.apps.lock;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * {@code ReentrantReadWriteLock}, fair and nonfair, with every way to acquire its two locks.
 *
 * <p>Known by construction: for each scenario how often each lock is acquired (without re-entries of the write lock) and, as often, released, and
 * how many of these acquisitions have to wait: the holder releases only after it has seen the other threads queued.
 */
public final class ReadWriteLockApp {

    /** Acquisitions of each of the two locks, one after the other, of {@code nonfair} and of {@code fair}, times the scale. */
    public static final int PLAIN_ACQUISITIONS = 10;
    /** Acquisitions of each of the two locks of {@code ways} by the ways that wait: by its class and by its interface. */
    public static final int WAYS_ACQUISITIONS = 4;
    /** Acquisitions of each of the two locks of {@code ways} by the ways that try. */
    public static final int WAYS_TRIES = 4;
    /** Re-entries of the write lock of {@code reentrant}. */
    public static final int WRITE_REENTRIES = 4;
    /** Acquisitions of the read lock of {@code reentrant} by a thread that holds one of the locks; one is released after the write lock. */
    public static final int READS_OF_A_HOLDER = 4;
    /** Tries of {@code failing-try} for each of the two locks that fail: at once, for no time, after a time, and by an interrupt. */
    public static final int FAILING_TRIES = 4;
    /** Threads of {@code contended-*} that wait, for the read lock and for the write lock. */
    public static final int CONTENDED_WAITERS = 2;
    /** Acquisitions of the read lock of {@code contended-*}: those of {@code *-reader-.}, that wait, and the main thread's second one. */
    public static final int CONTENDED_READS = CONTENDED_WAITERS + 1;
    /** Acquisitions of the write lock of {@code contended-*}: the main thread's first, and those of {@code *-writer-.}, that wait. */
    public static final int CONTENDED_WRITES = CONTENDED_WAITERS + 1;
    /** Acquisitions of {@code condition}, without the ones after {@code await}. */
    public static final int CONDITION_ACQUISITIONS = 2;
    /** Acquisitions of {@code condition-timeout}, each with a call of {@code await}: one times out, one is interrupted. */
    public static final int CONDITION_TIMEOUT_ACQUISITIONS = 2;
    /** Acquisitions of the read lock by each of {@code user-0} ... of {@code mixed}, times the scale. */
    public static final int MIXED_READS = 4_000;
    /** Acquisitions of the write lock by each of them, times the scale. */
    public static final int MIXED_WRITES = 1_000;
    /** Threads of {@code mixed}. */
    public static final int MIXED_THREADS = 4;

    private ReadWriteLockApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("nonfair", scale -> plain(new ReentrantReadWriteLock(), scale))
                .add("fair", scale -> plain(new ReentrantReadWriteLock(true), scale))
                .add("ways", scale -> ways())
                .add("reentrant", scale -> reentrant())
                .add("together", scale -> together())
                .add("failing-try", scale -> failingTry())
                .add("contended-nonfair", scale -> contended("nonfair", new ReentrantReadWriteLock()))
                .add("contended-fair", scale -> contended("fair", new ReentrantReadWriteLock(true)))
                .add("interrupted", scale -> interrupted())
                .add("uninterrupted", scale -> uninterrupted())
                .add("interrupted-holder", scale -> interruptedHolder())
                .add("condition", scale -> condition())
                .add("condition-timeout", scale -> conditionTimeout())
                .add("wrong", scale -> wrong())
                .add("subclass", scale -> subclass())
                .add("by-reference", scale -> byReference())
                .add("mixed", ReadWriteLockApp::mixed)
                .run(args);
    }

    private static String plain(ReentrantReadWriteLock lock, int scale) {
        int count = 0;
        for (int i = 0; i < PLAIN_ACQUISITIONS * scale; i++) {
            lock.writeLock().lock();
            try {
                count++;
            } finally {
                lock.writeLock().unlock();
            }
            lock.readLock().lock();
            try {
                count++;
            } finally {
                lock.readLock().unlock();
            }
        }
        return "count " + count;
    }

    private static String ways() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        ReadWriteLock byInterface = lock;
        boolean tried = waysToWrite(lock.writeLock());
        tried &= waysToRead(lock.readLock());
        tried &= ways(byInterface.writeLock());
        tried &= ways(byInterface.readLock());
        return "tried " + tried + ", " + lock.getReadLockCount() + " readers, writes " + lock.isWriteLocked();
    }

    private static boolean waysToWrite(ReentrantReadWriteLock.WriteLock lock) throws InterruptedException {
        lock.lock();
        lock.unlock();
        lock.lockInterruptibly();
        lock.unlock();
        boolean tried = lock.tryLock();
        lock.unlock();
        tried &= lock.tryLock(1, TimeUnit.HOURS);
        lock.unlock();
        return tried;
    }

    private static boolean waysToRead(ReentrantReadWriteLock.ReadLock lock) throws InterruptedException {
        lock.lock();
        lock.unlock();
        lock.lockInterruptibly();
        lock.unlock();
        boolean tried = lock.tryLock();
        lock.unlock();
        tried &= lock.tryLock(1, TimeUnit.HOURS);
        lock.unlock();
        return tried;
    }

    private static boolean ways(Lock lock) throws InterruptedException {
        lock.lock();
        lock.unlock();
        lock.lockInterruptibly();
        lock.unlock();
        boolean tried = lock.tryLock();
        lock.unlock();
        tried &= lock.tryLock(1, TimeUnit.HOURS);
        lock.unlock();
        return tried;
    }

    /** Re-enters the write lock, acquires the read lock meanwhile, and holds it after the write lock was released. */
    private static String reentrant() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.writeLock().lock();
        lock.writeLock().lock();
        lock.writeLock().lockInterruptibly();
        lock.writeLock().tryLock();
        lock.writeLock().tryLock(1, TimeUnit.HOURS);
        lock.readLock().lock();
        lock.readLock().tryLock();
        int writes = lock.getWriteHoldCount();
        while (lock.isWriteLockedByCurrentThread()) {
            lock.writeLock().unlock();
        }
        lock.readLock().lockInterruptibly();
        lock.readLock().tryLock(1, TimeUnit.HOURS);
        int reads = lock.getReadHoldCount();
        while (lock.getReadHoldCount() > 0) {
            lock.readLock().unlock();
        }
        return "writes " + writes + ", reads " + reads;
    }

    /** Two threads hold the read lock at the same time: they meet at a barrier. */
    private static String together() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        CyclicBarrier both = new CyclicBarrier(2);
        Thread[] readers = new Thread[2];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = Threads.start("together-" + i, () -> {
                lock.readLock().lock();
                both.await();
                lock.readLock().unlock();
            });
        }
        Threads.join(readers);
        return lock.getReadLockCount() + " readers";
    }

    private static String failingTry() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        StringBuilder tries = new StringBuilder();
        lock.writeLock().lock();
        try {
            Threads.join(Threads.start("failing-reader", () -> tries.append(fails(lock.readLock()))));
            Threads.join(Threads.start("failing-writer", () -> tries.append(fails(lock.writeLock()))));
        } finally {
            lock.writeLock().unlock();
        }
        return tries.toString();
    }

    private static String fails(Lock lock) throws InterruptedException {
        StringBuilder tries = new StringBuilder();
        tries.append(lock.tryLock());
        tries.append(' ').append(lock.tryLock(0, TimeUnit.HOURS));
        tries.append(' ').append(lock.tryLock(1, TimeUnit.MILLISECONDS));
        Thread.currentThread().interrupt();
        tries.append(' ').append(Threads.thrownBy(() -> lock.tryLock(1, TimeUnit.HOURS)));
        return tries.append(' ').toString();
    }

    /** Readers wait while the main thread holds the write lock; then writers wait while it holds the read lock. */
    private static String contended(String name, ReentrantReadWriteLock lock) throws InterruptedException {
        lock.writeLock().lock();
        Thread[] readers = new Thread[CONTENDED_WAITERS];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = Threads.start(name + "-reader-" + i, () -> {
                lock.readLock().lock();
                lock.readLock().unlock();
            });
        }
        awaitQueue(lock, CONTENDED_WAITERS);
        lock.writeLock().unlock();
        Threads.join(readers);
        lock.readLock().lock();
        Thread[] writers = new Thread[CONTENDED_WAITERS];
        for (int i = 0; i < writers.length; i++) {
            writers[i] = Threads.start(name + "-writer-" + i, () -> {
                lock.writeLock().lockInterruptibly();
                lock.writeLock().unlock();
            });
        }
        awaitQueue(lock, CONTENDED_WAITERS);
        lock.readLock().unlock();
        Threads.join(writers);
        return lock.getReadLockCount() + " readers, writes " + lock.isWriteLocked();
    }

    private static String interrupted() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        StringBuilder thrown = new StringBuilder();
        lock.writeLock().lock();
        for (Lock each : new Lock[] {lock.readLock(), lock.writeLock()}) {
            Thread waiter = Threads.start(
                    "interrupted-waiter",
                    () -> thrown.append(Threads.thrownBy(() -> {
                                each.lockInterruptibly();
                                return null;
                            }))
                            .append(' '));
            awaitQueue(lock, 1);
            waiter.interrupt();
            waiter.join();
        }
        lock.writeLock().unlock();
        return thrown.toString().trim();
    }

    /** Neither an interrupt before the wait nor one during the wait ends it, and both remain set. */
    private static String uninterrupted() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        StringBuilder seen = new StringBuilder();
        lock.writeLock().lock();
        Thread waiter = Threads.start("uninterrupted-waiter", () -> {
            Thread.currentThread().interrupt();
            lock.readLock().lock();
            seen.append(Thread.interrupted());
            lock.readLock().unlock();
        });
        awaitQueue(lock, 1);
        waiter.interrupt();
        lock.writeLock().unlock();
        waiter.join();
        return "interrupted " + seen;
    }

    /** A thread that holds the lock acquires it without a wait, interrupted or not. */
    private static String interruptedHolder() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        StringBuilder seen = new StringBuilder();
        Threads.join(Threads.start("interrupted-holder", () -> {
            lock.writeLock().lock();
            Thread.currentThread().interrupt();
            lock.writeLock().lock();
            lock.writeLock().unlock();
            lock.writeLock().unlock();
            seen.append(Thread.interrupted());
        }));
        return "interrupted " + seen + ", locked " + lock.isWriteLocked();
    }

    private static String condition() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Condition changed = lock.writeLock().newCondition();
        StringBuilder order = new StringBuilder();
        Thread waiter = Threads.start("condition-waiter", () -> {
            lock.writeLock().lock();
            try {
                order.append("waits");
                changed.await();
                order.append(" goes on");
            } finally {
                lock.writeLock().unlock();
            }
        });
        Threads.awaitWaitIn("await", waiter);
        Thread signaller = Threads.start("condition-signaller", () -> {
            lock.writeLock().lock();
            try {
                order.append(", signalled,");
                changed.signalAll();
            } finally {
                lock.writeLock().unlock();
            }
        });
        Threads.join(signaller, waiter);
        return order.toString();
    }

    private static String conditionTimeout() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
        Condition never = lock.writeLock().newCondition();
        StringBuilder order = new StringBuilder();
        Threads.join(Threads.start("timeout-waiter", () -> {
            lock.writeLock().lock();
            order.append(never.await(1, TimeUnit.MILLISECONDS));
            lock.writeLock().unlock();
        }));
        Thread interrupted = Threads.start("interrupt-waiter", () -> {
            lock.writeLock().lock();
            order.append(' ').append(Threads.thrownBy(() -> {
                never.await();
                return null;
            }));
            lock.writeLock().unlock();
        });
        Threads.awaitWaitIn("await", interrupted);
        interrupted.interrupt();
        interrupted.join();
        return order.toString();
    }

    private static String wrong() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Lock[] none = new Lock[1];
        StringBuilder thrown = new StringBuilder();
        for (Lock each : new Lock[] {lock.readLock(), lock.writeLock(), none[0]}) {
            thrown.append(Threads.thrownBy(() -> {
                        each.unlock();
                        return null;
                    }))
                    .append(' ');
        }
        thrown.append(Threads.thrownBy(() -> none[0].tryLock()));
        thrown.append(' ').append(Threads.thrownBy(() -> none[0].tryLock(1, TimeUnit.HOURS)));
        return thrown.toString();
    }

    private static String subclass() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Counting counting = new Counting(lock);
        lock.writeLock().lock();
        Thread waiter = Threads.start("subclass-waiter", () -> {
            counting.lock();
            counting.unlock();
        });
        Threads.awaitState(waiter, Thread.State.WAITING);
        lock.writeLock().unlock();
        waiter.join();
        return "counted " + counting.count;
    }

    /** The wait is in a call through a method reference, so that no call in this class waits. */
    private static String byReference() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.writeLock().lock();
        Thread waiter = Threads.start("reference-waiter", lock.readLock()::lock);
        awaitQueue(lock, 1);
        lock.writeLock().unlock();
        waiter.join();
        return lock.getReadLockCount() + " readers";
    }

    private static String mixed(int scale) throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        int[] count = new int[1];
        Thread[] threads = new Thread[MIXED_THREADS];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Threads.start("user-" + i, () -> {
                int seen = 0;
                for (int round = 0; round < MIXED_WRITES * scale; round++) {
                    for (int read = 0; read < MIXED_READS / MIXED_WRITES; read++) {
                        lock.readLock().lock();
                        seen = Math.max(seen, count[0]);
                        lock.readLock().unlock();
                    }
                    lock.writeLock().lock();
                    count[0]++;
                    lock.writeLock().unlock();
                }
            });
        }
        Threads.join(threads);
        return "count " + count[0];
    }

    private static void awaitQueue(ReentrantReadWriteLock lock, int length) {
        while (lock.getQueueLength() < length) {
            Thread.yield();
        }
    }

    /** A read lock that overrides one of the methods that acquire. */
    private static final class Counting extends ReentrantReadWriteLock.ReadLock {
        private static final long serialVersionUID = 1;

        private int count;

        Counting(ReentrantReadWriteLock lock) {
            super(lock);
        }

        @Override
        public void lock() {
            super.lock();
            count++;
        }
    }
}
