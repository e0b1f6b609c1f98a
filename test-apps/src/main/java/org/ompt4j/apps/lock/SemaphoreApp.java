package org.ompt4j.apps.lock;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * {@code Semaphore}, fair and nonfair, with every way to acquire, try and release.
 *
 * <p>Known by construction: for each scenario how many calls acquire, release and fail, and how many of them wait: permits are released only
 * after the thread that waits for them was seen queued.
 */
public final class SemaphoreApp {

    /** Acquisitions, one after the other, of {@code nonfair} and of {@code fair}, times the scale; as many releases. */
    public static final int PLAIN_ACQUISITIONS = 10;
    /** Acquisitions of {@code ways} by each of the ways that wait. */
    public static final int WAYS_ACQUISITIONS = 4;
    /** Acquisitions of {@code ways} by each of the ways that try, {@code drainPermits} included. */
    public static final int WAYS_TRIES = 5;
    /** Releases of {@code ways}. */
    public static final int WAYS_RELEASES = 3;
    /**
     * Tries of {@code failing-try} that fail: at once, for two permits, with a timeout of 0, by a timeout, by an interrupt, and {@code drainPermits}
     * without permits.
     */
    public static final int FAILING_TRIES = 6;
    /** Acquisitions of {@code contended-nonfair} and {@code contended-fair} that wait: of {@code *-waiter-0} and {@code *-waiter-1}. */
    public static final int CONTENDED_WAITS = 2;
    /** Acquisitions of {@code contended-*}: the holder's two, and each waiter's. */
    public static final int CONTENDED_ACQUISITIONS = 2 + CONTENDED_WAITS;
    /** Releases of {@code contended-*}: the holder's one of both permits, and each waiter's. */
    public static final int CONTENDED_RELEASES = 1 + CONTENDED_WAITS;
    /** Signals of {@code signals}: one thread only releases permits of a semaphore, and another one only acquires them. */
    public static final int SIGNALS = 3;
    /** Acquisitions of {@code subclass} by the main thread, and as many by {@code subclass-waiter}: the overriding method, and the method that it calls. */
    public static final int SUBCLASS_ACQUISITIONS = 2;
    /** Acquisitions by each of {@code worker-0} ... of {@code limited}, times the scale. */
    public static final int LIMITED_ACQUISITIONS = 2_000;
    /** Threads of {@code limited}. */
    public static final int LIMITED_THREADS = 4;

    private static final int LIMIT = 2;

