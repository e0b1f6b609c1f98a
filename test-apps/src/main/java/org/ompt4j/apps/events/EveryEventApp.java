package org.ompt4j.apps.events;

import java.lang.invoke.VarHandle;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.ompt4j.apps.Threads;
import org.ompt4j.apps.lock.Garbage;

/** Uses each construct once, in such a way that all of its events must occur, those of waits included. */
public final class EveryEventApp {

    /** A command that tools define; the test's tool returns the command plus 1. */
    public static final int COMMAND = 64;

    private static final CountDownLatch CONTENDER_COMES = new CountDownLatch(1);
    private static final Object MONITOR = new Object();
    private static int guarded;

    private EveryEventApp() {}

    public static void main(String[] args) throws Exception {
        System.out.println(IntStream.range(0, 4_000).parallel().map(n -> n % 7).sum());
        System.out.println(IntStream.range(0, 4_000)
                .parallel()
                .map(n -> -n)
                .sorted()
                .limit(10)
                .count());
        ordered();
        guarded = 0;
        bulkOperations();
        contendedMonitor();
        waitAndNotify();
        locks();
        Garbage.ofNewLocks(1);
        joinOfRunningTask();
        detachedTask();
        canceledTask();
        discardedTask();
        sections();
        failingSection();
        searchThatFinds();
        tryOfASemaphore();
        VarHandle.fullFence();
        updateThatIsTriedAgain();
        failingTask();
        failingThread();
        barrier();
        lateTask();
        marked();
        System.out.println("command answered " + command());
    }

    /** The first elements are processed last, so that the tasks that depend on them have been created before. */
    private static void ordered() {
        CountDownLatch others = new CountDownLatch(1);
        IntStream.range(0, 100)
                .parallel()
                .map(n -> {
                    if (n >= 50) {
                        others.countDown();
                    }
                    return n;
                })
                .forEachOrdered(n -> {
                    await(others);
                    guarded += n;
                });
    }

