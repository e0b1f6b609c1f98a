package org.ompt4j.apps.blocking;

import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.Selector;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Each construct of java.util.concurrent once, and other calls in which threads wait: a thread named after the construct computes, waits in
 * it, and computes again.
 *
 * <p>Stack traces alone show what the threads do: a thread that computes is in {@link #compute}; while a thread waits, the main thread is in
 * {@link #hold}, after which it prints {@code waited: NAME}.
 */
public final class JucStatesApp {
    /** Printed before the name of a thread that has waited during a whole call of {@link #hold}. */
    public static final String WAITED = "waited: ";

    /** The name of the thread that waits for a monitor. */
    public static final String MONITOR = "synchronized";

    private static final long HOUR_MILLIS = 3_600_000;
    private static final int HOLD_MILLIS = 12;
    private static final long COMPUTE_NANOS = 12_000_000;

    private JucStatesApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("futures", scale -> futures())
                .add("synchronizers", scale -> synchronizers())
                .add("locks", scale -> locks())
                .add("queues", scale -> queues())
                .add("threads", scale -> threads())
                .add("input", scale -> input())
                .add("pools", scale -> pools())
                .add("fork-join-pool", scale -> forkJoinPool())
                .run(args);
    }

    // ---------------------------------------------------------------- the phases

    /** Works for a while. */
    static long compute() {
        long until = System.nanoTime() + COMPUTE_NANOS;
        long sum = 0;
        while (System.nanoTime() < until) {
            sum = sum * 31 + 1;
        }
        return sum;
    }

    /** Sleeps while the thread waits. */
    static void hold(Thread waiting) throws InterruptedException {
        Thread.sleep(HOLD_MILLIS);
        if (!waiting.isAlive()) {
            throw new IllegalStateException(waiting.getName() + " did not wait");
        }
    }

    private static void holdWaiting(Thread thread) throws InterruptedException {
        Threads.awaitState(thread, Thread.State.WAITING, Thread.State.TIMED_WAITING);
        holdAndSay(thread);
    }

    private static void holdAndSay(Thread thread) throws InterruptedException {
        hold(thread);
        System.out.println(WAITED + thread.getName());
    }

    /** A thread of this name computes, waits until it is released, and computes again. */
    private static void each(String name, Threads.Body waits, Threads.Body release) throws Exception {
        Thread thread = begin(name, waits);
        holdWaiting(thread);
        release.run();
        thread.join();
    }

    private static Thread begin(String name, Threads.Body waits) {
        CountDownLatch computed = new CountDownLatch(1);
        Thread thread = Threads.start(name, () -> {
            compute();
            computed.countDown();
            waits.run();
            compute();
        });
        // Does not wait at the latch: only the threads that are named after a construct may wait.
        while (computed.getCount() > 0) {
            Thread.onSpinWait();
        }
        return thread;
    }

    /** A thread of this name computes and waits until it is interrupted. */
    private static void interrupted(String name, Threads.Body waits) throws Exception {
        Thread thread = begin(
                name,
                () -> Threads.thrownBy(() -> {
                    waits.run();
                    return null;
                }));
        holdWaiting(thread);
        thread.interrupt();
        thread.join();
    }

    // ---------------------------------------------------------------- futures

    private static String futures() throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> 1);
        each("FutureTask.get", task::get, task::run);
        CompletableFuture<Integer> future = new CompletableFuture<>();
        each("CompletableFuture.get", future::get, () -> future.complete(1));
        CompletableFuture<Integer> dependent = new CompletableFuture<>();
        each("CompletableFuture.join", dependent.thenApply(x -> x + 1)::join, () -> dependent.complete(1));
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(Runnable::run);
        each("ExecutorCompletionService.take", service::take, () -> service.submit(() -> 1));
        ExecutorService pool = Executors.newCachedThreadPool();
        CountDownLatch go = new CountDownLatch(1);
        each("invokeAll", () -> pool.invokeAll(List.of(() -> awaited(go))), go::countDown);
        CountDownLatch goAny = new CountDownLatch(1);
        each("invokeAny", () -> pool.invokeAny(List.of(() -> awaited(goAny))), goAny::countDown);
        each("awaitTermination", () -> pool.awaitTermination(1, TimeUnit.HOURS), pool::shutdown);
        return "done";
    }

    private static int awaited(CountDownLatch latch) throws InterruptedException {
        latch.await();
        return 1;
    }

    // ---------------------------------------------------------------- synchronizers and locks

    private static String synchronizers() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        each("CountDownLatch", latch::await, latch::countDown);
        CyclicBarrier barrier = new CyclicBarrier(2);
        each("CyclicBarrier", barrier::await, barrier::await);
        Phaser phaser = new Phaser(2);
        each("Phaser", phaser::arriveAndAwaitAdvance, phaser::arrive);
        Exchanger<Integer> exchanger = new Exchanger<>();
        each("Exchanger", () -> exchanger.exchange(1), () -> exchanger.exchange(2));
        Semaphore semaphore = new Semaphore(0);
        each("Semaphore", semaphore::acquire, semaphore::release);
        return "done";
    }

    private static String locks() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        each("ReentrantLock", lock::lock, lock::unlock);
        ReentrantLock guard = new ReentrantLock();
        Condition condition = guard.newCondition();
        AtomicBoolean met = new AtomicBoolean();
        each(
                "Condition",
                () -> {
                    guard.lock();
                    while (!met.get()) {
                        condition.await();
                    }
                    guard.unlock();
                },
                () -> {
                    guard.lock();
                    met.set(true);
                    condition.signal();
                    guard.unlock();
                });
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        both.writeLock().lock();
        each("ReadLock", both.readLock()::lock, both.writeLock()::unlock);
        ReentrantReadWriteLock other = new ReentrantReadWriteLock();
        other.readLock().lock();
        each("WriteLock", other.writeLock()::lock, other.readLock()::unlock);
        StampedLock stamped = new StampedLock();
        long stamp = stamped.writeLock();
        each("StampedLock", stamped::readLock, () -> stamped.unlockWrite(stamp));
        Object monitor = new Object();
        Thread[] blocked = new Thread[1];
        synchronized (monitor) {
            blocked[0] = begin(MONITOR, () -> {
                synchronized (monitor) {
                    met.set(false);
                }
            });
            Threads.awaitState(blocked[0], Thread.State.BLOCKED);
            holdAndSay(blocked[0]);
        }
        blocked[0].join();
        return "done";
    }

    // ---------------------------------------------------------------- queues

    private static String queues() throws Exception {
        takes("ArrayBlockingQueue", new ArrayBlockingQueue<>(1));
        takes("LinkedBlockingQueue", new LinkedBlockingQueue<>());
        takes("LinkedBlockingDeque", new LinkedBlockingDeque<>());
        takes("PriorityBlockingQueue", new PriorityBlockingQueue<>());
        takes("SynchronousQueue", new SynchronousQueue<>());
        takes("LinkedTransferQueue", new LinkedTransferQueue<>());
        BlockingQueue<Integer> full = new ArrayBlockingQueue<>(1);
        full.put(1);
        each("ArrayBlockingQueue.put", () -> full.put(2), full::take);
        SynchronousQueue<Integer> hand = new SynchronousQueue<>();
        each("SynchronousQueue.put", () -> hand.put(2), hand::take);
        LinkedTransferQueue<Integer> transfer = new LinkedTransferQueue<>();
        each("LinkedTransferQueue.transfer", () -> transfer.transfer(2), transfer::take);
        BlockingQueue<Integer> polled = new LinkedBlockingQueue<>();
        each("LinkedBlockingQueue.poll", () -> polled.poll(1, TimeUnit.HOURS), () -> polled.put(1));
        DelayQueue<Due> delayed = new DelayQueue<>();
        each("DelayQueue", delayed::take, () -> delayed.put(new Due()));
        return "done";
    }

    private static void takes(String name, BlockingQueue<Integer> queue) throws Exception {
        each(name, queue::take, () -> queue.put(1));
    }

    /** An element of a {@code DelayQueue} that has long been due. */
    private static final class Due implements Delayed {

        @Override
        public long getDelay(TimeUnit unit) {
            return -1;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }

    // ---------------------------------------------------------------- threads

    private static String threads() throws Exception {
        AtomicBoolean go = new AtomicBoolean();
        Thread parker = begin("LockSupport.park", () -> {
            while (!go.get()) {
                LockSupport.park();
            }
        });
        holdWaiting(parker);
        go.set(true);
        LockSupport.unpark(parker);
        parker.join();
        interrupted("LockSupport.parkNanos", () -> {
            while (!Thread.interrupted()) {
                LockSupport.parkNanos(JucStatesApp.class, TimeUnit.HOURS.toNanos(1));
            }
        });
        interrupted("Thread.sleep", () -> Thread.sleep(HOUR_MILLIS));
        interrupted("TimeUnit.sleep", () -> TimeUnit.HOURS.sleep(1));
        CountDownLatch end = new CountDownLatch(1);
        Thread joined = Threads.start("joined", end::await);
        each("Thread.join", joined::join, end::countDown);
        Object monitor = new Object();
        AtomicBoolean notified = new AtomicBoolean();
        each(
                "Object.wait",
                () -> {
                    synchronized (monitor) {
                        while (!notified.get()) {
                            monitor.wait();
                        }
                    }
                },
                () -> {
                    synchronized (monitor) {
                        notified.set(true);
                        monitor.notifyAll();
                    }
                });
        timer();
        return "done";
    }

    private static void timer() throws InterruptedException {
        Timer timer = new Timer("Timer", true);
        Thread[] runner = new Thread[1];
        CountDownLatch ran = new CountDownLatch(1);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        runner[0] = Thread.currentThread();
                        compute();
                        ran.countDown();
                    }
                },
                0);
        ran.await();
        holdWaiting(runner[0]);
        timer.cancel();
        runner[0].join();
    }

    // ---------------------------------------------------------------- input and output

    private static String input() throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(out);
        // The reader waits in steps of a second; the flush wakes it at once.
        each("PipedInputStream", in::read, () -> {
            out.write(1);
            out.flush();
        });
        try (Selector selector = Selector.open()) {
            blocks("Selector", "wait", selector::select, selector::wakeup);
        }
        Pipe pipe = Pipe.open();
        blocks(
                "Pipe",
                "read",
                () -> pipe.source().read(ByteBuffer.allocate(1)),
                () -> pipe.sink().write(ByteBuffer.wrap(new byte[1])));
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket[] ends = new Socket[2];
            blocks(
                    "ServerSocket.accept",
                    "accept",
                    () -> ends[0] = server.accept(),
                    () -> ends[1] = new Socket(server.getInetAddress(), server.getLocalPort()));
            blocks(
                    "Socket.read",
                    "read",
                    () -> ends[0].getInputStream().read(),
                    () -> ends[1].getOutputStream().write(1));
            ends[0].close();
            ends[1].close();
        }
        Process echo = new ProcessBuilder("cat").start();
        try (InputStream output = echo.getInputStream()) {
            blocks("Process.read", "read", output::read, () -> {
                echo.getOutputStream().write(1);
                echo.getOutputStream().flush();
            });
            each("Process.waitFor", echo::waitFor, () -> echo.getOutputStream().close());
        }
        return "done";
    }

    private static void blocks(String name, String method, Threads.Body waits, Threads.Body release) throws Exception {
        Thread thread = begin(name, waits);
        Threads.awaitNative(thread, method);
        holdAndSay(thread);
        release.run();
        thread.join();
    }

    // ---------------------------------------------------------------- pools

    private static String pools() throws Exception {
        executor("fixed", factory -> Executors.newFixedThreadPool(1, factory));
        executor("cached", Executors::newCachedThreadPool);
        executor("single", Executors::newSingleThreadExecutor);
        ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(1, task -> new Thread(task, "scheduled"));
        Thread[] worker = new Thread[1];
        scheduled.schedule(() -> runOn(worker), 1, TimeUnit.MILLISECONDS).get();
        holdWaiting(worker[0]);
        end(scheduled, worker[0]);
        return "done";
    }

    /** Creates a pool whose only worker is a thread of the factory. */
    private interface PoolMaker {
        ExecutorService make(ThreadFactory factory);
    }

    private static void executor(String name, PoolMaker maker) throws Exception {
        ExecutorService pool = maker.make(task -> new Thread(task, name));
        useAndEnd(pool);
    }

    /** The pool's worker computes, idles, computes, waits in a task, computes, and idles again; then the pool ends. */
    private static void useAndEnd(ExecutorService pool) throws Exception {
        Thread[] worker = new Thread[1];
        pool.submit(() -> runOn(worker)).get();
        holdWaiting(worker[0]);
        CountDownLatch computed = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        FutureTask<Integer> task = new FutureTask<>(() -> {
            compute();
            computed.countDown();
            go.await();
            compute();
            return 1;
        });
        pool.execute(task);
        computed.await();
        holdWaiting(worker[0]);
        go.countDown();
        task.get();
        holdWaiting(worker[0]);
        end(pool, worker[0]);
    }

    private static void runOn(Thread[] worker) {
        worker[0] = Thread.currentThread();
        compute();
    }

    private static void end(ExecutorService pool, Thread worker) throws InterruptedException {
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        worker.join();
    }

    private static String forkJoinPool() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(
                1,
                from -> {
                    var worker = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(from);
                    worker.setName("ForkJoinPool");
                    return worker;
                },
                null,
                false);
        useAndEnd(pool);
        ForkJoinPool other = new ForkJoinPool(1);
        CountDownLatch go = new CountDownLatch(1);
        each("ForkJoinTask.get", () -> other.submit(() -> awaited(go)).get(), go::countDown);
        CountDownLatch goJoin = new CountDownLatch(1);
        each("ForkJoinTask.join", () -> other.submit(() -> awaited(goJoin)).join(), goJoin::countDown);
        other.shutdown();
        return "done";
    }
}
