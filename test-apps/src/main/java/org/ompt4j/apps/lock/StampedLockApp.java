package org.ompt4j.apps.lock;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.StampedLock;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * {@code StampedLock} with every way to acquire, convert and release it, and its views.
 *
 * <p>Known by construction: for each scenario how often it is acquired, tried and released, and how many of these acquisitions have to wait: the
 * holder releases only after it has seen the other threads wait.
 */
public final class StampedLockApp {

    /** Acquisitions to write, and as many to read, one after the other, of {@code plain}, times the scale. */
    public static final int PLAIN_ACQUISITIONS = 10;
    /** Acquisitions of {@code ways}, to write and as many to read, by the ways that wait: of the lock and of its view. */
    public static final int WAYS_ACQUISITIONS = 4;
    /** Acquisitions of {@code ways}, to write and as many to read, by the ways that try. */
    public static final int WAYS_TRIES = 4;
    /** Acquisitions of {@code conversions} by a call that acquires: one of each kind. */
    public static final int CONVERTED_ACQUISITIONS = 2;
    /** Conversions of {@code conversions} that acquire. */
    public static final int CONVERSIONS_THAT_ACQUIRE = 4;
    /** Conversions of {@code conversions} that fail, since the stamp is no longer valid. */
    public static final int CONVERSIONS_THAT_FAIL = 2;
    /** Releases of {@code conversions}, most of them by a conversion. */
    public static final int CONVERTED_RELEASES = 6;
    /**
     * Tries of {@code failing-try}, to write and as many to read, that fail: at once, with a timeout of 0, by a timeout, by an interrupt, and through
     * the view.
     */
    public static final int FAILING_TRIES = 5;
    /** Threads of {@code contended} that wait to read, and as many to write. */
    public static final int CONTENDED_WAITERS = 2;
    /** Acquisitions of {@code mixed} by each of {@code user-0} ..., to read, times the scale. */
    public static final int MIXED_READS = 4_000;
    /** Acquisitions of {@code mixed} by each of them, to write, times the scale. */
    public static final int MIXED_WRITES = 1_000;
    /** Threads of {@code mixed}. */
    public static final int MIXED_THREADS = 4;

    private static final int MANY_READERS = 64;