    private static void bulkOperations() {
        Arrays.parallelSort(IntStream.range(0, 40_000).map(n -> -n).toArray());
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 1_000; i++) {
            map.put(i, i);
        }
        map.forEach(1, (key, value) -> {});
    }

    private static void contendedMonitor() throws InterruptedException {
        Thread other = new Thread(EveryEventApp::nested, "contender");
        synchronized (MONITOR) {
            other.start();
            Threads.awaitBlocked(other, CONTENDER_COMES);
        }
        other.join();
    }

    private static void nested() {
        CONTENDER_COMES.countDown();
        synchronized (MONITOR) {
            synchronized (MONITOR) {
                guarded++;
            }
        }
    }

    private static void waitAndNotify() throws InterruptedException {
        Thread waiter = new Thread(EveryEventApp::waitForNotification, "waiter");
        waiter.start();
        Threads.awaitState(waiter, Thread.State.WAITING);
        synchronized (MONITOR) {
            guarded = -1;
            MONITOR.notifyAll();
        }
        waiter.join();
    }

    private static void waitForNotification() {
        synchronized (MONITOR) {
            while (guarded >= 0) {
                try {
                    MONITOR.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    private static void locks() {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        lock.lock();
        lock.unlock();
        lock.unlock();
        if (lock.tryLock()) {
            lock.unlock();
        }
    }

    private static void joinOfRunningTask() {
        Thread joining = Thread.currentThread();
        CountDownLatch started = new CountDownLatch(1);
        ForkJoinTask<?> task = ForkJoinPool.commonPool().submit(() -> {
            started.countDown();
            Thread.yield();
            Threads.awaitState(joining, Thread.State.WAITING);
        });
        // The worker must have begun the task, since the joining thread would run it otherwise. This thread spins: the
        // task would take a wait for the join.
        while (started.getCount() > 0) {
            Thread.onSpinWait();
        }
        task.join();
    }

    /** A detached task: another thread completes it, after its body has ended, when this thread waits for it. */
    private static void detachedTask() throws InterruptedException {
        Thread waiting = Thread.currentThread();
        CountedCompleter<Void> task = new CountedCompleter<>() {
            private static final long serialVersionUID = 1;

            @Override
            public void compute() {}
        };
        Thread completing = Threads.start("completing", () -> {
            Threads.awaitState(waiting, Thread.State.WAITING);
            task.tryComplete();
        });
        task.invoke();
        completing.join();
    }

    private static void canceledTask() {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch canceled = new CountDownLatch(1);
        ForkJoinTask<?> task = ForkJoinPool.commonPool().submit(() -> {
            started.countDown();
            await(canceled);
        });
        await(started);
        task.cancel(true);
        canceled.countDown();
    }

    private static void discardedTask() {
        ForkJoinPool pool = new ForkJoinPool(1);
        CountDownLatch done = new CountDownLatch(1);
        pool.submit(() -> await(done));
        ForkJoinTask<?> task = pool.submit(() -> {});
        task.cancel(false);
        pool.shutdownNow();
        done.countDown();
        pool.awaitQuiescence(10, TimeUnit.SECONDS);
    }

    private static void sections() {
        ForkJoinTask.invokeAll(ForkJoinTask.adapt(() -> {}), ForkJoinTask.adapt(() -> {}));
    }

    /** The pool's only worker runs the first section, which throws, so that the second one has not begun and is cancelled. */
    private static void failingSection() {
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.submit(() -> ForkJoinTask.invokeAll(
                        ForkJoinTask.adapt(() -> {
                            throw new IllegalStateException("on purpose");
                        }),
                        ForkJoinTask.adapt(() -> {})))
                .quietlyJoin();
        pool.shutdown();
    }

    private static void searchThatFinds() {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 1_000; i++) {
            map.put(i, i);
        }
        map.searchValues(1, value -> value);
    }

    private static void tryOfASemaphore() {
        Semaphore semaphore = new Semaphore(1);
        if (semaphore.tryAcquire()) {
            semaphore.release();
        }
    }

    /** During the first call of the function another thread sets the value, so that the function is called again. */
    private static void updateThatIsTriedAgain() {
        AtomicInteger number = new AtomicInteger();
        number.updateAndGet(n -> {
            if (n == 0) {
                setElsewhere(number);
            }
            return n + 1;
        });
    }

    private static void setElsewhere(AtomicInteger number) {
        Thread other = new Thread(() -> number.set(10), "other");
        other.start();
        try {
            other.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void failingTask() {
        ForkJoinTask<?> task = ForkJoinPool.commonPool().submit(() -> {
            throw new IllegalStateException("on purpose");
        });
        task.quietlyJoin();
    }

    private static void failingThread() throws InterruptedException {
        Thread failing = new Thread(
                () -> {
                    throw new IllegalStateException("on purpose");
                },
                "failing");
        failing.setUncaughtExceptionHandler((thread, thrown) -> {});
        failing.start();
        failing.join();
    }

    private static void barrier() throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2, () -> guarded = 0);
        Thread first = new Thread(() -> await(barrier), "party");
        first.start();
        Threads.awaitState(first, Thread.State.WAITING);
        await(barrier);
        first.join();
    }

    /** The only worker has another task until some time after this one was due. */
    private static void lateTask() throws InterruptedException {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        CountDownLatch over = new CountDownLatch(1);
        scheduler.execute(() -> await(over));
        long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1);
        scheduler.schedule(() -> {}, 1, TimeUnit.MILLISECONDS);
        while (System.nanoTime() - due < TimeUnit.MILLISECONDS.toNanos(2)) {
            Thread.onSpinWait();
        }
        over.countDown();
        scheduler.shutdown();
        scheduler.awaitTermination(10, TimeUnit.SECONDS);
    }

    /** The agent's settings define this method as masked. */
    private static void marked() {
        guarded++;
    }

    /** Uses reflection, since this program has to run without the control library too. */
    private static Object command() throws ReflectiveOperationException {
        try {
            return Class.forName("org.ompt4j.control.OmptControl")
                    .getMethod("control", int.class, int.class, Object.class)
                    .invoke(null, COMMAND, 5, "argument");
        } catch (ClassNotFoundException absent) {
            return "nothing";
        } catch (InvocationTargetException e) {
            return e.getCause();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }
}