    private SemaphoreApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("nonfair", scale -> plain(new Semaphore(1), scale))
                .add("fair", scale -> plain(new Semaphore(1, true), scale))
                .add("ways", scale -> ways())
                .add("failing-try", scale -> failingTry())
                .add("contended-nonfair", scale -> contended("nonfair", new Semaphore(2)))
                .add("contended-fair", scale -> contended("fair", new Semaphore(2, true)))
                .add("interrupted", scale -> interrupted())
                .add("uninterrupted", scale -> uninterrupted())
                .add("signals", scale -> signals())
                .add("wrong", scale -> wrong())
                .add("subclass", scale -> subclass())
                .add("by-reference", scale -> byReference())
                .add("nested", scale -> nested())
                .add("limited", SemaphoreApp::limited)
                .run(args);
    }

    private static String plain(Semaphore semaphore, int scale) throws InterruptedException {
        int count = 0;
        for (int i = 0; i < PLAIN_ACQUISITIONS * scale; i++) {
            semaphore.acquire();
            count++;
            semaphore.release();
        }
        return "count " + count;
    }

    private static String ways() throws InterruptedException {
        Semaphore semaphore = new Semaphore(14);
        semaphore.acquire();
        semaphore.acquire(2);
        semaphore.acquireUninterruptibly();
        semaphore.acquireUninterruptibly(2);
        boolean tried = semaphore.tryAcquire();
        tried &= semaphore.tryAcquire(2);
        tried &= semaphore.tryAcquire(1, TimeUnit.HOURS);
        tried &= semaphore.tryAcquire(2, 1, TimeUnit.HOURS);
        int drained = semaphore.drainPermits();
        semaphore.release();
        semaphore.release(12);
        semaphore.release(0);
        return "tried " + tried + ", drained " + drained + ", left " + semaphore.availablePermits();
    }

    private static String failingTry() throws InterruptedException {
        Semaphore semaphore = new Semaphore(0, true);
        StringBuilder tries = new StringBuilder();
        Threads.join(Threads.start("failing-trier", () -> {
            tries.append(semaphore.tryAcquire());
            tries.append(' ').append(semaphore.tryAcquire(2));
            tries.append(' ').append(semaphore.tryAcquire(0, TimeUnit.HOURS));
            tries.append(' ').append(semaphore.tryAcquire(1, TimeUnit.MILLISECONDS));
            Thread.currentThread().interrupt();
            tries.append(' ').append(Threads.thrownBy(() -> semaphore.tryAcquire(1, TimeUnit.HOURS)));
            tries.append(' ').append(semaphore.drainPermits());
        }));
        return tries.toString();
    }

    private static String contended(String name, Semaphore semaphore) throws InterruptedException {
        semaphore.acquire();
        semaphore.acquireUninterruptibly();
        Thread[] waiters = new Thread[CONTENDED_WAITS];
        for (int i = 0; i < waiters.length; i++) {
            int permits = i + 1;
            waiters[i] = Threads.start(name + "-waiter-" + i, () -> {
                semaphore.acquire(permits);
                semaphore.release(permits);
            });
        }
        awaitQueue(semaphore, CONTENDED_WAITS);
        semaphore.release(2);
        Threads.join(waiters);
        return "left " + semaphore.availablePermits();
    }

    private static String interrupted() throws InterruptedException {
        Semaphore semaphore = new Semaphore(0);
        StringBuilder thrown = new StringBuilder();
        Thread waiter = Threads.start(
                "interrupted-waiter",
                () -> thrown.append(Threads.thrownBy(() -> {
                    semaphore.acquire();
                    return null;
                })));
        awaitQueue(semaphore, 1);
        waiter.interrupt();
        waiter.join();
        return thrown + ", left " + semaphore.availablePermits();
    }

    /** Neither an interrupt before a call nor one during a wait ends it, and both remain set. */
    private static String uninterrupted() throws InterruptedException {
        Semaphore semaphore = new Semaphore(1, true);
        StringBuilder seen = new StringBuilder();
        Thread waiter = Threads.start("uninterrupted-waiter", () -> {
            Thread.currentThread().interrupt();
            semaphore.acquireUninterruptibly();
            seen.append(Thread.interrupted());
            semaphore.acquireUninterruptibly(1);
            seen.append(' ').append(Thread.interrupted());
        });
        awaitQueue(semaphore, 1);
        waiter.interrupt();
        semaphore.release();
        waiter.join();
        return seen.toString();
    }

    private static String signals() throws InterruptedException {
        Semaphore signal = new Semaphore(0);
        Semaphore answer = new Semaphore(0);
        Thread listener = Threads.start("listener", () -> {
            for (int i = 0; i < SIGNALS; i++) {
                signal.acquire();
                answer.release();
            }
        });
        for (int i = 0; i < SIGNALS; i++) {
            awaitQueue(signal, 1);
            signal.release();
            while (answer.availablePermits() <= i) {
                Thread.yield();
            }
        }
        listener.join();
        return "answers " + answer.availablePermits();
    }

    private static String wrong() {
        Semaphore semaphore = new Semaphore(Integer.MAX_VALUE);
        Semaphore[] none = new Semaphore[1];
        return Threads.thrownBy(() -> {
                    semaphore.acquire(-1);
                    return null;
                })
                + ' '
                + Threads.thrownBy(() -> semaphore.tryAcquire(-1))
                + ' '
                + Threads.thrownBy(() -> semaphore.tryAcquire(-1, 0, TimeUnit.HOURS))
                + ' '
                + Threads.thrownBy(() -> semaphore.tryAcquire(1, null))
                + ' '
                + Threads.thrownBy(() -> {
                    semaphore.release();
                    return null;
                })
                + ' '
                + Threads.thrownBy(() -> none[0].tryAcquire(0, TimeUnit.HOURS))
                + ' '
                + Threads.thrownBy(() -> {
                    none[0].release();
                    return null;
                })
                + ", left "
                + (Integer.MAX_VALUE - semaphore.availablePermits());
    }

    private static String subclass() throws InterruptedException {
        Counting semaphore = new Counting();
        semaphore.acquire();
        Thread waiter = Threads.start("subclass-waiter", () -> semaphore.acquire());
        awaitQueue(semaphore, 1);
        semaphore.release();
        waiter.join();
        return "counted " + semaphore.acquired + ", left " + semaphore.availablePermits();
    }

    /** The wait is in a call through a method reference, so that no call in this class waits. */
    private static String byReference() throws InterruptedException {
        Semaphore semaphore = new Semaphore(0);
        Thread waiter = Threads.start("reference-waiter", semaphore::acquire);
        awaitQueue(semaphore, 1);
        semaphore.release();
        waiter.join();
        return "left " + semaphore.availablePermits();
    }

    /** A thread that has a permit acquires one of another semaphore, and then a second one of the first. */
    private static String nested() throws InterruptedException {
        Semaphore outer = new Semaphore(2);
        Semaphore inner = new Semaphore(1, true);
        Threads.join(Threads.start("nesting", () -> {
            outer.acquire();
            inner.acquire();
            outer.acquire();
            outer.release();
            inner.release();
            outer.release();
        }));
        return "left " + outer.availablePermits() + " " + inner.availablePermits();
    }

    private static String limited(int scale) throws InterruptedException {
        Semaphore semaphore = new Semaphore(LIMIT);
        Thread[] threads = new Thread[LIMITED_THREADS];
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Threads.start("worker-" + i, () -> {
                for (int entry = 0; entry < LIMITED_ACQUISITIONS * scale; entry++) {
                    semaphore.acquire();
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    inside.decrementAndGet();
                    semaphore.release();
                }
            });
        }
        Threads.join(threads);
        return "within the limit " + (most.get() <= LIMIT) + ", left " + semaphore.availablePermits();
    }

    private static void awaitQueue(Semaphore semaphore, int length) {
        while (semaphore.getQueueLength() < length) {
            Thread.yield();
        }
    }

    /** A semaphore whose {@code acquire} calls another method that acquires. */
    private static final class Counting extends Semaphore {
        private static final long serialVersionUID = 1;

        private int acquired;

        Counting() {
            super(1);
        }

        @Override
        public void acquire() throws InterruptedException {
            acquireUninterruptibly();
            acquired++;
        }
    }
}
