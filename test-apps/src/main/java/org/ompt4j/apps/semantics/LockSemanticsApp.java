package org.ompt4j.apps.semantics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** The specified behaviour of the locks of {@code java.util.concurrent}. */
public final class LockSemanticsApp {
    private static final int THREADS = 4;
    private static final int ROUNDS = 2_000;

    private LockSemanticsApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("mutual-exclusion", LockSemanticsApp::mutualExclusion)
                .add("hold-counts", scale -> holdCounts())
                .add("try-held", scale -> tryHeld())
                .add("timed-try", scale -> timedTry())
                .add("timed-try-succeeds", scale -> timedTrySucceeds())
                .add("interrupt-before", scale -> interruptBefore())
                .add("interrupt-while-waiting", scale -> interruptWhileWaiting())
                .add("uninterruptible", scale -> uninterruptible())
                .add("fair-order", scale -> fairOrder())
                .add("queries", scale -> queries())
                .add("not-owner", scale -> notOwner())
                .add("null-lock", scale -> nullLock())
                .add("released-by-exception", LockSemanticsApp::releasedByException)
                .add("conditions", scale -> conditions())
                .add("condition-interrupt", scale -> conditionInterrupt())
                .add("condition-timed", scale -> conditionTimed())
                .add("condition-keeps-holds", scale -> conditionKeepsHolds())
                .add("bounded-buffer", LockSemanticsApp::boundedBuffer)
                .add("read-write", LockSemanticsApp::readWrite)
                .add("downgrade", scale -> downgrade())
                .add("stamped", LockSemanticsApp::stamped)
                .add("semaphore", LockSemanticsApp::semaphore)
                .add("subclass", LockSemanticsApp::subclass)
                .run(args);
    }

    private static String mutualExclusion(int scale) throws InterruptedException {
        int[] count = new int[1];
        StringBuilder result = new StringBuilder();
        for (Lock lock : List.of(new ReentrantLock(), new ReentrantLock(true))) {
            count[0] = 0;
            Threads.race(THREADS, () -> {
                for (int i = 0; i < ROUNDS * scale / 4; i++) {
                    lock.lock();
                    try {
                        count[0]++;
                    } finally {
                        lock.unlock();
                    }
                    if (lock.tryLock()) {
                        count[0]++;
                        lock.unlock();
                    } else if (lock.tryLock(1, TimeUnit.HOURS)) {
                        count[0]++;
                        lock.unlock();
                    }
                    lock.lockInterruptibly();
                    count[0]++;
                    lock.unlock();
                }
            });
            result.append(count[0]).append(' ');
        }
        return result.toString().strip();
    }

    private static String holdCounts() {
        ReentrantLock lock = new ReentrantLock();
        StringBuilder counts = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            lock.lock();
            counts.append(lock.getHoldCount());
        }
        counts.append(lock.tryLock() ? lock.getHoldCount() : -1);
        while (lock.isHeldByCurrentThread()) {
            lock.unlock();
            counts.append(lock.getHoldCount());
        }
        return counts + " locked " + lock.isLocked();
    }

    private static String tryHeld() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        AtomicBoolean got = new AtomicBoolean(true);
        lock.lock();
        Threads.join(Threads.start("trying", () -> got.set(lock.tryLock())));
        lock.unlock();
        return "got " + got;
    }

    private static String timedTry() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock(true);
        StringBuilder result = new StringBuilder();
        lock.lock();
        Threads.join(Threads.start("timed", () -> {
            result.append(lock.tryLock(2, TimeUnit.MILLISECONDS)).append(' ');
            result.append(lock.tryLock(0, TimeUnit.NANOSECONDS)).append(' ');
            result.append(lock.tryLock(-1, TimeUnit.DAYS)).append(' ');
            result.append(Threads.thrownBy(() -> lock.tryLock(1, null)));
        }));
        lock.unlock();
        return result.toString();
    }

    private static String timedTrySucceeds() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        AtomicBoolean got = new AtomicBoolean();
        lock.lock();
        Thread waiter = Threads.start("patient", () -> {
            got.set(lock.tryLock(1, TimeUnit.HOURS));
            lock.unlock();
        });
        Threads.awaitState(waiter, Thread.State.TIMED_WAITING);
        lock.unlock();
        waiter.join();
        return "got " + got + ", locked " + lock.isLocked();
    }

    private static String interruptBefore() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        StringBuilder result = new StringBuilder();
        Threads.join(Threads.start("interrupted", () -> {
            Thread.currentThread().interrupt();
            result.append(Threads.thrownBy(() -> {
                        lock.lockInterruptibly();
                        return "";
                    }))
                    .append(' ')
                    .append(Thread.currentThread().isInterrupted())
                    .append(' ');
            Thread.currentThread().interrupt();
            result.append(Threads.thrownBy(() -> lock.tryLock(1, TimeUnit.HOURS)))
                    .append(' ');
            Thread.currentThread().interrupt();
            result.append(lock.tryLock())
                    .append(' ')
                    .append(Thread.currentThread().isInterrupted());
            lock.unlock();
        }));
        return result.toString();
    }

    private static String interruptWhileWaiting() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        StringBuilder result = new StringBuilder();
        lock.lock();
        Thread waiter = Threads.start("waiting", () -> {
            result.append(Threads.thrownBy(() -> {
                lock.lockInterruptibly();
                return "";
            }));
            result.append(' ').append(Thread.currentThread().isInterrupted());
        });
        Threads.awaitState(waiter, Thread.State.WAITING);
        waiter.interrupt();
        waiter.join();
        result.append(' ').append(lock.hasQueuedThreads());
        lock.unlock();
        return result.toString();
    }

    private static String uninterruptible() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        StringBuilder result = new StringBuilder();
        lock.lock();
        Thread waiter = Threads.start("stubborn", () -> {
            lock.lock();
            result.append(Thread.currentThread().isInterrupted()).append(' ').append(lock.isHeldByCurrentThread());
            lock.unlock();
        });
        Threads.awaitState(waiter, Thread.State.WAITING);
        waiter.interrupt();
        lock.unlock();
        waiter.join();
        return "interrupted and holding " + result;
    }

    private static String fairOrder() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock(true);
        List<String> order = new ArrayList<>();
        Thread[] threads = new Thread[THREADS];
        lock.lock();
        for (int i = 0; i < THREADS; i++) {
            threads[i] = Threads.start("queued-" + i, () -> {
                lock.lock();
                order.add(Thread.currentThread().getName());
                lock.unlock();
            });
            while (lock.getQueueLength() <= i) {
                Thread.yield();
            }
        }
        lock.unlock();
        Threads.join(threads);
        return order.toString();
    }

    private static String queries() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread waiter = Threads.start("asked-for", () -> {
            lock.lock();
            lock.unlock();
        });
        Threads.awaitQueued(waiter, lock);
        String result = lock.isLocked() + " " + lock.getQueueLength() + " "
                + lock.toString().replaceAll(".*\\[", "[");
        lock.unlock();
        waiter.join();
        return result + " " + lock.toString().replaceAll(".*\\[", "[");
    }

    private static String notOwner() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        StringBuilder result = new StringBuilder();
        lock.lock();
        Threads.join(Threads.start("stranger", () -> {
            result.append(thrown(() -> lock.unlock())).append(' ');
            result.append(thrown(() -> condition.signal())).append(' ');
            result.append(thrown(() -> condition.signalAll())).append(' ');
            result.append(thrown(() -> condition.await())).append(' ');
            result.append(thrown(() -> condition.awaitNanos(1)));
        }));
        lock.unlock();
        return result.toString();
    }

    private static String thrown(Threads.Body body) {
        return Threads.thrownBy(() -> {
            body.run();
            return "";
        });
    }

    private static String nullLock() {
        ReentrantLock[] none = new ReentrantLock[1];
        return thrown(() -> none[0].lock()) + " " + thrown(() -> none[0].tryLock()) + " "
                + thrown(() -> none[0].unlock());
    }

    private static String releasedByException(int scale) {
        ReentrantLock lock = new ReentrantLock();
        int caught = 0;
        for (int i = 0; i < ROUNDS * scale; i++) {
            try {
                lock.lock();
                try {
                    throw new IllegalStateException("on purpose");
                } finally {
                    lock.unlock();
                }
            } catch (IllegalStateException expected) {
                caught++;
            }
        }
        return caught + " locked " + lock.isLocked();
    }

    private static String conditions() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition turn = lock.newCondition();
        int[] next = new int[1];
        List<Integer> order = new ArrayList<>();
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int mine = THREADS - 1 - i;
            threads[i] = Threads.start("turn-" + mine, () -> {
                lock.lock();
                try {
                    while (next[0] != mine) {
                        turn.await();
                    }
                    order.add(mine);
                    next[0]++;
                    turn.signalAll();
                } finally {
                    lock.unlock();
                }
            });
        }
        Threads.join(threads);
        return order.toString();
    }

    private static String conditionInterrupt() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        StringBuilder result = new StringBuilder();
        Thread waiter = Threads.start("condition-waiter", () -> {
            lock.lock();
            try {
                result.append(thrown(() -> never.await()));
                result.append(' ').append(lock.getHoldCount());
            } finally {
                lock.unlock();
            }
        });
        awaitWaiters(lock, never, 1);
        waiter.interrupt();
        waiter.join();
        return result + " " + lock.isLocked();
    }

    private static void awaitWaiters(ReentrantLock lock, Condition condition, int count) {
        while (true) {
            lock.lock();
            try {
                if (lock.getWaitQueueLength(condition) == count) {
                    return;
                }
            } finally {
                lock.unlock();
            }
            Thread.yield();
        }
    }

    private static String conditionTimed() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        StringBuilder result = new StringBuilder();
        lock.lock();
        try {
            result.append(never.await(1, TimeUnit.MILLISECONDS)).append(' ');
            result.append(never.awaitNanos(1_000) <= 0).append(' ');
            result.append(never.awaitNanos(-1) <= 0).append(' ');
            result.append(never.awaitUntil(new java.util.Date(0))).append(' ');
            result.append(lock.getHoldCount());
        } finally {
            lock.unlock();
        }
        Thread waiter = Threads.start("deaf", () -> {
            lock.lock();
            never.awaitUninterruptibly();
            result.append(' ').append(Thread.currentThread().isInterrupted());
            lock.unlock();
        });
        awaitWaiters(lock, never, 1);
        waiter.interrupt();
        lock.lock();
        never.signal();
        lock.unlock();
        waiter.join();
        return result.toString();
    }

    private static String conditionKeepsHolds() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        AtomicInteger holds = new AtomicInteger();
        Thread waiter = Threads.start("holder", () -> {
            lock.lock();
            lock.lock();
            lock.lock();
            condition.await();
            holds.set(lock.getHoldCount());
            lock.unlock();
            lock.unlock();
            lock.unlock();
        });
        awaitWaiters(lock, condition, 1);
        lock.lock();
        condition.signal();
        lock.unlock();
        waiter.join();
        return holds + " " + lock.isLocked();
    }

    private static String boundedBuffer(int scale) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition notFull = lock.newCondition();
        Condition notEmpty = lock.newCondition();
        List<Integer> buffer = new ArrayList<>();
        long[] sum = new long[1];
        int items = ROUNDS * scale;
        Thread producer = Threads.start("producer", () -> {
            for (int i = 1; i <= items; i++) {
                lock.lock();
                try {
                    while (buffer.size() == 3) {
                        notFull.await();
                    }
                    buffer.add(i);
                    notEmpty.signal();
                } finally {
                    lock.unlock();
                }
            }
        });
        Thread consumer = Threads.start("consumer", () -> {
            for (int i = 1; i <= items; i++) {
                lock.lock();
                try {
                    while (buffer.isEmpty()) {
                        notEmpty.await();
                    }
                    sum[0] += buffer.remove(0);
                    notFull.signal();
                } finally {
                    lock.unlock();
                }
            }
        });
        Threads.join(producer, consumer);
        return "sum " + sum[0];
    }

    private static String readWrite(int scale) throws InterruptedException {
        StringBuilder result = new StringBuilder();
        for (boolean fair : new boolean[] {false, true}) {
            ReentrantReadWriteLock lock = new ReentrantReadWriteLock(fair);
            int[] pair = new int[2];
            AtomicInteger torn = new AtomicInteger();
            Threads.race(THREADS, () -> {
                for (int i = 0; i < ROUNDS * scale / 2; i++) {
                    lock.readLock().lock();
                    if (pair[0] != pair[1]) {
                        torn.incrementAndGet();
                    }
                    lock.readLock().unlock();
                    lock.writeLock().lock();
                    pair[0]++;
                    pair[1]++;
                    lock.writeLock().unlock();
                }
            });
            result.append(pair[0]).append(" torn ").append(torn).append(' ');
        }
        return result.toString().strip();
    }

    private static String downgrade() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.writeLock().lock();
        lock.readLock().lock();
        lock.writeLock().unlock();
        String result = lock.getReadHoldCount() + " " + lock.isWriteLocked() + " "
                + lock.writeLock().tryLock();
        lock.readLock().unlock();
        return result + " " + thrown(() -> lock.readLock().unlock()) + " "
                + thrown(() -> lock.readLock().newCondition());
    }

    private static String stamped(int scale) throws InterruptedException {
        StampedLock lock = new StampedLock();
        int[] pair = new int[2];
        AtomicInteger torn = new AtomicInteger();
        Threads.race(THREADS, () -> {
            for (int i = 0; i < ROUNDS * scale / 2; i++) {
                long optimistic = lock.tryOptimisticRead();
                int first = pair[0];
                int second = pair[1];
                if (optimistic != 0 && lock.validate(optimistic) && first != second) {
                    torn.incrementAndGet();
                }
                long stamp = lock.writeLock();
                pair[0]++;
                pair[1]++;
                lock.unlockWrite(stamp);
            }
        });
        return pair[0] + " torn " + torn + " " + thrown(() -> lock.unlockRead(1));
    }

    private static String semaphore(int scale) throws InterruptedException {
        Semaphore permits = new Semaphore(2, true);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Threads.race(THREADS, () -> {
            for (int i = 0; i < ROUNDS * scale / 4; i++) {
                permits.acquire();
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                inside.decrementAndGet();
                permits.release();
            }
        });
        return "at most two " + (most.get() <= 2) + " left " + permits.availablePermits() + " "
                + permits.tryAcquire(3, 1, TimeUnit.MILLISECONDS) + " " + permits.drainPermits() + " "
                + permits.tryAcquire();
    }

    /** A lock class of the application that overrides the methods that callers use. */
    private static final class CountingLock extends ReentrantLock {
        private static final long serialVersionUID = 1;

        int locks;

        @Override
        public void lock() {
            super.lock();
            locks++;
        }
    }

    private static String subclass(int scale) throws InterruptedException {
        CountingLock lock = new CountingLock();
        Threads.race(THREADS, () -> {
            for (int i = 0; i < ROUNDS * scale / 4; i++) {
                lock.lock();
                lock.unlock();
            }
        });
        return "locks " + lock.locks;
    }
}