    private StampedLockApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("plain", StampedLockApp::plain)
                .add("ways", scale -> ways())
                .add("optimistic", StampedLockApp::optimistic)
                .add("conversions", scale -> conversions())
                .add("together", scale -> together())
                .add("failing-try", scale -> failingTry())
                .add("contended", scale -> contended())
                .add("interrupted", scale -> interrupted())
                .add("uninterrupted", scale -> uninterrupted())
                .add("handed-over", scale -> handedOver())
                .add("wrong", scale -> wrong())
                .add("by-reference", scale -> byReference())
                .add("subclass", scale -> subclass())
                .add("nested", scale -> nested())
                .add("queued", scale -> queued())
                .add("mixed", StampedLockApp::mixed)
                .run(args);
    }

    private static String plain(int scale) {
        StampedLock lock = new StampedLock();
        int count = 0;
        for (int i = 0; i < PLAIN_ACQUISITIONS * scale; i++) {
            long write = lock.writeLock();
            count++;
            lock.unlockWrite(write);
            long read = lock.readLock();
            count++;
            lock.unlockRead(read);
        }
        return "count " + count;
    }

    private static String ways() throws InterruptedException {
        StampedLock lock = new StampedLock();
        lock.unlockWrite(lock.writeLock());
        lock.unlock(lock.writeLockInterruptibly());
        boolean tried = lock.tryWriteLock() != 0 & lock.tryUnlockWrite();
        lock.unlockWrite(lock.tryWriteLock(1, TimeUnit.HOURS));
        lock.unlockRead(lock.readLock());
        lock.unlock(lock.readLockInterruptibly());
        tried &= lock.tryReadLock() != 0 & lock.tryUnlockRead();
        lock.unlockRead(lock.tryReadLock(1, TimeUnit.HOURS));
        tried &= ways(lock.asWriteLock());
        tried &= ways(lock.asReadWriteLock().readLock());
        return "tried " + tried + ", locked " + (lock.isReadLocked() || lock.isWriteLocked());
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

    private static String optimistic(int scale) {
        StampedLock lock = new StampedLock();
        int valid = 0;
        for (int i = 0; i < scale; i++) {
            long stamp = lock.tryOptimisticRead();
            valid += lock.validate(stamp) && lock.tryConvertToOptimisticRead(stamp) == stamp ? 1 : 0;
        }
        return "valid " + valid;
    }

    private static String conversions() {
        StampedLock lock = new StampedLock();
        long old = lock.tryOptimisticRead();
        long stamp = lock.readLock();
        stamp = lock.tryConvertToReadLock(stamp);
        stamp = lock.tryConvertToWriteLock(stamp);
        stamp = lock.tryConvertToWriteLock(stamp);
        stamp = lock.tryConvertToReadLock(stamp);
        stamp = lock.tryConvertToOptimisticRead(stamp);
        stamp = lock.tryConvertToReadLock(stamp);
        lock.unlock(stamp);
        stamp = lock.tryConvertToWriteLock(lock.tryOptimisticRead());
        lock.unlock(stamp);
        long write = lock.writeLock();
        boolean failed = lock.tryConvertToReadLock(old) == 0 & lock.tryConvertToWriteLock(old) == 0;
        stamp = lock.tryConvertToOptimisticRead(write);
        return "failed " + failed + ", valid " + lock.validate(stamp);
    }

    /** Two threads hold the lock to read at the same time: they meet at a barrier. */
    private static String together() throws InterruptedException {
        StampedLock lock = new StampedLock();
        CyclicBarrier both = new CyclicBarrier(2);
        Thread[] readers = new Thread[2];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = Threads.start("together-" + i, () -> {
                long stamp = lock.readLock();
                both.await();
                lock.unlockRead(stamp);
            });
        }
        Threads.join(readers);
        return lock.getReadLockCount() + " readers";
    }

    private static String failingTry() throws InterruptedException {
        StampedLock lock = new StampedLock();
        StringBuilder tries = new StringBuilder();
        long stamp = lock.writeLock();
        Threads.join(Threads.start("failing-reader", () -> {
            tries.append(lock.tryReadLock());
            tries.append(' ').append(lock.tryReadLock(0, TimeUnit.HOURS));
            tries.append(' ').append(lock.tryReadLock(1, TimeUnit.MILLISECONDS));
            tries.append(' ').append(lock.asReadLock().tryLock());
            Thread.currentThread().interrupt();
            tries.append(' ').append(Threads.thrownBy(() -> lock.tryReadLock(1, TimeUnit.HOURS)));
        }));
        Threads.join(Threads.start("failing-writer", () -> {
            tries.append(' ').append(lock.tryWriteLock());
            tries.append(' ').append(lock.tryWriteLock(0, TimeUnit.HOURS));
            tries.append(' ').append(lock.tryWriteLock(1, TimeUnit.MILLISECONDS));
            tries.append(' ').append(lock.asWriteLock().tryLock());
            Thread.currentThread().interrupt();
            tries.append(' ').append(Threads.thrownBy(() -> lock.tryWriteLock(1, TimeUnit.HOURS)));
        }));
        lock.unlockWrite(stamp);
        return tries.toString();
    }

    /** Readers wait while the main thread writes; then writers wait while it reads. */
    private static String contended() throws InterruptedException {
        StampedLock lock = new StampedLock();
        long write = lock.writeLock();
        Thread[] readers = new Thread[CONTENDED_WAITERS];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = Threads.start("reader-" + i, () -> lock.unlockRead(lock.readLock()));
            Threads.awaitState(readers[i], Thread.State.WAITING);
        }
        lock.unlockWrite(write);
        Threads.join(readers);
        long read = lock.readLock();
        Thread[] writers = new Thread[CONTENDED_WAITERS];
        for (int i = 0; i < writers.length; i++) {
            writers[i] = Threads.start("writer-" + i, () -> lock.unlockWrite(lock.writeLockInterruptibly()));
            Threads.awaitState(writers[i], Thread.State.WAITING);
        }
        lock.unlockRead(read);
        Threads.join(writers);
        return "locked " + (lock.isReadLocked() || lock.isWriteLocked());
    }

    /** A writer waits for many readers. Timed tries to read do not overtake it, nor does {@code readLock}; {@code tryReadLock()} does. */
    private static String queued() throws InterruptedException {
        StampedLock lock = new StampedLock();
        long[] reads = new long[MANY_READERS];
        for (int i = 0; i < reads.length; i++) {
            reads[i] = lock.readLock();
        }
        Thread writer = Threads.start("queued-writer", () -> lock.unlockWrite(lock.writeLock()));
        Threads.awaitState(writer, Thread.State.WAITING);
        String tries = lock.tryReadLock(0, TimeUnit.HOURS) + " " + lock.tryReadLock(1, TimeUnit.MILLISECONDS) + ' '
                + (lock.tryReadLock() != 0 & lock.tryUnlockRead());
        Thread reader = Threads.start("queued-reader", () -> lock.unlockRead(lock.readLock()));
        Threads.awaitState(reader, Thread.State.WAITING);
        for (long each : reads) {
            lock.unlockRead(each);
        }
        Threads.join(writer, reader);
        return tries;
    }

    private static String interrupted() throws InterruptedException {
        StampedLock lock = new StampedLock();
        StringBuilder thrown = new StringBuilder();
        long stamp = lock.writeLock();
        interrupted(() -> thrown.append(Threads.thrownBy(lock::readLockInterruptibly)));
        interrupted(() -> thrown.append(' ').append(Threads.thrownBy(() -> lock.readLockInterruptibly())));
        interrupted(() -> thrown.append(' ').append(Threads.thrownBy(() -> lock.writeLockInterruptibly())));
        lock.unlockWrite(stamp);
        return thrown.toString();
    }

    private static void interrupted(Threads.Body body) throws InterruptedException {
        Thread waiter = Threads.start("interrupted-waiter", body);
        Threads.awaitState(waiter, Thread.State.WAITING);
        waiter.interrupt();
        waiter.join();
    }

    /** An interrupt before the wait does not end it, and remains set. */
    private static String uninterrupted() throws InterruptedException {
        StampedLock lock = new StampedLock();
        StringBuilder seen = new StringBuilder();
        long stamp = lock.writeLock();
        Thread waiter = Threads.start("uninterrupted-waiter", () -> {
            Thread.currentThread().interrupt();
            lock.unlockRead(lock.readLock());
            seen.append(Thread.interrupted());
        });
        Threads.awaitState(waiter, Thread.State.WAITING);
        lock.unlockWrite(stamp);
        waiter.join();
        return "interrupted " + seen;
    }

    /** One thread acquires the lock, another one releases it. */
    private static String handedOver() throws InterruptedException {
        StampedLock lock = new StampedLock();
        long stamp = lock.writeLock();
        Threads.join(Threads.start("releaser", () -> lock.unlockWrite(stamp)));
        return "locked " + lock.isWriteLocked();
    }

    private static String wrong() {
        StampedLock lock = new StampedLock();
        StampedLock[] none = new StampedLock[1];
        return Threads.thrownBy(() -> {
                    lock.unlockWrite(1);
                    return null;
                })
                + ' '
                + Threads.thrownBy(() -> {
                    lock.unlock(0);
                    return null;
                })
                + ' '
                + Threads.thrownBy(() -> {
                    lock.asReadLock().unlock();
                    return null;
                })
                + ' '
                + lock.tryUnlockRead()
                + ' '
                + lock.tryUnlockWrite()
                + ' '
                + Threads.thrownBy(() -> lock.tryReadLock(1, null))
                + ' '
                + Threads.thrownBy(() -> none[0].writeLock())
                + ' '
                + Threads.thrownBy(() -> none[0].tryWriteLock(1, TimeUnit.HOURS));
    }

    /** The wait is in a call through a method reference, so that no call in this class waits. */
    private static String byReference() throws InterruptedException {
        StampedLock lock = new StampedLock();
        long stamp = lock.writeLock();
        Thread waiter = Threads.start("reference-waiter", lock::readLock);
        Threads.awaitState(waiter, Thread.State.WAITING);
        lock.unlockWrite(stamp);
        waiter.join();
        return lock.getReadLockCount() + " readers";
    }

    private static String subclass() throws InterruptedException {
        Counting lock = new Counting();
        long stamp = lock.writeLock();
        Thread waiter = Threads.start("subclass-waiter", () -> lock.unlockWrite(lock.writeLock()));
        Threads.awaitState(waiter, Thread.State.WAITING);
        lock.unlockWrite(stamp);
        waiter.join();
        return "counted " + lock.count;
    }

    /** A thread that reads acquires another lock to write, and the first one again to read. */
    private static String nested() throws InterruptedException {
        StampedLock outer = new StampedLock();
        StampedLock inner = new StampedLock();
        Threads.join(Threads.start("nesting", () -> {
            long first = outer.readLock();
            long write = inner.writeLock();
            long second = outer.readLock();
            outer.unlockRead(second);
            inner.unlockWrite(write);
            outer.unlockRead(first);
        }));
        return outer.getReadLockCount() + " readers, writes " + inner.isWriteLocked();
    }

    private static String mixed(int scale) throws InterruptedException {
        StampedLock lock = new StampedLock();
        int[] count = new int[1];
        Thread[] threads = new Thread[MIXED_THREADS];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Threads.start("user-" + i, () -> {
                int seen = 0;
                for (int round = 0; round < MIXED_WRITES * scale; round++) {
                    for (int read = 0; read < MIXED_READS / MIXED_WRITES; read++) {
                        long stamp = lock.readLock();
                        seen = Math.max(seen, count[0]);
                        lock.unlockRead(stamp);
                    }
                    long stamp = lock.writeLock();
                    count[0]++;
                    lock.unlockWrite(stamp);
                }
            });
        }
        Threads.join(threads);
        return "count " + count[0];
    }

    /** A lock that overrides one of the methods that acquire to write. */
    private static final class Counting extends StampedLock {
        private static final long serialVersionUID = 1;

        private transient int count;

        @Override
        public long writeLock() {
            long stamp = super.writeLock();
            count++;
            return stamp;
        }
    }
}
