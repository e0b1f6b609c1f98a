package org.ompt4j.junit;

import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests with known results, which {@code ObservedTestsIT} of module end-to-end runs with the agent, each by itself. */
class ObservedPrograms {
    private static final long HELD_MILLIS = 120;
    /** Longer than a busy machine delays a thread. */
    private static final long LONG_MILLIS = 1_000;

    /** A pool that has a worker before the first test begins. */
    private static final ExecutorService FROM_BEFORE = Executors.newSingleThreadExecutor(ObservedPrograms::daemon);

    static {
        FROM_BEFORE.execute(() -> {});
    }

    /**
     * Runs tests, and prints a line for each: its name, how it ended, and the message.
     *
     * @param methods the names of the tests
     */
    public static void main(String[] methods) {
        for (String each : methods) {
            TestRun run = TestRun.of(ObservedPrograms.class, each);
            System.out.println(each + " " + run.end() + " " + run.message().replaceAll("\\R *", " | "));
        }
        System.exit(0); // Threads in a deadlock would keep the JVM alive.
    }

    @Test
    @Observed(lockHeldAtMost = "20ms", lockWaitAtMost = "1h")
    void asksForNoDuration() {}

    @Test
    @Observed(lockHeldAtMost = "20ms")
    void holdsTooLong() throws InterruptedException {
        contended();
    }

    @Test
    @Observed(lockWaitAtMost = "20ms")
    void waitsTooLong() throws InterruptedException {
        contended();
    }

    @Test
    @Observed(
            lockHeldAtMost = "600s",
            lockWaitAtMost = "600s",
            imbalanceAtMost = "100000%",
            pinnedAtMost = "600s",
            noLockInversion = true,
            noPoolStarvation = true)
    void isAsAskedFor() throws InterruptedException {
        contended();
        uneven();
    }

    @Test
    @Observed(lockHeldAtMost = "0")
    void holdsUntilItEnds() {
        new ReentrantLock().lock();
    }

    @Test
    @Observed(lockHeldAtMost = "700ms")
    void waitsInACondition() throws InterruptedException {
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.wait(LONG_MILLIS);
        }
    }

    @Test
    void isNotObserved() throws InterruptedException {
        contended();
        bothOrders(new Object(), new Object());
    }

    @Test
    @Observed(lockHeldAtMost = "100ms", lockWaitAtMost = "100ms", noLockInversion = true)
    void doesNothing() {}

    @Test
    @Observed(noLockInversion = true)
    void takesLocksInBothOrders() throws InterruptedException {
        bothOrders(new Object(), new Object());
    }

    @Test
    @Observed(noLockInversion = true)
    void deadlocks() {
        deadlock(new Object(), new Object());
    }

    @Test
    @Observed(noPoolStarvation = true)
    void starvesItsPool() throws InterruptedException {
        starve(Executors.newSingleThreadExecutor(ObservedPrograms::daemon));
    }

    @Test
    @Observed(noPoolStarvation = true)
    void starvesAPoolFromBefore() throws InterruptedException {
        starve(FROM_BEFORE);
    }

    @Test
    @Observed(imbalanceAtMost = "20%")
    void isUneven() {
        uneven();
    }

    @Test
    @Observed(pinnedAtMost = "10ms")
    void keepsItsCarrier() throws Exception {
        virtualThread(() -> Initialized.value++);
    }

    @Test
    @Observed(pinnedAtMost = "700ms")
    void givesItsCarrierAway() throws Exception {
        virtualThread(() -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LONG_MILLIS)));
    }

    @Test
    @Observed(lockWaitAtMost = "20ms")
    void failsByItself() {
        throw new IllegalStateException("by itself");
    }

    private static Thread daemon(Runnable code) {
        Thread thread = new Thread(code, "starved");
        thread.setDaemon(true);
        return thread;
    }

    /** The only worker waits for a task that is queued behind its own. */
    private static void starve(ExecutorService pool) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        pool.execute(() -> {
            begun.countDown();
            try {
                pool.submit(() -> {}).get();
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        });
        begun.await();
        Thread.sleep(HELD_MILLIS);
    }

    /** A class whose initialization waits: a virtual thread that initializes it is pinned to its carrier. */
    private static final class Initialized {
        static int value;

        static {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(HELD_MILLIS));
        }
    }

    private static void contended() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread waiter = new Thread(
                () -> {
                    lock.lock();
                    lock.unlock();
                },
                "waiter");
        waiter.start();
        while (!lock.hasQueuedThread(waiter)) {
            Thread.onSpinWait();
        }
        spin(HELD_MILLIS);
        lock.unlock();
        waiter.join();
    }

    /** Both threads live while each of them acquires: otherwise a deadlock would be impossible. */
    private static void bothOrders(Object one, Object other) throws InterruptedException {
        CountDownLatch secondLives = new CountDownLatch(1);
        CountDownLatch firstHas = new CountDownLatch(1);
        CountDownLatch secondHas = new CountDownLatch(1);
        Thread first = new Thread(() -> {
            await(secondLives);
            both(one, other);
            firstHas.countDown();
            await(secondHas);
        });
        Thread second = new Thread(() -> {
            secondLives.countDown();
            await(firstHas);
            both(other, one);
            secondHas.countDown();
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }

    private static void both(Object one, Object other) {
        synchronized (one) {
            synchronized (other) {
                Thread.onSpinWait();
            }
        }
    }

    private static void deadlock(Object one, Object other) {
        CountDownLatch bothHold = new CountDownLatch(2);
        Thread first = holder(one, other, bothHold);
        Thread second = holder(other, one, bothHold);
        while (!isBlocked(first) || !isBlocked(second)) {
            Thread.onSpinWait();
        }
    }

    /** Whether a holder is blocked at a monitor that it enters itself, and not by the loading of a class. */
    private static boolean isBlocked(Thread holder) {
        StackTraceElement[] stack = holder.getStackTrace();
        return holder.getState() == Thread.State.BLOCKED
                && stack.length > 0
                && stack[0].getMethodName().contains("holder");
    }

    private static Thread holder(Object one, Object other, CountDownLatch bothHold) {
        Thread thread = new Thread(() -> {
            synchronized (one) {
                bothHold.countDown();
                await(bothHold);
                synchronized (other) {
                    Thread.onSpinWait();
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Each of two threads processes one element, since each element waits until the other one has begun. */
    private static void uneven() {
        CountDownLatch begun = new CountDownLatch(2);
        IntStream.range(0, 2).parallel().forEach(each -> {
            begun.countDown();
            await(begun);
            spin(each * LONG_MILLIS);
        });
    }

    private static void spin(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** Uses reflection, since this class is compiled for older JDKs too. */
    private static void virtualThread(Runnable code) throws ReflectiveOperationException, InterruptedException {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        ((Thread) start.invoke(null, code)).join();
    }
}
