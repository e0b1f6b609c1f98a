package org.ompt4j.apps.lock;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * {@code ReentrantLock}, fair and nonfair, with every way to acquire it.
 *
 * <p>Known by construction: for each scenario how often a lock is acquired (without re-entries) and, as often, released, and how many of these
 * acquisitions have to wait: the holder releases only after it has seen the other thread queued.
 */
public final class ReentrantLockApp {

    /** Acquisitions, one after the other, of {@code nonfair} and of {@code fair}, times the scale. */
    public static final int PLAIN_ACQUISITIONS = 10;
    /** Acquisitions of {@code ways}: {@code lock}, {@code lockInterruptibly}, {@code tryLock}, timed {@code tryLock}. */
    public static final int WAYS_ACQUISITIONS = 4;
    /** Acquisitions of {@code reentrant}, times the scale. */
    public static final int REENTRANT_ACQUISITIONS = 1;
    /** Re-entries of {@code reentrant}, times the scale: by each of the four ways. */
    public static final int REENTRANT_REENTRIES = 4;
    /** Acquisitions of {@code failing-try}: the holder's. */
    public static final int FAILING_ACQUISITIONS = 1;
    /** Tries of {@code failing-try} that fail: at once, by a timeout, and by an interrupt. */
    public static final int FAILING_TRIES = 3;
    /** Acquisitions of {@code contended-nonfair} and of {@code contended-fair}: the holder's and each waiter's. */
    public static final int CONTENDED_ACQUISITIONS = 3;
    /** Acquisitions of {@code contended-*} that have to wait: those of {@code *-waiter-0} and {@code *-waiter-1}. */
    public static final int CONTENDED_WAITS = 2;
    /** Acquisitions of {@code interrupted}: the holder's. */
    public static final int INTERRUPTED_ACQUISITIONS = 1;
    /** Acquisitions of {@code condition}, without the ones after {@code await}. */
    public static final int CONDITION_ACQUISITIONS = 2;
    /** {@code Condition.await} calls of {@code condition}: one release and one acquisition more for each. */
    public static final int CONDITION_AWAITS = 1;
    /** Acquisitions of {@code condition-timeout}. */
    public static final int CONDITION_TIMEOUT_ACQUISITIONS = 2;
    /** {@code Condition.await} calls of {@code condition-timeout}: one times out, one is interrupted. */
    public static final int CONDITION_TIMEOUT_AWAITS = 2;
    /** Acquisitions of {@code serializable-reference}, by calls. */
    public static final int SERIALIZED_ACQUISITIONS = 1;
    /** Acquisitions by each of {@code counter-0} ... of {@code counters}, times the scale. */
    public static final int COUNTER_ACQUISITIONS = 10_000;
    /** Threads of {@code counters}. */
    public static final int COUNTER_THREADS = 4;

    /** Locks of {@code unreachable} that are collected while the program runs. */
    public static final int UNREACHABLE_LOCKS = 5;

