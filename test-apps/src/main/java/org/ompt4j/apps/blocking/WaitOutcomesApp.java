package org.ompt4j.apps.blocking;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Waits in all methods of the JDK that can time out or be interrupted. Each thread is named after its way to wait and waits once, except that
 * threads that park can do so several times: only their last wait counts.
 */
public final class WaitOutcomesApp {
    /**
     * Name of the thread of {@code timeout-while-held} and {@code interrupt-while-held}: its wait for a condition ends while another thread holds the
     * lock.
     */
    public static final String WHILE_HELD = "condition-while-held";

    /** Longer than a thread of a busy machine takes from its call to its wait: without a wait nothing has timed out. */
    private static final long SHORT_MILLIS = 100;

    private static final long HOUR_MILLIS = 3_600_000;
    private static final long DAYS_MILLIS = 48 * HOUR_MILLIS;

    private WaitOutcomesApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("timeout", scale -> timeout())
                .add("interrupt", scale -> interrupt())
                .add("woken", scale -> woken())
                .add("left", scale -> left(all(HOUR_MILLIS), Thread.State.TIMED_WAITING))
                .add("left-for-days", scale -> left(all(DAYS_MILLIS), Thread.State.TIMED_WAITING))
                .add("left-for-ever", scale -> left(withoutTimeout(), Thread.State.WAITING))
                .add("timeout-while-held", scale -> timeout(whileHeld(SHORT_MILLIS)))
                .add("interrupt-while-held", scale -> interrupt(whileHeld(HOUR_MILLIS)))
                .add("attempts-timeout", scale -> timeoutOfAttempts())
                .add("attempts-interrupt", scale -> interruptOfAttempts())
                .run(args);
    }

    /** Names of the threads of {@code timeout}, {@code interrupt}, {@code woken}, {@code left}, {@code left-for-days} and {@code left-for-ever}. */
    public static List<String> ways() {
        return List.copyOf(all(0).keySet());
    }

    /** Names of the threads of {@code attempts-timeout} and {@code attempts-interrupt}, which try to acquire a mutex that another thread holds. */
    public static List<String> attempts() {
        return List.copyOf(attemptsAt(0).keySet());
    }

    private static String timeoutOfAttempts() throws Exception {
        return timeout(attemptsAt(SHORT_MILLIS));
    }

    private static String interruptOfAttempts() throws Exception {
        return interrupt(attemptsAt(HOUR_MILLIS));
    }

    private static String timeout() throws Exception {
        return timeout(all(SHORT_MILLIS));
    }

    private static String timeout(Map<String, Way> ways) throws Exception {
        for (Map.Entry<String, Way> each : ways.entrySet()) {
            Threads.join(start(each));
        }
        return "waited";
    }

    private static String interrupt() throws Exception {
        return interrupt(all(HOUR_MILLIS));
    }

    private static String interrupt(Map<String, Way> ways) throws Exception {
        for (Map.Entry<String, Way> each : ways.entrySet()) {
            Thread waiter = start(each);
            Threads.awaitState(waiter, Thread.State.TIMED_WAITING);
            each.getValue().reached.run(waiter);
            waiter.interrupt();
            Threads.join(waiter);
        }
        return "interrupted";
    }

    private static String woken() throws Exception {
        for (Map.Entry<String, Way> each : all(HOUR_MILLIS).entrySet()) {
            Thread waiter = start(each);
            Threads.awaitState(waiter, Thread.State.TIMED_WAITING);
            each.getValue().wakes.run(waiter);
            Threads.join(waiter);
        }
        return "woken";
    }

    /** The threads still wait when the program ends. */
    private static String left(Map<String, Way> ways, Thread.State state) {
        for (Map.Entry<String, Way> each : ways.entrySet()) {
            Thread waiter = Threads.start(
                    body -> {
                        Thread thread = new Thread(body, each.getKey());
                        thread.setDaemon(true);
                        return thread;
                    },
                    bodyOf(each));
            Threads.awaitState(waiter, state);
        }
        return "left";
    }

    private static Thread start(Map.Entry<String, Way> way) {
        return Threads.start(way.getKey(), bodyOf(way));
    }

    private static Threads.Body bodyOf(Map.Entry<String, Way> way) {
        return () -> Threads.thrownBy(() -> {
            way.getValue().waits.run(null);
            return null;
        });
    }

    /** Something that the waiter does, in which case the argument is null, or that another thread does to it. */
    private interface Step {
        void run(Thread waiter) throws Exception;
    }

    /** {@code reached} returns once a thread whose state is that of a wait can be interrupted in this wait. */
    private record Way(Step waits, Step wakes, Step reached) {
        Way(Step waits, Step wakes) {
            this(waits, wakes, waiter -> {});
        }
    }

    private static Map<String, Way> all(long millis) {
        Map<String, Way> ways = new LinkedHashMap<>();
        ways.put("monitor", monitor(monitor -> monitor.wait(millis)));
        ways.put("monitor-in-jdk", monitor(monitor -> TimeUnit.MILLISECONDS.timedWait(monitor, millis)));
        ways.put("condition", condition(millis));
        CountDownLatch latch = new CountDownLatch(1);
        ways.put("latch", new Way(w -> latch.await(millis, TimeUnit.MILLISECONDS), w -> latch.countDown()));
        ways.put("array-queue", queue(new ArrayBlockingQueue<>(1), millis));
        ways.put("synchronous-queue", queue(new SynchronousQueue<>(), millis));
        CompletableFuture<String> future = new CompletableFuture<>();
        ways.put("future", new Way(w -> future.get(millis, TimeUnit.MILLISECONDS), w -> future.complete("done")));
        FutureTask<String> task = new FutureTask<>(() -> "done");
        ways.put("future-task", new Way(w -> task.get(millis, TimeUnit.MILLISECONDS), w -> task.run()));
        Exchanger<String> exchanger = new Exchanger<>();
        ways.put(
                "exchanger",
                new Way(
                        w -> exchanger.exchange("one", millis, TimeUnit.MILLISECONDS),
                        w -> exchanger.exchange("other")));
        CyclicBarrier barrier = new CyclicBarrier(2);
        ways.put("barrier", new Way(w -> barrier.await(millis, TimeUnit.MILLISECONDS), w -> barrier.await()));
        Phaser phaser = new Phaser(2);
        ways.put(
                "phaser",
                new Way(
                        w -> phaser.awaitAdvanceInterruptibly(phaser.arrive(), millis, TimeUnit.MILLISECONDS),
                        w -> phaser.arrive()));
        ways.put("park", park(millis, left -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(left))));
        ways.put("park-until", park(millis, left -> LockSupport.parkUntil(latch, System.currentTimeMillis() + left)));
        return ways;
    }

    private static Map<String, Way> whileHeld(long millis) {
        ReentrantLock lock = new ReentrantLock();
        Condition met = lock.newCondition();
        Step waits = w -> {
            lock.lock();
            try {
                Thread waiter = Thread.currentThread();
                Threads.start("holder", () -> holdUntilQueued(lock, waiter));
                met.await(millis, TimeUnit.MILLISECONDS);
            } finally {
                lock.unlock();
            }
        };
        return Map.of(WHILE_HELD, new Way(waits, w -> {}, waiter -> awaitHeld(lock)));
    }

    private static void holdUntilQueued(ReentrantLock lock, Thread waiter) {
        lock.lock();
        try {
            while (!lock.hasQueuedThread(waiter)) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            Threads.awaitState(waiter, Thread.State.WAITING);
        } finally {
            lock.unlock();
        }
    }

    private static void awaitHeld(ReentrantLock lock) {
        while (!lock.isLocked()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** The same ways without a timeout. */
    private static Map<String, Way> withoutTimeout() {
        Map<String, Step> ways = new LinkedHashMap<>();
        Object monitor = new Object();
        ways.put("monitor", w -> {
            synchronized (monitor) {
                monitor.wait();
            }
        });
        ways.put("monitor-in-jdk", w -> {
            synchronized (monitor) {
                Object.class.getMethod("wait").invoke(monitor);
            }
        });
        ReentrantLock lock = new ReentrantLock();
        Condition met = lock.newCondition();
        ways.put("condition", w -> {
            lock.lock();
            met.await();
        });
        ways.put("latch", w -> new CountDownLatch(1).await());
        ways.put("array-queue", w -> new ArrayBlockingQueue<>(1).take());
        ways.put("synchronous-queue", w -> new SynchronousQueue<>().take());
        ways.put("future", w -> new CompletableFuture<>().get());
        ways.put("future-task", w -> new FutureTask<>(() -> "done").get());
        ways.put("exchanger", w -> new Exchanger<>().exchange("one"));
        ways.put("barrier", w -> new CyclicBarrier(2).await());
        ways.put("phaser", w -> new Phaser(2).arriveAndAwaitAdvance());
        ways.put("park", w -> LockSupport.park());
        ways.put("park-until", w -> LockSupport.park(monitor));
        return ways.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        each -> new Way(each.getValue(), w -> {}),
                        (one, other) -> one,
                        LinkedHashMap::new));
    }

    /** The current thread holds each mutex and never releases it. */
    private static Map<String, Way> attemptsAt(long millis) {
        Map<String, Way> ways = new LinkedHashMap<>();
        ways.put("lock", attempt(new ReentrantLock(), millis));
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        ways.put("write-lock", attempt(lock.writeLock(), millis));
        ways.put("read-lock", new Way(w -> lock.readLock().tryLock(millis, TimeUnit.MILLISECONDS), w -> {}));
        StampedLock stamped = new StampedLock();
        stamped.writeLock();
        ways.put("stamped-lock", new Way(w -> stamped.tryWriteLock(millis, TimeUnit.MILLISECONDS), w -> {}));
        Semaphore none = new Semaphore(0);
        ways.put("semaphore", new Way(w -> none.tryAcquire(millis, TimeUnit.MILLISECONDS), w -> {}));
        return ways;
    }

    private static Way attempt(Lock lock, long millis) {
        lock.lock();
        return new Way(w -> lock.tryLock(millis, TimeUnit.MILLISECONDS), w -> {});
    }

    /** A thread may already have a permit, with which its first park ends at once: so it parks again. */
    private static Way park(long millis, LongConsumer park) {
        AtomicBoolean woken = new AtomicBoolean();
        return new Way(
                w -> {
                    long end = System.currentTimeMillis() + millis;
                    long left = millis;
                    while (left > 0 && !woken.get() && !Thread.currentThread().isInterrupted()) {
                        park.accept(left);
                        left = end - System.currentTimeMillis();
                    }
                },
                waiter -> {
                    woken.set(true);
                    LockSupport.unpark(waiter);
                });
    }

    /** Waits for a monitor that the thread holds. */
    private interface MonitorWait {
        void on(Object monitor) throws InterruptedException;
    }

    private static Way monitor(MonitorWait wait) {
        Object monitor = new Object();
        return new Way(
                w -> {
                    synchronized (monitor) {
                        wait.on(monitor);
                    }
                },
                w -> {
                    synchronized (monitor) {
                        monitor.notifyAll();
                    }
                },
                // An interrupt before the thread has released the monitor would end the wait before it begins.
                w -> {
                    synchronized (monitor) {
                        // The thread has released the monitor.
                    }
                });
    }

    private static Way condition(long millis) {
        ReentrantLock lock = new ReentrantLock();
        Condition met = lock.newCondition();
        return new Way(
                w -> {
                    lock.lock();
                    try {
                        met.await(millis, TimeUnit.MILLISECONDS);
                    } finally {
                        lock.unlock();
                    }
                },
                w -> {
                    lock.lock();
                    try {
                        met.signal();
                    } finally {
                        lock.unlock();
                    }
                });
    }

    private static Way queue(BlockingQueue<String> queue, long millis) {
        return new Way(w -> queue.poll(millis, TimeUnit.MILLISECONDS), w -> queue.put("element"));
    }
}