    private ReentrantLockApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("nonfair", scale -> plain(new ReentrantLock(), scale))
                .add("fair", scale -> plain(new ReentrantLock(true), scale))
                .add("ways", scale -> ways())
                .add("reentrant", ReentrantLockApp::reentrant)
                .add("failing-try", scale -> failingTry())
                .add("contended-nonfair", scale -> contended("nonfair", new ReentrantLock()))
                .add("contended-fair", scale -> contended("fair", new ReentrantLock(true)))
                .add("interrupted", scale -> interrupted())
                .add("condition", scale -> condition())
                .add("condition-timeout", scale -> conditionTimeout())
                .add("not-owner", scale -> notOwner())
                .add("counters", ReentrantLockApp::counters)
                .add("by-reference", scale -> byReference())
                .add("serializable-reference", scale -> Serialized.run())
                .add("condition-by-reference", scale -> conditionByReference())
                .add("condition-by-reflection", scale -> conditionByReflection())
                .add("inside", scale -> inside())
                .add("unreachable", scale -> Garbage.ofNewLocks(UNREACHABLE_LOCKS))
                .run(args);
    }

    private static String plain(ReentrantLock lock, int scale) {
        int count = 0;
        for (int i = 0; i < PLAIN_ACQUISITIONS * scale; i++) {
            lock.lock();
            try {
                count++;
            } finally {
                lock.unlock();
            }
        }
        return "count " + count;
    }

    private static String ways() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        lock.unlock();
        lock.lockInterruptibly();
        lock.unlock();
        boolean tried = lock.tryLock();
        lock.unlock();
        boolean timed = lock.tryLock(1, TimeUnit.HOURS);
        lock.unlock();
        return "tried " + tried + " " + timed + ", locked " + lock.isLocked();
    }

    private static String reentrant(int scale) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        int holds = 0;
        for (int i = 0; i < scale; i++) {
            lock.lock();
            lock.lock();
            lock.lockInterruptibly();
            lock.tryLock();
            lock.tryLock(1, TimeUnit.HOURS);
            holds += lock.getHoldCount();
            while (lock.isHeldByCurrentThread()) {
                lock.unlock();
            }
        }
        return "holds " + holds;
    }

    private static String failingTry() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        StringBuilder tries = new StringBuilder();
        lock.lock();
        try {
            Threads.join(Threads.start("failing-trier", () -> {
                tries.append(lock.tryLock());
                tries.append(' ').append(lock.tryLock(1, TimeUnit.MILLISECONDS));
                Thread.currentThread().interrupt();
                tries.append(' ').append(Threads.thrownBy(() -> lock.tryLock(1, TimeUnit.HOURS)));
            }));
        } finally {
            lock.unlock();
        }
        return tries.toString();
    }

    private static String contended(String name, ReentrantLock lock) throws InterruptedException {
        StringBuilder order = new StringBuilder();
        CountDownLatch held = new CountDownLatch(1);
        Thread holder = Threads.start(name + "-holder", () -> {
            lock.lock();
            try {
                held.countDown();
                awaitQueue(lock, CONTENDED_WAITS);
                order.append("holder");
            } finally {
                lock.unlock();
            }
        });
        held.await();
        Thread[] waiters = new Thread[CONTENDED_WAITS];
        for (int i = 0; i < waiters.length; i++) {
            waiters[i] = Threads.start(name + "-waiter-" + i, () -> {
                lock.lock();
                try {
                    order.append(" waiter");
                } finally {
                    lock.unlock();
                }
            });
        }
        Threads.join(waiters);
        holder.join();
        return order.toString();
    }

    private static String interrupted() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        StringBuilder thrown = new StringBuilder();
        lock.lock();
        try {
            Thread waiter = Threads.start(
                    "interrupted-waiter",
                    () -> thrown.append(Threads.thrownBy(() -> {
                        lock.lockInterruptibly();
                        return null;
                    })));
            Threads.awaitQueued(waiter, lock);
            waiter.interrupt();
            waiter.join();
        } finally {
            lock.unlock();
        }
        return thrown.toString();
    }

    private static String condition() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        StringBuilder order = new StringBuilder();
        Thread waiter = Threads.start("condition-waiter", () -> {
            lock.lock();
            try {
                order.append("waits");
                changed.await();
                order.append(" goes on");
            } finally {
                lock.unlock();
            }
        });
        Threads.awaitWaitIn("await", waiter);
        Thread signaller = Threads.start("condition-signaller", () -> {
            lock.lock();
            try {
                order.append(", signalled,");
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        });
        Threads.join(signaller, waiter);
        return order.toString();
    }

    private static String conditionTimeout() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock(true);
        Condition never = lock.newCondition();
        StringBuilder order = new StringBuilder();
        Threads.join(Threads.start("timeout-waiter", () -> {
            lock.lock();
            try {
                order.append(never.await(1, TimeUnit.MILLISECONDS));
            } finally {
                lock.unlock();
            }
        }));
        Thread interrupted = Threads.start("interrupt-waiter", () -> {
            lock.lock();
            try {
                order.append(' ').append(Threads.thrownBy(() -> {
                    never.await();
                    return null;
                }));
            } finally {
                lock.unlock();
            }
        });
        Threads.awaitWaitIn("await", interrupted);
        interrupted.interrupt();
        interrupted.join();
        return order.toString();
    }

    private static String notOwner() {
        ReentrantLock lock = new ReentrantLock();
        return Threads.thrownBy(() -> {
            lock.unlock();
            return null;
        });
    }

    /** All calls go through method references or reflection. The holder wakes the first of two threads that wait, which wakes the second one. */
    private static String byReference() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        StringBuilder order = new StringBuilder();
        Threads.Body acquire = lock::lock;
        Threads.Body release = lock::unlock;
        Method lockMethod = ReentrantLock.class.getMethod("lock");
        CountDownLatch held = new CountDownLatch(1);
        Thread holder = Threads.start("reference-holder", () -> {
            acquire.run();
            held.countDown();
            awaitQueue(lock, 2);
            release.run();
        });
        held.await();
        Thread first = Threads.start("reference-waiter", () -> {
            acquire.run();
            order.append("reference");
            release.run();
        });
        awaitQueue(lock, 1);
        Thread second = Threads.start("reflection-waiter", () -> {
            lockMethod.invoke(lock);
            order.append(" reflection");
            release.run();
        });
        Threads.join(holder, first, second);
        return order.toString();
    }

    /** A class of its own for the serializable reference, which the agent does not rewrite. */
    private static final class Serialized {
        private interface Task extends Runnable, Serializable {}

        static String run() throws IOException, ClassNotFoundException {
            ReentrantLock lock = new ReentrantLock();
            lock.lock();
            Task release = lock::unlock;
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(release);
            }
            lock.unlock();
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                Task again = (Task) in.readObject();
                // The reference has a copy of the lock, which has no owner.
                return Threads.thrownBy(() -> {
                    again.run();
                    return null;
                });
            }
        }
    }

    private static void awaitQueue(ReentrantLock lock, int length) {
        while (lock.getQueueLength() < length) {
            Thread.yield();
        }
    }

    private static String conditionByReference() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        Threads.Body await = changed::await;
        Threads.Body signal = changed::signalAll;
        StringBuilder order = new StringBuilder();
        Thread waiter = Threads.start("reference-condition-waiter", () -> {
            lock.lock();
            try {
                order.append("waits");
                await.run();
                order.append(" goes on");
            } finally {
                lock.unlock();
            }
        });
        Threads.awaitWaitIn("await", waiter);
        Threads.join(Threads.start("reference-condition-signaller", () -> {
            lock.lock();
            try {
                order.append(", signalled,");
                signal.run();
            } finally {
                lock.unlock();
            }
        }));
        waiter.join();
        return order.toString();
    }

    private static String conditionByReflection() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        Method signalAll = Condition.class.getMethod("signalAll");
        Thread waiter = Threads.start("reflection-condition-waiter", () -> {
            lock.lock();
            try {
                changed.await();
            } finally {
                lock.unlock();
            }
        });
        Threads.awaitWaitIn("await", waiter);
        Threads.join(Threads.start("reflection-condition-signaller", () -> {
            lock.lock();
            try {
                signalAll.invoke(changed);
            } finally {
                lock.unlock();
            }
        }));
        waiter.join();
        return "done";
    }

    /** The lock is inside of a queue of the JDK, which holds it during {@code forEach}. */
    private static String inside() throws InterruptedException {
        Queue<String> queue = new ArrayBlockingQueue<>(2);
        queue.add("first");
        CountDownLatch held = new CountDownLatch(1);
        AtomicReference<Thread> waiter = new AtomicReference<>();
        Thread holder = Threads.start(
                "inside-holder",
                () -> queue.forEach(each -> {
                    held.countDown();
                    while (waiter.get() == null) {
                        Thread.yield();
                    }
                    Threads.awaitWaitIn("offer", waiter.get());
                }));
        held.await();
        waiter.set(Threads.start("inside-waiter", () -> queue.offer("second")));
        Threads.join(holder, waiter.get());
        return queue.toString();
    }

    private static String counters(int scale) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        int[] count = new int[1];
        Thread[] threads = new Thread[COUNTER_THREADS];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Threads.start("counter-" + i, () -> {
                for (int entry = 0; entry < COUNTER_ACQUISITIONS * scale; entry++) {
                    lock.lock();
                    try {
                        count[0]++;
                    } finally {
                        lock.unlock();
                    }
                }
            });
        }
        Threads.join(threads);
        return "count " + count[0];
    }
}
